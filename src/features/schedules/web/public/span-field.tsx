import { Input, NativeSelect, type InputProps } from '@mantine/core'
import { useId, type ChangeEvent, type ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { type Unit, units } from './settings-values.ts'
import styles from '../forms.module.css'

export const unitWord = (unit: Unit): string => ({ minutes: t('minutes'), hours: t('hours'), days: t('days') })[unit]

interface Props extends Pick<InputProps, 'disabled'> {
  label: string
  description: string
  unit: Unit
  onUnit: (unit: Unit) => void
  value?: string
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void
  error?: ReactNode
}

/** A span of time: a number, and its unit beside it. */
export const SpanField = ({ unit, onUnit, label, description, error, ...props }: Props) => {
  const id = useId()
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error}>
      <div className={`grid gap-2 ${styles.spanField}`}>
        <Input id={id} inputMode="numeric" maxLength={5} error={error} {...props} />
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
    </Input.Wrapper>
  )
}
