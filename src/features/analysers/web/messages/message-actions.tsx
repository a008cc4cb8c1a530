import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { call } from '#web/calls/api.ts'
import { useDeed } from '#web/calls/use-deed.ts'
import { t } from '#web/i18n.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { useRights } from '#web/session/rights.ts'
import { number } from '#web/text/format.ts'
import { resolveMessage } from '#features/analysers/contract-inbox.ts'
import type { InboxResult } from '../analyser-types.ts'
import { RetryOutcomes } from '../inbox/retry-outcomes.tsx'
import { retryResults } from '../inbox/retry-results.ts'
import { groupsOf } from '../inbox/same-sample.ts'

const ChooseSampleDialog = lazy(async () => ({ default: (await import('../inbox/choose-sample-dialog.tsx')).ChooseSampleDialog }))

/** What can be done with everything of a message that waits, in one action. */
export const MessageActions = ({ message, rows }: { message: number; rows: readonly InboxResult[] }) => {
  const { can } = useRights()
  const { run, isRunning } = useDeed()
  const [chosen, setChosen] = useState<readonly InboxResult[] | null>(null)
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const groups = groupsOf(waiting)
  if (waiting.length === 0 || !can(resolveMessage)) return null
  const results = waiting.map(({ id, version }) => ({ id, version }))
  const retry = () => run(() => retryResults({ results: waiting.map(({ id }) => id) }))
  const dismiss = async () => {
    const reason = await askReason({
      title: t('Set {{n}} results aside?', { n: results.length, count: results.length }),
      text: t('It is not entered for any patient. The message stays as it came.'),
      action: t('Set aside'),
      isGrave: true,
    })
    if (reason === null) return
    run(
      () => call(resolveMessage, { params: { id: message }, body: { action: 'dismiss', results, reason } }),
      t('{{n}} set aside.', { n: number(results.length) }),
    )
  }
  return (
    <div className="an-deeds" role="group" aria-label={t('All results of the message')}>
      {groups.map((group) => (
        <Button key={group[0]!.id} variant="filled" onClick={() => setChosen(group)}>
          {groups.length === 1
            ? t('Choose the sample')
            : t('Choose the sample for {{number}}', { number: group[0]!.accession || group[0]!.patient_ref })}
        </Button>
      ))}
      <Button loading={isRunning} onClick={retry}>
        {t('Try again')}
      </Button>
      <Button color="var(--k-critical)" loading={isRunning} onClick={() => void dismiss()}>
        {t('Set aside')}
      </Button>
      <RetryOutcomes />
      <Suspense>{chosen && <ChooseSampleDialog results={chosen} onClose={() => setChosen(null)} />}</Suspense>
    </div>
  )
}
