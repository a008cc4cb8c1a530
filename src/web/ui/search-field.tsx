import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

interface Props {
  label: string
  /** What is searched for now: the address has it. */
  value: string
  onChange: (text: string) => void
  /** Hears what stands in the box when Enter is pressed, as a scanner does. */
  onEnter?: (text: string) => void
}
const PAUSE_MS = 250

/** A search box that asks when the typing pauses. */
export const SearchField = ({ label, value, onChange, onEnter }: Props) => {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const send = useDebouncedCallback((typed: string) => {
    sent.current = typed
    onChange(typed)
  }, PAUSE_MS)
  // The address changes from elsewhere too: back, forward, "show everybody".
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  return (
    <TextInput
      type="search"
      className="search-field"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={100}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value)
      }}
      onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && onEnter?.(event.currentTarget.value)}
    />
  )
}
