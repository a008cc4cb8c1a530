import { Button, Checkbox, Modal, Radio, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { listSamples } from '#features/laboratory/contract.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { call, query } from '#web/calls/api.ts'
import { useAction } from '#web/calls/use-action.ts'
import { useScans } from '#web/devices/use-scans.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { date, number } from '#web/text/format.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { compareSample, resolveMessage } from '#features/analysers/contract-inbox.ts'
import type { Comparison, InboxResult } from '../analyser-types.ts'
import type { Sample } from '../sample-tests.ts'
import styles from '../lists.module.css'

type Fact = Comparison['facts'][number]

const fieldWord = (field: Fact['field']) =>
  ({ number: t('Patient number'), name: t('Name'), 'date of birth': t('Date of birth'), sex: t('Sex') })[field]
const sexWord = (sex: string) => ({ F: t('Female'), M: t('Male') })[sex] ?? sex
const factText = ({ field }: Fact, text: string) => {
  if (text === '') return '–'
  if (field === 'sex') return sexWord(text)
  return field === 'date of birth' ? date(text) : text
}

const Outcome = ({ outcome }: Pick<Fact, 'outcome'>) => {
  if (outcome === 'differs') return <Status tone="critical">{t('Differs')}</Status>
  if (outcome === 'unknown') return <span className="t3">{t('Not compared')}</span>
  return <Status tone={outcome === 'same' ? 'done' : 'progress'}>{outcome === 'same' ? t('Matches') : t('Similar')}</Status>
}

/** What the message says of its patient beside the patient of the sample, row by row. */
const Compared = ({ comparison }: { comparison: Comparison }) => (
  <table className={`k-table ${styles.facts}`} aria-label={t('Message and sample')}>
    <thead>
      <tr>
        <th scope="col">
          <span className="only-heard">{t('Field')}</span>
        </th>
        <th scope="col">{t('Message')}</th>
        <th scope="col">{t('Sample {number}', { number: comparison.sample_code })}</th>
        <th scope="col">{t('Comparison')}</th>
      </tr>
    </thead>
    <tbody>
      {comparison.facts.map((fact) => (
        <tr key={fact.field}>
          <th scope="row">{fieldWord(fact.field)}</th>
          <td className="wraps">{factText(fact, fact.message)}</td>
          <td className="wraps">{factText(fact, fact.record)}</td>
          <td>
            <Outcome outcome={fact.outcome} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

interface SamplesProps {
  samples: readonly Sample[]
  chosen: number | null
  onChoose: (sample: number) => void
}
const Samples = ({ samples, chosen, onChoose }: SamplesProps) => (
  <Radio.Group label={t('Sample')} required value={chosen === null ? null : String(chosen)} onChange={(id) => onChoose(Number(id))}>
    <div className="stack gap-4 bare-list pt-2">
      {samples.map((sample) => (
        <Radio
          key={sample.id}
          value={String(sample.id)}
          disabled={!sample.is_sample_collected}
          label={`${sample.patient_sample_code} · ${sample.patient_name}`}
          description={[
            sample.patient_number,
            sample.specimen_name,
            sample.tests.join(', '),
            !sample.is_sample_collected && t('Not collected'),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </div>
  </Radio.Group>
)

interface Props {
  /** Results of one message that name the same sample and patient. */
  results: readonly InboxResult[]
  onClose: () => void
  /** After they were given to the sample. */
  onDone?: () => void
}

/** Chooses the sample for results of one message: found by number or patient, compared with the message, and entered for its tests. */
export const ChooseSampleDialog = ({ results, onClose, onDone = onClose }: Props) => {
  const [first] = results
  const [q, setQ] = useState(first?.sample_code ?? '')
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [picked, setPicked] = useState<number | null>(first?.sample ?? null)
  const [reason, setReason] = useState('')
  const { run, isRunning } = useAction()
  useScans((number) => setQ(number.trim()))
  const found = useQuery({ ...query(listSamples, { query: { q: q.trim(), limit: 8 } }), enabled: q.trim() !== '' })
  const sample = found.data?.find(({ id, is_sample_collected: isThere }) => id === picked && isThere)?.id ?? null
  const compared = useQuery({
    ...query(compareSample, { params: { id: first?.id ?? 0, sample: sample ?? 0 } }),
    enabled: sample !== null && first !== undefined,
  })
  if (!first) return null
  const comparison = sample === null ? undefined : compared.data
  const isOther = comparison?.facts.some(({ outcome }) => outcome === 'differs') ?? false
  const chosen = results.filter(({ id }) => !left.has(id))
  const isReady =
    comparison !== undefined && comparison.refusal === null && chosen.length > 0 && (!isOther || reason.trim() !== '') && sample !== null
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isReady) return
    run(async () => {
      const { applied, waiting } = await call(resolveMessage, {
        params: { id: first.message },
        body: {
          action: 'choose sample',
          sample,
          results: chosen.map(({ id, version }) => ({ id, version })),
          ...(isOther && { reason: reason.trim() }),
        },
      })
      const outcome = t('{applied} entered, {waiting} still waiting.', { applied: number(applied), waiting: number(waiting) })
      if (waiting > 0) toast.failed(outcome)
      else toast.done(outcome)
      onDone()
    })
  }
  return (
    <Modal opened onClose={onClose} size="lg" title={t('Choose sample')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form className="form-stack" onSubmit={submit}>
        <Checkbox.Group
          label={t('Results of this message')}
          value={chosen.map(({ id }) => String(id))}
          onChange={(ids) => setLeft(new Set(results.flatMap(({ id }) => (ids.includes(String(id)) ? [] : [id]))))}
        >
          <div className="stack gap-4 bare-list pt-2">
            {results.map(({ id, code, code_text, value, unit, panel_name }) => (
              <Checkbox key={id} value={String(id)} label={`${panel_name ?? (code_text || code)}: ${value} ${unitText(unit)}`.trim()} />
            ))}
          </div>
        </Checkbox.Group>
        <SearchField label={t('Sample number, or patient name or number')} value={q} onChange={setQ} />
        {q.trim() !== '' && (
          <FourStates
            query={found}
            loading={<Loading rows={3} />}
            isEmpty={(samples) => samples.length === 0}
            empty={<Note tone="attention">{t('No matching samples')}</Note>}
          >
            {(samples) => <Samples samples={samples} chosen={sample} onChoose={setPicked} />}
          </FourStates>
        )}
        {sample !== null && (
          <FourStates query={compared} loading={<Loading rows={4} />}>
            {(data) => (
              <>
                {data.refusal && <Note tone="critical">{t(data.refusal.text, data.refusal.values)}</Note>}
                {data.facts.length > 0 ? (
                  <Compared comparison={data} />
                ) : (
                  <Note tone="attention">
                    {t('The message names no patient, so nothing can be compared. The sample belongs to {name}, {number}.', {
                      name: data.patient_name,
                      number: data.patient_number,
                    })}
                  </Note>
                )}
              </>
            )}
          </FourStates>
        )}
        {isOther && (
          <>
            <Note tone="critical">
              {t(
                'The patient in the message differs from the patient of the sample. Continue only if you are sure that this is the same patient.',
              )}
            </Note>
            <TextInput
              label={t('Reason why this is the same patient')}
              required
              maxLength={300}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        )}
        <div className="form-foot">
          <span className="grow" />
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" loading={isRunning} disabled={!isReady}>
            {t('{count, plural, one {Enter {n} result for this sample} other {Enter {n} results for this sample}}', {
              n: number(chosen.length),
              count: chosen.length,
            })}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
