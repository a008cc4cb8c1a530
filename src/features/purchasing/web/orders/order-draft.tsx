import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { useRights } from '#web/session/rights.ts'
import { dateTime } from '#web/text/format.ts'
import { Note } from '#web/ui/status.tsx'
import { updatePurchaseOrder } from '../order-calls.ts'
import { useMe } from '../use-me.ts'
import { useSavedDraft } from '../use-saved-draft.ts'
import { OrderActions, whyNotApproved } from './order-actions.tsx'
import { OrderForm, type OrderValues } from './order-form.tsx'
import { OrderHead } from './order-head.tsx'
import { savedLine, sentRows } from './order-lines.ts'
import type { PurchaseOrder } from './order-types.ts'

const valuesOf = ({ supplier, store, expected_on, note, items }: PurchaseOrder): OrderValues => ({
  supplier,
  store,
  expected_on: expected_on ?? '',
  note,
  lines: items.map(savedLine),
})

/** An order that is not approved yet: changed by whoever orders, approved by another person. */
export const OrderDraft = ({ order }: { order: PurchaseOrder }) => {
  const me = useMe()
  const { allowed } = useRights()
  const { id, number } = order
  const { endpointForm } = useSavedDraft(order, {
    update: updatePurchaseOrder,
    draftKey: `purchase-order-${id}`,
    values: valuesOf,
    toBody: ({ supplier, store, expected_on, note, lines }, base) => ({
      supplier: supplier ?? undefined,
      store: store ?? base.store,
      expected_on: expected_on === '' ? null : expected_on,
      note,
      items: sentRows(lines),
    }),
    linesInWords: ({ lines }) => lines.map(({ name, quantity, unit_price }) => `${name} × ${quantity} @ ${unit_price}`).join(', '),
    onSaved: () => toast.done(t('{number} saved.', { number })),
  })
  const why = whyNotApproved(order, me, { isOwner: allowed('company.change'), isDirty: false })
  return (
    <>
      <OrderHead order={order} actions={<OrderActions order={order} isDirty={endpointForm.form.isDirty()} />} />
      {order.first_approved_at !== null && (
        <Note tone="attention">
          {t('First approval by {name}, {when}. A change withdraws it.', {
            name: order.first_approved_by_name,
            when: dateTime(order.first_approved_at),
          })}
        </Note>
      )}
      {why !== null && order.item_count > 0 && <Note tone="waiting">{why}</Note>}
      <OrderForm form={endpointForm} />
    </>
  )
}
