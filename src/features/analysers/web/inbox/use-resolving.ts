import { call } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { number } from '#web/text/format.ts'
import { messageOf } from '#web/calls/http.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { resolveResult } from '#features/analysers/contract-inbox.ts'
import type { InboxResult } from '../analyser-types.ts'
import { retryResults } from './retry-results.ts'

const dismissOne = ({ id, version }: InboxResult, reason: string) =>
  call(resolveResult, { params: { id }, body: { action: 'dismiss', reason, version } })

/** Sets several aside, one after the other; one that is refused leaves the others be, and the first refusal is said. */
const dismissEach = async (rows: readonly InboxResult[], reason: string) => {
  const answers: InboxResult[] = []
  const refusals: unknown[] = []
  for (const row of rows) {
    try {
      answers.push(await dismissOne(row, reason))
    } catch (error) {
      refusals.push(error)
    }
  }
  void queryClient.invalidateQueries()
  return { answers, refusals }
}

const sayRefused = (refusals: readonly unknown[]) => {
  const [first] = refusals
  if (first !== undefined) toast.failed(t('{n} could not be processed: {why}', { n: number(refusals.length), why: messageOf(first) }))
}

/** What can be done with results that wait, one or several at once. */
export const useResolving = (onDone: () => void) => {
  const { run, isRunning } = useAction()
  const retry = (rows: readonly InboxResult[]) =>
    run(async () => {
      await retryResults({ results: rows.map(({ id }) => id) })
      onDone()
    })
  const dismiss = async (rows: readonly InboxResult[]) => {
    const reason = await askReason({
      title:
        rows.length === 1
          ? t('Dismiss the result?')
          : t('{count, plural, one {Dismiss {n} result?} other {Dismiss {n} results?}}', { n: rows.length, count: rows.length }),
      text: t('Not entered for any patient. The message is kept as received.'),
      action: t('Dismiss'),
      isGrave: true,
    })
    if (reason === null) return
    run(async () => {
      const { answers, refusals } = await dismissEach(rows, reason)
      if (answers.length > 0) toast.done(t('{n} dismissed.', { n: number(answers.length) }))
      sayRefused(refusals)
      onDone()
    })
  }
  return { retry, dismiss: (rows: readonly InboxResult[]) => void dismiss(rows), isRunning }
}
