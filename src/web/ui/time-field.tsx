import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { parseTime } from '../text/time-text.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** `HH:mm`; '' when empty. */
  value?: string
  /** What was typed, as it stands, when it is no time: the contract then refuses it. */
  onChange?: (value: string) => void
}

/** A time of the clinic's clock, typed any usual way (8, 0830, 8:30, 5 pm); written out when the box is left. */
export const TimeField = ({ value = '', onChange, onBlur, ...props }: Props) => {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      placeholder="08:30"
      autoComplete="off"
      inputMode="text"
      {...props}
      value={typed ?? value}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        onChange?.(parseTime(text) ?? text)
      }}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
