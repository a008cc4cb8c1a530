import { ApiError, call, download } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { moveSamples, printSampleLabels, updateSample } from '#features/laboratory/contract.ts'
import type { SampleRow } from '../lab-types.ts'

type Known = Pick<SampleRow, 'id' | 'version'>

const asked = (samples: readonly Known[]) => samples.map(({ id, version }) => ({ id, version }))
const withdraw = async (samples: readonly Known[]) => {
  for (const { id, version } of samples)
    await call(updateSample, { params: { id }, body: { is_sample_collected: false, version } }, { version })
}
const undoCollection = (samples: readonly Known[]) =>
  void withdraw(samples)
    .then(() => toast.done(t('Collection undone.')), toast.failed)
    .finally(() => void queryClient.invalidateQueries())

/** Opens the labels of samples as PDF in a tab of its own. */
export const printLabels = (samples: readonly Known[]): void => {
  const ids = samples.map(({ id }) => id).join(',')
  void download(printSampleLabels, { query: { samples: ids } }, { open: true })
    // How often a label was printed stands at the sample.
    .then(() => queryClient.invalidateQueries(), toast.failed)
}

/** Collects samples; where payment comes first and they are not paid, a person with the right is asked for the reason. Null: they wait. */
const collectPaid = async (samples: readonly SampleRow[], mayUnpaid: boolean) => {
  const send = (reason?: string) =>
    call(moveSamples, { body: { samples: asked(samples), to: 'collected', ...(reason !== undefined && { unpaid_reason: reason }) } })
  try {
    return await send()
  } catch (error) {
    if (!mayUnpaid || !(error instanceof ApiError) || error.code !== 'unpaid') throw error
    const reason = await askReason({
      title: t('Collect before payment?'),
      text: t('This clinic requires payment before collection. The reason is recorded with the sample.'),
      action: t('Collect'),
    })
    return reason === null ? null : send(reason)
  }
}

/** Collects and receives samples, several at once, all or none; what was collected can be taken back at once. */
export const useSampleActions = () => {
  const { allowed, can } = useRights()
  const { run, isRunning } = useAction()
  return {
    mayMove: can(moveSamples),
    isRunning,
    collect: (samples: readonly SampleRow[]) =>
      run(async () => {
        const collected = await collectPaid(samples, allowed('laboratory.before_payment'))
        if (collected === null) return
        const undo = { label: t('Undo'), run: () => undoCollection(collected) }
        toast.done(t('{count, plural, one {# sample collected.} other {# samples collected.}}', { count: collected.length }), undo)
      }),
    receive: (samples: readonly SampleRow[]) =>
      run(
        () => call(moveSamples, { body: { samples: asked(samples), to: 'received' } }),
        t('{count, plural, one {# sample received.} other {# samples received.}}', { count: samples.length }),
      ),
    withdraw: (sample: SampleRow) => run(() => withdraw([sample]), t('Collection undone.')),
    note: ({ id, version }: SampleRow, text: string) =>
      run(() => call(updateSample, { params: { id }, body: { note: text, version } }, { version }), t('Note saved.')),
  }
}
