import { cancelReading, extractRecord, getRecordFile, purgeRecord, withdrawRecord } from '../contract.ts'
import { call, download } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { useAction } from '#web/calls/use-action.ts'
import { readingFailure } from './record-labels.tsx'

interface Of {
  id: number
  version: number
  title: string
}

/** What can be done with a document as a whole, and whether one may. */
export const useRecordActions = ({ id, version, title }: Of) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  const read = () => run(() => call(extractRecord, { body: { record_id: id } }), undefined, readingFailure)
  const cancel = () => run(() => call(cancelReading, { params: { id }, body: {} }), t('Reading stopped.'))
  const withdraw = async () => {
    const reason = await askReason({
      title: t('Withdraw “{title}”?', { title }),
      text: t('It is removed from the record and stays readable under Withdrawn, with the reason.'),
      action: t('Withdraw'),
      isGrave: true,
    })
    if (reason !== null) run(() => call(withdrawRecord, { params: { id }, body: { reason, version } }), t('Document withdrawn.'))
  }
  const purge = async () => {
    const reason = await askReason({
      title: t('Permanently delete the content of “{title}”?', { title }),
      text: t(
        'The file, its page images, its text and its findings are deleted and cannot be restored. Its name and this reason stay in the list.',
      ),
      action: t('Delete content'),
      isGrave: true,
    })
    if (reason !== null) run(() => call(purgeRecord, { params: { id }, body: { reason, version } }), t('Document content deleted.'))
  }
  const save = () => run(() => download(getRecordFile, { params: { id } }))
  return {
    read,
    cancel,
    withdraw,
    purge,
    save,
    isRunning,
    mayCancel: can(cancelReading),
    mayWithdraw: can(withdrawRecord),
    mayPurge: can(purgeRecord),
  }
}
