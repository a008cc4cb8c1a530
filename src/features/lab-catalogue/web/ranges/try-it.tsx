import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tryRange } from '#features/lab-catalogue/contract-ranges.ts'
import type { Panel } from '#features/lab-catalogue/contract.ts'
import { readAge, unitText } from '#features/lab-catalogue/rules.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { ageIn } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { RangeBar } from './range-bar.tsx'
import { agesText, criticalText, limitsText, whoText } from './range-labels.ts'
import styles from '../lab-catalogue.module.css'

type Trial = ResponseOf<typeof tryRange>
type Tone = 'done' | 'attention' | 'critical'

const flags: Record<string, [Tone, () => string]> = {
  normal: ['done', () => t('Normal')],
  low: ['attention', () => t('Low')],
  high: ['attention', () => t('High')],
  abnormal: ['attention', () => t('Abnormal')],
  critical: ['critical', () => t('Critical')],
  'critical low': ['critical', () => t('Critically low')],
  'critical high': ['critical', () => t('Critically high')],
}

const Flag = ({ flag }: { flag: string | null }) => {
  const [tone, word] = flags[flag ?? ''] ?? ['attention', () => t('No flag')]
  return <Status tone={flag === null ? 'inactive' : tone}>{word()}</Status>
}

const Answer = ({ trial: { range, reason, result, unit, problem, flag } }: { trial: Trial }) => (
  <div className="form-stack" role="status">
    {range ? (
      <div>
        <div className="label">{t('Range used')}</div>
        <div className="num">
          <span className="strong">{limitsText(range.low, range.high) || range.text}</span>{' '}
          <span className="t2">
            {whoText(range)}, {agesText(range.age_from_days, range.age_to_days)}
          </span>
        </div>
        {(range.low_critical ?? range.high_critical) !== null && (
          <div className="small t2 num">{t('critical: {limits}', { limits: criticalText(range.low_critical, range.high_critical) })}</div>
        )}
        <RangeBar limits={range} />
      </div>
    ) : (
      <Note tone="attention">{t(reason ?? 'This test has no reference range.')}</Note>
    )}
    {problem && <Note tone="critical">{t(problem)}</Note>}
    {result !== null && (
      <div>
        <div className="label">{t('As reported')}</div>
        <span className="row num size-xl">
          <span className="strong">{result}</span> {unitText(unit)} <Flag flag={flag} />
        </span>
      </div>
    )}
  </div>
)

/** Who would be held against which range, and how a result would be reported: nothing is kept. */
export const TryIt = ({ panel }: { panel: Panel }) => {
  const [sex, setSex] = useState<'male' | 'female' | ''>('female')
  const [age, setAge] = useState(ageIn('y', 30))
  const [isPregnant, setPregnant] = useState<'' | 'true' | 'false'>('')
  const [on, setOn] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [result] = useDebouncedValue(typed, 250)
  const days = age.trim() === '' ? undefined : readAge(age)
  const asked = useQuery({
    ...query(tryRange, {
      params: { id: panel.id },
      query: {
        sex: sex || undefined,
        age_in_days: days ?? undefined,
        is_pregnant: sex === 'female' ? isPregnant || undefined : undefined,
        on: on ?? undefined,
        result: result.trim() || undefined,
      },
    }),
    placeholderData: keepPreviousData,
    enabled: days !== null,
  })
  return (
    <section className="section" aria-label={t('Try it')}>
      <h2>{t('Try it')}</h2>
      <p>{t('Shows how a result would be reported. Nothing is saved.')}</p>
      <div className="form-stack">
        <ChoiceField
          label={t('Sex')}
          data={[
            { value: 'female', label: t('Woman') },
            { value: 'male', label: t('Man') },
            { value: '', label: t('Unknown') },
          ]}
          value={sex}
          onChange={setSex}
        />
        <div className={`grid items-start gap-4 ${styles.pair}`}>
          <TextInput
            label={t('Age')}
            value={age}
            maxLength={20}
            onChange={(event) => setAge(event.currentTarget.value)}
            error={days === null ? t('Enter an age such as 3 d, 2 mo or 5 y.') : undefined}
          />
          <DateField label={t('Date')} placeholder={t('today')} value={on} onChange={setOn} daysOnly />
        </div>
        {sex === 'female' && (
          <ChoiceField
            label={t('Pregnant')}
            data={[
              { value: '', label: t('Unknown') },
              { value: 'true', label: t('Yes') },
              { value: 'false', label: t('No') },
            ]}
            value={isPregnant}
            onChange={setPregnant}
          />
        )}
        <TextInput
          label={t('Result')}
          rightSection={panel.unit && <span className={`small t3 ${styles.unitEnd}`}>{unitText(panel.unit)}</span>}
          rightSectionWidth="auto"
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FourStates query={asked} loading={<Loading rows={2} height={20} />}>
          {(data) => <Answer trial={data} />}
        </FourStates>
      </div>
    </section>
  )
}
