import { call, messageOf } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { reverseStockNote } from '../contract-moves.ts'

const undo = async (id: number, reason: string) => {
  try {
    const made = await call(reverseStockNote, { params: { id }, body: { reason } })
    toast.done(t('Reversed by {number}.', { number: made.number }))
  } catch (error) {
    toast.failed(messageOf(error))
  }
  void queryClient.invalidateQueries()
}

/** Says that a note was written; what can be taken back offers that at once. */
export const sayWritten = (message: string, id?: number) =>
  toast.done(message, id === undefined ? undefined : { label: t('Undo'), run: () => void undo(id, t('Undone immediately')) })

/** Takes a write-off or a consumption back by another note, with the reason that is asked for. */
export const undoNote = async ({ id, number }: { id: number; number: string }) => {
  const reason = await askReason({
    title: t('Reverse {number}?', { number }),
    text: t('A reversing note puts everything back; both notes stay in the ledger.'),
    action: t('Reverse'),
    isGrave: true,
  })
  if (reason !== null) await undo(id, reason)
}
