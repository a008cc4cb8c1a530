import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'

/** Longer than between two letters of a person typing. */
const PAUSE_MS = 1_000

/** Reads out, once, a text that follows what is typed: when it has stood for a second, not at each letter. */
export const SpokenAfterPause = ({ text }: { text: string }) => {
  const [settled] = useDebouncedValue(text, PAUSE_MS)
  return <VisuallyHidden role="status">{settled}</VisuallyHidden>
}
