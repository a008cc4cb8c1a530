import { Button } from '@mantine/core'
import { IconBan, IconCheck, IconChecks, IconPrinter, IconSend, IconTruckDelivery } from '@tabler/icons-react'
import { Link } from 'react-router'
import { call, download } from '#web/calls/api.ts'
import { askReason, confirm } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { useAction } from '#web/calls/use-action.ts'
import {
  approvePurchaseOrder,
  barredFrom,
  cancelPurchaseOrder,
  closePurchaseOrder,
  printPurchaseOrder,
  sendPurchaseOrder,
} from '../order-calls.ts'
import { useMe } from '../use-me.ts'
import { isAwaited, mayDo } from './order-rules.ts'
import type { PurchaseOrder } from './order-types.ts'

interface Props {
  order: PurchaseOrder
  /** What is typed and not saved yet would not be in what is approved. */
  isDirty?: boolean
}

/** Why the person cannot approve an order that waits for it; null when nothing is in the way. */
export const whyNotApproved = (
  order: PurchaseOrder,
  me: number,
  { isOwner, isDirty }: { isOwner: boolean; isDirty: boolean },
): string | null => {
  if (order.item_count === 0) return t('Add at least one line first.')
  const barred = barredFrom(order, me, order.approval_people)
  if (barred === 'first approver') return t('You already approved this order: another user must give the second approval.')
  // The owner of a clinic in which no other person may approve does so with a reason; the server knows who else may.
  if (barred === 'author' && !(isOwner && order.approval_people === 2))
    return t('You created or changed this order: another user must approve it.')
  return isDirty ? t('Save the draft first.') : null
}

/** What can be done with an order besides writing it; only what the person may do and it allows. */
export const OrderActions = ({ order, isDirty = false }: Props) => {
  const me = useMe()
  const { allowed } = useRights()
  const { run, isRunning } = useAction()
  const { id, number, version } = order
  const may = (move: Parameters<typeof mayDo>[1]) => mayDo(order, move, { id: me, allowed })
  const why = whyNotApproved(order, me, { isOwner: allowed('company.change'), isDirty })
  const isShort = order.received_units < order.ordered_units
  // The head of the page says how it stands now; a toast would lie over the next button.
  const approve = async () => {
    const isOwn = barredFrom(order, me, order.approval_people) !== null
    const reason = isOwn
      ? await askReason({
          title: t('Approve {number}, your own order?', { number }),
          text: t('Allowed only if no other user can approve this order. The reason is kept with the order and in the audit log.'),
          action: t('Approve'),
        })
      : undefined
    if (reason !== null) run(() => call(approvePurchaseOrder, { params: { id }, body: { reason, version } }))
  }
  const send = () => run(() => call(sendPurchaseOrder, { params: { id }, body: { version } }))
  const cancel = async () => {
    const asked = { title: t('Cancel {number}?', { number }), action: t('Cancel order'), isGrave: true }
    const reason = order.status === 'draft' ? ((await confirm(asked)) ? undefined : null) : await askReason(asked)
    if (reason !== null)
      run(() => call(cancelPurchaseOrder, { params: { id }, body: { reason, version } }), t('{number} is cancelled.', { number }))
  }
  const close = async () => {
    const asked = { title: t('Close {number}?', { number }), action: t('Close it') }
    const reason = isShort
      ? await askReason({ ...asked, text: t('Items not delivered become open again on their requisition.') })
      : (await confirm(asked))
        ? undefined
        : null
    if (reason !== null)
      run(() => call(closePurchaseOrder, { params: { id }, body: { reason, version } }), t('{number} is closed.', { number }))
  }
  const print = () => download(printPurchaseOrder, { params: { id } }, { open: true }).catch(toast.failed)
  return (
    <>
      <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => void print()}>
        {t('Print')}
      </Button>
      {may('cancel') && (
        <Button leftSection={<IconBan size={16} aria-hidden />} loading={isRunning} onClick={() => void cancel()}>
          {t('Cancel order')}
        </Button>
      )}
      {may('close') && (
        <Button leftSection={<IconChecks size={16} aria-hidden />} loading={isRunning} onClick={() => void close()}>
          {isShort ? t('Close short') : t('Close')}
        </Button>
      )}
      {may('approve') && (
        <Button
          variant="filled"
          leftSection={<IconCheck size={16} aria-hidden />}
          disabled={why !== null}
          title={why ?? undefined}
          loading={isRunning}
          onClick={() => void approve()}
        >
          {order.approval_people === 3 ? (order.first_approved_by === null ? t('Approve (1 of 2)') : t('Approve (2 of 2)')) : t('Approve')}
        </Button>
      )}
      {may('send') && (
        <Button variant="filled" leftSection={<IconSend size={16} aria-hidden />} loading={isRunning} onClick={send}>
          {t('Mark as sent')}
        </Button>
      )}
      {isAwaited(order) && allowed('stock.receive') && (
        <Button
          component={Link}
          to={`/dashboard/inventory/incoming-items/new?order=${id}`}
          variant="filled"
          leftSection={<IconTruckDelivery size={16} aria-hidden />}
        >
          {t('Receive')}
        </Button>
      )}
    </>
  )
}
