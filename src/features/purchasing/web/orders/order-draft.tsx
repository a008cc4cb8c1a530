import { useState } from 'react'
import { dropDraft } from '#web/forms/drafts.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { useRights } from '#web/session/rights.ts'
import { dateTime } from '#web/text/format.ts'
import { Note } from '#web/ui/status.tsx'
import { updatePurchaseOrder } from '../order-calls.ts'
import { useAdopt } from '../use-adopt.ts'
import { useMe } from '../use-me.ts'
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
const inWords = (lines: readonly { name: string; quantity: string | number; unit_price: string }[]) =>
  lines.map(({ name, quantity, unit_price }) => `${name} × ${quantity} @ ${unit_price}`).join(', ')

const rowsInWords = ({ items }: PurchaseOrder) =>
  inWords(items.map((row) => ({ name: row.item_name, quantity: row.quantity_purchased, unit_price: row.unit_price })))

/** An order that is not approved yet: changed by whoever orders, approved by another person. */
export const OrderDraft = ({ of: newest }: { of: PurchaseOrder }) => {
  const me = useMe()
  // What is in the boxes is a change of this version, whatever comes from elsewhere meanwhile.
  const [base, setBase] = useState(newest)
  const { id, number } = newest
  const draftKey = `purchase-order-${id}`
  const f = useEndpointForm(updatePurchaseOrder, {
    params: { id },
    version: base.version,
    draftKey,
    initialValues: valuesOf(base),
    toBody: ({ supplier, store, expected_on, note, lines }: OrderValues) => ({
      supplier: supplier ?? undefined,
      store: store ?? base.store,
      expected_on: expected_on === '' ? null : expected_on,
      note,
      items: sentRows(lines),
    }),
    onSaved: (saved) => {
      adopt(saved)
      toast.done(t('{{number}} is saved.', { number }))
    },
  })
  const { form, clash } = f
  const isDirty = form.isDirty()
  const adopt = (order: PurchaseOrder) => {
    setBase(order)
    form.setValues(valuesOf(order))
    form.resetDirty(valuesOf(order))
  }
  useAdopt(newest, { base, isDirty, adopt })
  const takeTheirs = (theirs: PurchaseOrder) => {
    clash?.takeTheirs()
    adopt(theirs)
    void dropDraft(me, draftKey)
  }
  const shownClash = clash && {
    ...clash,
    mine: { ...clash.mine, items: inWords(clash.mine.lines) },
    theirs: { ...clash.theirs, items: rowsInWords(clash.theirs as unknown as PurchaseOrder) },
    takeTheirs: () => takeTheirs(clash.theirs as unknown as PurchaseOrder),
  }
  const { allowed } = useRights()
  const why = whyNotApproved(newest, me, { isOwner: allowed('company.change'), isDirty: false })
  return (
    <>
      <OrderHead of={newest} actions={<OrderActions of={newest} isDirty={isDirty} />} />
      {newest.first_approved_at !== null && (
        <Note tone="attention">
          {t('First approval by {{name}}, {{when}}. A change withdraws it.', {
            name: newest.first_approved_by_name,
            when: dateTime(newest.first_approved_at),
          })}
        </Note>
      )}
      {why !== null && newest.item_count > 0 && <Note tone="waiting">{why}</Note>}
      <OrderForm of={{ ...f, clash: shownClash }} />
    </>
  )
}
