import { Button } from '@mantine/core'
import { IconArrowsExchange, IconBan, IconChecks, IconPencil, IconPrinter, IconShoppingCart } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { call, download } from '#web/calls/api.ts'
import { askReason, confirm } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { cancelRequisition, closeRequisition, issueRequisition, printRequisition, reopenRequisition } from '../requisition-calls.ts'
import { useMe } from '../use-me.ts'
import { isOpen, mayDo } from './requisition-rules.ts'
import type { Requisition } from './requisition-types.ts'

const IssueDialog = lazy(async () => ({ default: (await import('./issue-dialog.tsx')).IssueDialog }))

/** What can be done with a requisition besides writing and approving it; only what the person may do and it allows. */
export const RequisitionActions = ({ requisition }: { requisition: Requisition }) => {
  const me = useMe()
  const { allowed, can } = useRights()
  const { run, isRunning } = useAction()
  const [isIssuing, setIssuing] = useState(false)
  const { id, number, version } = requisition
  const may = (move: Parameters<typeof mayDo>[1]) => mayDo(requisition, move, { id: me, allowed })
  const cancel = async () => {
    if (requisition.status === 'draft') {
      const isMeant = await confirm({ title: t('Cancel {number}?', { number }), action: t('Cancel requisition'), isGrave: true })
      if (isMeant) run(() => call(cancelRequisition, { params: { id }, body: { version } }), t('{number} is cancelled.', { number }))
      return
    }
    const reason = await askReason({ title: t('Cancel {number}?', { number }), action: t('Cancel requisition'), isGrave: true })
    if (reason !== null)
      run(() => call(cancelRequisition, { params: { id }, body: { reason, version } }), t('{number} is cancelled.', { number }))
  }
  const close = async () => {
    const reason = await askReason({
      title: t('Close {number}?', { number }),
      text: t('The open remainder is then neither ordered nor issued.'),
      action: t('Close it'),
    })
    if (reason !== null)
      run(() => call(closeRequisition, { params: { id }, body: { reason, version } }), t('{number} is closed.', { number }))
  }
  const reopen = () =>
    run(() => call(reopenRequisition, { params: { id }, body: { version } }), t('{number} is a draft again.', { number }))
  const print = () => download(printRequisition, { params: { id } }, { open: true }).catch(toast.failed)
  return (
    <>
      <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => void print()}>
        {t('Print')}
      </Button>
      {may('reopen') && (
        <Button leftSection={<IconPencil size={16} aria-hidden />} loading={isRunning} onClick={reopen}>
          {requisition.status === 'rejected' ? t('Return to draft') : t('Return to draft')}
        </Button>
      )}
      {may('cancel') && (
        <Button leftSection={<IconBan size={16} aria-hidden />} loading={isRunning} onClick={() => void cancel()}>
          {t('Cancel requisition')}
        </Button>
      )}
      {may('close') && (
        <Button leftSection={<IconChecks size={16} aria-hidden />} loading={isRunning} onClick={() => void close()}>
          {t('Close')}
        </Button>
      )}
      {isOpen(requisition) && can(issueRequisition) && (
        <Button leftSection={<IconArrowsExchange size={16} aria-hidden />} onClick={() => setIssuing(true)}>
          {t('Issue from store')}
        </Button>
      )}
      {isOpen(requisition) && allowed('purchasing.order') && (
        <Button
          component={Link}
          to={`/dashboard/inventory/purchase-orders/from-requisitions?requisition=${id}`}
          variant="filled"
          leftSection={<IconShoppingCart size={16} aria-hidden />}
        >
          {t('Create orders')}
        </Button>
      )}
      <Suspense>{isIssuing && <IssueDialog requisition={requisition} onClose={() => setIssuing(false)} />}</Suspense>
    </>
  )
}
