import { call } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useAction } from '#web/calls/use-action.ts'
import { reverseReceipt } from '../contract-payments.ts'
import type { Receipt } from './bill-types.ts'

export const mayReverse = ({ kind, reversed_by }: Receipt) => kind !== 'reversal' && reversed_by === null

/** Takes a receipt back after a reason was given. */
export const useReversal = () => {
  const { run, isRunning } = useAction()
  const reverse = async ({ id, number, total }: Receipt) => {
    const reason = await askReason({
      title: t('Reverse {number}', { number }),
      text: t('{amount} will count as never paid. The receipt stays on record, marked as reversed; nothing is deleted.', {
        amount: money(total),
      }),
      action: t('Reverse receipt'),
      isGrave: true,
    })
    if (reason !== null) run(() => call(reverseReceipt, { params: { id }, body: { reason } }), t('{number} was reversed.', { number }))
  }
  return { reverse: (receipt: Receipt) => void reverse(receipt), isReversing: isRunning }
}
