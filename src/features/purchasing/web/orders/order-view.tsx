import { lazy, Suspense, useMemo } from 'react'
import { LineEditor, type LineNote } from '#features/stock/web/lines-field.tsx'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Note } from '#web/ui/status.tsx'
import { DocumentSteps, type Step } from '../document-steps.tsx'
import { useMe } from '../use-me.ts'
import { OrderActions, whyNotApproved } from './order-actions.tsx'
import { type ShownLine, shownLine, viewColumns } from './order-columns.tsx'
import { OrderHead } from './order-head.tsx'
import { mayDo } from './order-rules.ts'
import type { PurchaseOrder } from './order-types.ts'
import { ReceivedBar } from './received-bar.tsx'

const OrderDocuments = lazy(async () => ({ default: (await import('./order-documents.tsx')).OrderDocuments }))

const notesOf = ({ row: { requisitions } }: ShownLine): readonly LineNote[] =>
  requisitions.length === 0
    ? []
    : [{ tone: 'inactive', text: t('for {numbers}', { numbers: requisitions.map(({ number }) => number).join(', ') }) }]
const nothing = () => undefined

const stepsOf = (order: PurchaseOrder): readonly Step[] => {
  const isCancelled = order.status === 'cancelled'
  const steps: Step[] = [
    { key: 'made', title: t('Created'), who: order.requested_by_name, at: order.date_created },
    ...(order.first_approved_at === null
      ? []
      : [{ key: 'first', title: t('First approval'), who: order.first_approved_by_name, at: order.first_approved_at }]),
    {
      key: 'approved',
      title: t('Approved'),
      who: order.approved_by_name,
      at: order.approved_at,
      note: order.own_approval_reason ? t('Own order: {reason}', { reason: order.own_approval_reason }) : undefined,
    },
    { key: 'sent', title: t('Sent to supplier'), who: order.sent_by_name, at: order.sent_at },
    {
      key: 'received',
      title: t('Received'),
      note: order.sent_at ? <ReceivedBar received={order.received_units} ordered={order.ordered_units} /> : undefined,
      isDone: order.received_units >= order.ordered_units && order.ordered_units > 0,
    },
    {
      key: 'ended',
      title: isCancelled ? t('Cancelled') : t('Closed'),
      who: order.ended_by_name,
      at: order.ended_at,
      note: order.end_reason || undefined,
    },
  ]
  return isCancelled ? steps.filter(({ at }) => at) : steps
}

/** An order that is approved, or that the person may not change: its lines, what has come, what happened to it. */
export const OrderView = ({ order }: { order: PurchaseOrder }) => {
  const me = useMe()
  const { allowed } = useRights()
  const lines = useMemo(() => order.items.map(shownLine), [order.items])
  const withArrival = order.sent_at !== null
  const columns = useMemo(() => viewColumns(withArrival), [withArrival])
  const why = mayDo(order, 'approve', { id: me, allowed })
    ? whyNotApproved(order, me, { isOwner: allowed('company.change'), isDirty: false })
    : null
  return (
    <>
      <OrderHead order={order} actions={<OrderActions order={order} />} />
      {order.is_dearer && mayDo(order, 'approve', { id: me, allowed }) && (
        <Note tone="attention">{t('A price is above this supplier’s last price, or no last price is known.')}</Note>
      )}
      {why !== null && <Note tone="attention">{why}</Note>}
      <div className="doc-body">
        <div className="doc-main">
          {order.note !== '' && (
            <section className="section" aria-label={t('Note to supplier')}>
              <p className="break-anywhere as-typed">{order.note}</p>
            </section>
          )}
          <LineEditor
            label={t('Lines')}
            lines={lines}
            change={nothing}
            columns={columns}
            notes={notesOf}
            totals={{ tax: money(order.tax_amount), total: money(order.total_amount) }}
          />
        </div>
        <aside className="doc-side" aria-label={t('Steps')}>
          <DocumentSteps steps={stepsOf(order)} />
          <Suspense>
            <OrderDocuments order={order.id} />
          </Suspense>
        </aside>
      </div>
    </>
  )
}
