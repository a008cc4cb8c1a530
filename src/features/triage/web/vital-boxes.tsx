import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { isCritical, limitFor, type Flags, type Limit } from '../limits.ts'
import { consciousnessLevels, measureOf, type MeasureKey } from '../measures.ts'
import { consciousnessWord, flagWord, measureWord } from './triage-labels.ts'
import type { VitalsForm } from './use-vitals-form.ts'
import styles from './triage.module.css'

const MUAC_UNTIL_MONTHS = 60
const HEAD_UNTIL_MONTHS = 36

interface Props {
  vitals: VitalsForm
  limits: readonly Limit[]
  flags: Flags
  months: number | null
}

const rangeOf = (limits: readonly Limit[], key: MeasureKey, months: number | null) => {
  const limit = limitFor(limits, key, months)
  if (!limit) return '\u00a0'
  if (limit.low !== null && limit.high !== null) return `${limit.low} – ${limit.high}`
  return limit.low !== null ? `≥ ${limit.low}` : limit.high !== null ? `≤ ${limit.high}` : '\u00a0'
}

/** Beneath each box: how its value stands, else what is ordinary at this age. */
const RangeHint = ({ flag, range }: { flag: Flags[MeasureKey]; range: string }) =>
  flag ? (
    <span className={`strong ${styles.vitalFlag}`} data-tone={isCritical(flag) ? 'critical' : 'attention'}>
      {flagWord(flag)}
    </span>
  ) : (
    <span className="num">{range}</span>
  )

const Box = ({ vitals: { form, shown, type, leave }, measure, limits, flags, months }: Props & { measure: MeasureKey }) => {
  const { unit } = measureOf(measure)
  const { error, ...props } = form.getInputProps(measure)
  const flag = flags[measure]
  return (
    <TextInput
      className={styles.vitalBox}
      data-flag={flag && (isCritical(flag) ? 'critical' : 'attention')}
      label={measureWord(measure)}
      inputMode="decimal"
      autoComplete="off"
      maxLength={8}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={error ? undefined : <RangeHint flag={flag} range={rangeOf(limits, measure, months)} />}
      rightSection={<span className="small t3 nowrap">{unit}</span>}
      rightSectionWidth={unit.length * 7 + 20}
      rightSectionPointerEvents="none"
      {...props}
      onChange={(event) => {
        type(measure)
        props.onChange(event)
      }}
      onBlur={(event) => {
        leave()
        props.onBlur?.(event)
      }}
      value={shown[measure]}
      error={error}
    />
  )
}

/** Every measure in the order in which it is taken; a child has its own, and nobody has to fill them all. */
export const VitalBoxes = (props: Props) => {
  const { vitals, months } = props
  const { form, shown } = vitals
  const child: MeasureKey[] = [
    ...(months !== null && months < MUAC_UNTIL_MONTHS ? (['muac'] as const) : []),
    ...(months !== null && months < HEAD_UNTIL_MONTHS ? (['head_circumference'] as const) : []),
  ]
  const boxes = (keys: readonly MeasureKey[]) => keys.map((key) => <Box key={key} measure={key} {...props} />)
  return (
    <div className="stack min-w-0 gap-5">
      <div className={`grid items-start gap-4-5 ${styles.vitalGrid}`}>
        {boxes(['temperature', 'pulse', 'respiration', 'spo2', 'systolic', 'diastolic', 'pain', 'glucose'])}
      </div>
      <div className={`flow items-start gap-5 ${styles.vitalChoices}`}>
        <ChoiceField
          label={t('Air or oxygen')}
          data={[
            { value: 'air', label: t('Room air') },
            { value: 'oxygen', label: t('Oxygen') },
          ]}
          {...form.getInputProps('on_oxygen')}
          value={shown.on_oxygen}
        />
        {shown.on_oxygen === 'oxygen' && boxes(['oxygen_flow'])}
        <ChoiceField
          label={t('Consciousness')}
          data={consciousnessLevels.map((value) => ({ value, label: consciousnessWord(value) }))}
          {...form.getInputProps('consciousness')}
          value={shown.consciousness}
        />
      </div>
      <div className={`grid items-start gap-4-5 ${styles.vitalGrid}`}>{boxes(['weight', 'height', ...child])}</div>
      <Textarea label={t('Notes')} autosize minRows={1} maxRows={4} maxLength={300} {...form.getInputProps('notes')} />
      {(months === null || months >= 192) && (
        <Checkbox
          label={t('Target SpO2 88 to 92 % (scale 2, decided by a clinician)')}
          checked={shown.spo2_scale === '2'}
          onChange={(event) => form.setFieldValue('spo2_scale', event.currentTarget.checked ? '2' : '1')}
        />
      )}
    </div>
  )
}
