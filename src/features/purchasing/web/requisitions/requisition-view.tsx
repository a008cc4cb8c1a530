import { Button } from '@mantine/core'
import { IconUserCheck, IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { LineEditor, type LineNote } from '#features/stock/web/lines-field.tsx'
import { call } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { useAction } from '#web/calls/use-action.ts'
import { Note } from '#web/ui/status.tsx'
import { DocumentSteps, type Step } from '../document-steps.tsx'
import { OrderStatus } from '../orders/order-status.tsx'
import { approveRequisitionForDepartment, type OrderStatus as OrderProgress, rejectRequisition } from '../requisition-calls.ts'
import { useMe } from '../use-me.ts'
import { ApproveLines } from './approve-lines.tsx'
import { RequisitionActions } from './requisition-actions.tsx'
import { RequisitionHead } from './requisition-head.tsx'
import { approvalBarredBy, mayDo } from './requisition-rules.ts'
import type { Requisition } from './requisition-types.ts'
import { shownLine, type ShownLine, viewColumns } from './view-columns.tsx'
import styles from '../purchasing.module.css'

/** What happened to a requisition and what is still to come, with who may not do it. */
const requisitionSteps = (requisition: Requisition): readonly Step[] => {
  const isOver = requisition.status === 'rejected' || requisition.status === 'cancelled'
  const asked: Step = { key: 'asked', title: t('Requested'), who: requisition.requested_by_name, at: requisition.date_created }
  const submitted: Step = { key: 'submitted', title: t('Submitted'), at: requisition.submitted_at }
  const department: Step = {
    key: 'department',
    title: t('Approved for the department'),
    who: requisition.department_approved_by_name,
    at: requisition.department_approved_at,
    note:
      requisition.status === 'submitted'
        ? t('Awaiting department approval by a user other than {who}.', { who: requisition.requested_by_name })
        : undefined,
  }
  const procurement: Step = {
    key: 'procurement',
    title: t('Approved for procurement'),
    who: requisition.procurement_approved_by_name,
    at: requisition.procurement_approved_at,
    note:
      requisition.status === 'department approved'
        ? t('Awaiting procurement approval by a user other than {who} and {other}.', {
            who: requisition.requested_by_name,
            other: requisition.department_approved_by_name ?? '',
          })
        : undefined,
  }
  const ended: Step = {
    key: 'ended',
    title: requisition.status === 'rejected' ? t('Rejected') : requisition.status === 'cancelled' ? t('Cancelled') : t('Ordered or issued'),
    who: requisition.ended_by_name,
    at: requisition.ended_at,
    note: requisition.end_reason || undefined,
    isBad: requisition.status === 'rejected',
  }
  const all = [asked, submitted, department, procurement, ended]
  return isOver ? all.filter(({ at }) => at) : all
}

const notesOf = ({ row: { note, supplier_name, quantity_approved } }: ShownLine): readonly LineNote[] => [
  ...(note === '' ? [] : [{ tone: 'waiting' as const, text: note }]),
  ...(supplier_name === null ? [] : [{ tone: 'inactive' as const, text: t('from {supplier}', { supplier: supplier_name }) }]),
  ...(quantity_approved === 0 ? [{ tone: 'attention' as const, text: t('Line rejected') }] : []),
]
const nothing = () => undefined

const Documents = ({ requisition: { orders, transfers } }: { requisition: Requisition }) =>
  orders.length + transfers.length > 0 && (
    <section className="section" aria-label={t('Orders and transfers')}>
      <h2>{t('Orders and transfers')}</h2>
      <ul className={styles.documents}>
        {orders.map(({ id, number, status, supplier_name }) => (
          <li className="justify-between wrap" key={`o${id}`}>
            <Link className="link num" to={`/dashboard/inventory/purchase-orders/${id}`}>
              {number}
            </Link>
            <OrderStatus state={status as OrderProgress} />
            <span className="small t3 grow block break-anywhere">{supplier_name}</span>
          </li>
        ))}
        {transfers.map(({ id, number, from_store_name }) => (
          <li className="justify-between wrap" key={`t${id}`}>
            <Link className="link num" to={`/dashboard/inventory/transfers/${id}`}>
              {number}
            </Link>
            <span className="small t3">{t('from {store}', { store: from_store_name })}</span>
          </li>
        ))}
      </ul>
    </section>
  )

/** A requisition that is no draft of one's own: approved or rejected by those who may, read by everybody else. */
export const RequisitionView = ({ requisition }: { requisition: Requisition }) => {
  const me = useMe()
  const { allowed } = useRights()
  const { run, isRunning } = useAction()
  const { id, number, version } = requisition
  const person = { id: me, allowed }
  const isFirst = mayDo(requisition, 'approve-department', person)
  const isSecond = mayDo(requisition, 'approve', person)
  const barred = isFirst || isSecond ? approvalBarredBy(requisition, me) : null
  const why =
    barred &&
    (barred.kind === 'asked'
      ? t('You requested it yourself: another user must approve it.')
      : t('You already approved it for the department: another user must approve it for procurement.'))
  const lines = useMemo(() => requisition.items.map(shownLine), [requisition.items])
  const isApproved = requisition.procurement_approved_at !== null
  const columns = useMemo(() => viewColumns(isApproved), [isApproved])
  const approve = () => run(() => call(approveRequisitionForDepartment, { params: { id }, body: { version } }))
  const reject = async () => {
    const reason = await askReason({ title: t('Reject {number}?', { number }), action: t('Reject'), isGrave: true })
    if (reason !== null)
      run(() => call(rejectRequisition, { params: { id }, body: { reason, version } }), t('{number} is rejected.', { number }))
  }
  return (
    <>
      <RequisitionHead
        requisition={requisition}
        actions={
          <>
            <RequisitionActions requisition={requisition} />
            {mayDo(requisition, 'reject', person) && (
              <Button leftSection={<IconX size={16} aria-hidden />} loading={isRunning} onClick={() => void reject()}>
                {t('Reject')}
              </Button>
            )}
            {isFirst && (
              <Button
                variant="filled"
                leftSection={<IconUserCheck size={16} aria-hidden />}
                disabled={why !== null}
                title={why ?? undefined}
                loading={isRunning}
                onClick={approve}
              >
                {t('Approve for the department')}
              </Button>
            )}
          </>
        }
      />
      {why !== null && <Note tone="attention">{why}</Note>}
      <div className="doc-body">
        <div className="doc-main">
          {requisition.note !== '' && (
            <section className="section" aria-label={t('Note')}>
              <p className="break-anywhere as-typed">{requisition.note}</p>
            </section>
          )}
          {isSecond && why === null ? (
            <ApproveLines key={requisition.version} requisition={requisition} />
          ) : (
            <LineEditor label={t('Lines')} lines={lines} change={nothing} columns={columns} notes={notesOf} />
          )}
        </div>
        <aside className="doc-side" aria-label={t('Steps')}>
          <DocumentSteps steps={requisitionSteps(requisition)} />
          <Documents requisition={requisition} />
        </aside>
      </div>
    </>
  )
}
