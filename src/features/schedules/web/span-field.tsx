import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { type Unit, units } from './settings-values.ts'

export const unitWord = (unit: Unit): string => ({ minutes: t('minutes'), hours: t('hours'), days: t('days') })[unit]

type Props = TextInputProps & { label: string; unit: Unit; onUnit: (unit: Unit) => void }

/** A span of time: a number, and its unit beside it. */
export const SpanField = ({ unit, onUnit, label, ...props }: Props) => (
  <div className="span-field">
    <TextInput label={label} inputMode="numeric" maxLength={5} {...props} />
    <NativeSelect
      aria-label={`${label}: ${t('unit')}`}
      value={unit}
      data={units.map((value) => ({ value, label: unitWord(value) }))}
      onChange={({ currentTarget: { value } }) => {
        const chosen = units.find((one) => one === value)
        if (chosen) onUnit(chosen)
      }}
    />
  </div>
)
