import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { isDay, parseDay } from '../text/day-text.ts'
import { date } from '../text/format.ts'
import { t } from '../i18n.ts'

const DateCalendar = lazy(async () => ({ default: (await import('./date-calendar.tsx')).DateCalendar }))

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** `YYYY-MM-DD`; '' or null when empty. */
  value?: string | null
  /** Null when the box is empty; what was typed, as it stands, when it is no day: the contract then refuses it. */
  onChange?: (value: string | null) => void
  /** Bounds of the calendar, `YYYY-MM-DD`; what is typed is the contract's to judge. */
  minDate?: string
  maxDate?: string
  /** For filters: tells whole days only, never what is half typed. */
  daysOnly?: boolean
}

const shown = (value: string) => (isDay(value) ? date(value) : value)

/** A calendar day: typed any usual way (3/2/80, 3 Feb 1980, 03021980), or chosen from the calendar at its end. */
export const DateField = ({ value, onChange, minDate, maxDate, daysOnly = false, onBlur, onKeyDown, ...props }: Props) => {
  const given = value ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const day = isDay(given) ? given : null
  const change = (text: string) => {
    setTyped(text)
    const read = text.trim() === '' ? null : (parseDay(text) ?? text)
    if (read === null || isDay(read) || !daysOnly) onChange?.(read)
  }
  const button = (
    <ActionIcon
      size={28}
      aria-label={t('Calendar')}
      aria-expanded={isOpen}
      tabIndex={-1}
      onClick={() => setOpen(!isOpen)}
      disabled={props.disabled}
    >
      <IconCalendar size={16} stroke={1.5} aria-hidden />
    </ActionIcon>
  )
  return (
    <TextInput
      placeholder={t('day month year')}
      autoComplete="off"
      {...props}
      value={typed ?? shown(given)}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' && event.altKey) setOpen(true)
        onKeyDown?.(event)
      }}
      rightSection={
        isOpen ? (
          <Suspense fallback={button}>
            <DateCalendar
              value={day}
              minDate={minDate || undefined}
              maxDate={maxDate || undefined}
              close={() => setOpen(false)}
              onChoose={(chosen) => {
                setTyped(null)
                onChange?.(chosen)
              }}
            >
              {button}
            </DateCalendar>
          </Suspense>
        ) : (
          button
        )
      }
    />
  )
}
