import { Input } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { weekdays, weekdayWord } from '../schedule-labels.ts'

interface Props {
  label: string
  value: readonly number[]
  onChange: (days: number[]) => void
  /** Days that cannot be chosen. */
  disabled?: readonly number[]
  error?: ReactNode
  /** The dialog opens with the cursor here. */
  isFirst?: boolean
  'data-path'?: string
}

/** Any of the seven days, side by side. */
export const WeekdayBoxes = ({ label, value, onChange, disabled = [], error, isFirst, 'data-path': path }: Props) => {
  const id = useId()
  const flip = (day: number) =>
    onChange(value.includes(day) ? value.filter((one) => one !== day) : [...value, day].toSorted((a, b) => a - b))
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={error} errorProps={{ id: `${id}-error` }}>
      <div className="choice" role="group" aria-labelledby={id} aria-describedby={error ? `${id}-error` : undefined}>
        {weekdays.map((day, at) => (
          <label key={day} data-chosen={value.includes(day) || undefined}>
            <input
              type="checkbox"
              aria-label={weekdayWord(day)}
              aria-invalid={error ? true : undefined}
              checked={value.includes(day)}
              disabled={disabled.includes(day)}
              data-autofocus={(isFirst && at === 0) || undefined}
              data-path={at === 0 ? path : undefined}
              onChange={() => flip(day)}
            />
            {weekdayWord(day, 'short')}
          </label>
        ))}
      </div>
    </Input.Wrapper>
  )
}
