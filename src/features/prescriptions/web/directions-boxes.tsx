import { unitWord } from '#features/directions/web/quantity-name.tsx'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  emptyDirections,
  foodCodes,
  frequencyCodes,
  routeCodes,
  unitCodes,
  type Directions,
  type Dose,
  type FoodCode,
  type FrequencyCode,
  type RouteCode,
  type UnitCode,
} from '#features/directions/rules.ts'
import { amountText } from '#web/text/amount-text.ts'
import { t } from '#web/i18n.ts'
import type { BasketLine } from './basket.ts'
import { foodWord, frequencyWord, routeWord } from './direction-labels.ts'
import { withStructure, type LineReading } from './read-line.ts'
import styles from './line.module.css'

const noDose: Dose = { amount: null, amount_max: null, unit: null, frequency: null, frequency_min: null, days: null }

/** A positive number as typed; null for none, undefined for what cannot be one. */
const numberOf = (typed: string): number | null | undefined => {
  if (typed.trim() === '') return null
  const value = Number(amountText(typed))
  return value > 0 && value <= 1_000_000 ? value : undefined
}

interface NumberProps {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  /** Days are counted whole. */
  isWhole?: boolean
}

/** A number that is told once it is one; what is half typed stays in the box. */
const NumberBox = ({ label, value, onChange, isWhole }: NumberProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? value : numberOf(typed)
  const isOdd = read === undefined || (isWhole && read !== null && !Number.isInteger(read))
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={10}
      value={typed ?? (value === null ? '' : String(value))}
      error={isOdd ? t('Enter a number above 0') : undefined}
      onBlur={() => !isOdd && setTyped(null)}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        const next = numberOf(text)
        if (next !== undefined && (!isWhole || next === null || Number.isInteger(next))) onChange(next)
      }}
    />
  )
}

interface ChoiceProps<T extends string> {
  label: string
  codes: readonly T[]
  word: (code: T) => string
  value: T | null
  onChange: (value: T | null) => void
}
const Choice = <T extends string>({ label, codes, word, value, onChange }: ChoiceProps<T>) => (
  <NativeSelect
    label={label}
    value={value ?? ''}
    data={[{ value: '', label: '–' }, ...codes.map((code) => ({ value: code, label: word(code) }))]}
    onChange={(event) => onChange((event.currentTarget.value || null) as T | null)}
  />
)

interface Props {
  line: BasketLine
  reading: LineReading
  onChange: (line: BasketLine) => void
}

/** The same directions in boxes, for who would rather choose than type; the text above follows them. */
export const DirectionsBoxes = ({ line, reading, onChange }: Props) => {
  const structure = reading.structure ?? emptyDirections
  const [dose = noDose] = structure.doses
  if (structure.doses.length > 1) return <p className="attention-text small">{t('More than one dose: type the directions above.')}</p>
  const set = (part: Partial<Directions>) => onChange(withStructure(line, { ...structure, doses: [dose], ...part }))
  const setDose = (part: Partial<Dose>) => set({ doses: [{ ...dose, ...part }] })
  return (
    <div className={`grid items-start gap-4-5 ${styles.boxes}`} role="group" aria-label={t('Directions by field')}>
      <NumberBox
        label={t('Amount')}
        value={dose.amount}
        onChange={(amount) =>
          setDose({ amount, amount_max: dose.amount_max !== null && amount !== null && dose.amount_max > amount ? dose.amount_max : null })
        }
      />
      <Choice<UnitCode> label={t('Unit')} codes={unitCodes} word={unitWord} value={dose.unit} onChange={(unit) => setDose({ unit })} />
      <Choice<FrequencyCode>
        label={t('Frequency')}
        codes={frequencyCodes}
        word={frequencyWord}
        value={dose.frequency}
        onChange={(frequency) => setDose({ frequency, frequency_min: null })}
      />
      <NumberBox label={t('Days')} isWhole value={structure.days} onChange={(days) => set({ days })} />
      <Choice<RouteCode>
        label={t('Route')}
        codes={routeCodes}
        word={routeWord}
        value={structure.route}
        onChange={(route) => set({ route })}
      />
      <Choice<FoodCode> label={t('Food')} codes={foodCodes} word={foodWord} value={structure.food} onChange={(food) => set({ food })} />
      <Checkbox
        label={t('When needed only')}
        checked={structure.is_prn}
        onChange={(event) => set(event.currentTarget.checked ? { is_prn: true } : { is_prn: false, prn_reason: null, max_per_day: null })}
      />
      {structure.is_prn && (
        <>
          <TextInput
            label={t('Indication')}
            autoComplete="off"
            maxLength={200}
            value={structure.prn_reason ?? ''}
            onChange={(event) => set({ prn_reason: event.currentTarget.value || null })}
          />
          <NumberBox label={t('Maximum in 24 hours')} value={structure.max_per_day} onChange={(max_per_day) => set({ max_per_day })} />
        </>
      )}
    </div>
  )
}
