import { isScreenKey } from '../keyboard/keys.ts'
import { Input } from '@mantine/core'
import { useId, type KeyboardEvent, type ReactNode } from 'react'

interface Props<T extends string> {
  /** Over it; a choice of what is shown has `aria-label` instead, for those who hear it. */
  label?: string
  'aria-label'?: string
  className?: string
  /** A few choices, all in sight; a list of many is a Select. */
  data: readonly { value: T; label: string }[]
  /** '' while nothing is chosen. */
  value?: T | ''
  onChange?: (value: T) => void
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  'data-path'?: string
  /** A dialog opens with the cursor here. */
  'data-autofocus'?: boolean | undefined
}

const startsWith = (label: string, key: string) => label.toLocaleLowerCase().startsWith(key.toLocaleLowerCase())

/** One of a few words, side by side: arrows move, and the first letter of a word chooses it, unless the letter is a key of the page. */
export const ChoiceField = <T extends string>({
  label,
  'aria-label': spoken,
  className,
  data,
  value,
  onChange,
  error,
  required,
  disabled,
  'data-path': path,
  'data-autofocus': isFirst,
}: Props<T>) => {
  const name = useId()
  const chooseByLetter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
    // Outside of forms it is a tool of the page, whose keys go on working after a click on it.
    if (!event.currentTarget.form && isScreenKey(event.nativeEvent)) return
    const at = data.findIndex((choice) => startsWith(choice.label, event.key))
    const choice = data[at]
    if (!choice) return
    event.preventDefault()
    onChange?.(choice.value)
    event.currentTarget.closest('.choice')?.querySelectorAll('input')[at]?.focus()
  }
  return (
    <Input.Wrapper
      className={className}
      label={label}
      labelElement="div"
      labelProps={{ id: `${name}-label` }}
      error={error}
      errorProps={{ id: `${name}-error` }}
      required={required}
    >
      <div
        className="choice"
        role="radiogroup"
        aria-label={spoken}
        aria-labelledby={label === undefined ? undefined : `${name}-label`}
        aria-describedby={error ? `${name}-error` : undefined}
        aria-errormessage={error ? `${name}-error` : undefined}
        aria-required={required}
        aria-invalid={error ? true : undefined}
        data-invalid={error ? true : undefined}
      >
        {data.map((choice, at) => (
          <label key={choice.value} data-chosen={choice.value === value || undefined}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={disabled}
              data-path={at === 0 ? path : undefined}
              aria-describedby={error ? `${name}-error` : undefined}
              data-autofocus={(isFirst && choice.value === value) || undefined}
              onChange={() => onChange?.(choice.value)}
              onKeyDown={chooseByLetter}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </Input.Wrapper>
  )
}
