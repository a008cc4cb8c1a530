import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { findUnprintableLetters, MAX_TEXT } from '../contract-printing.ts'

const TYPING_MS = 350

/** Names the letters of a text that no font of this installation can print. A question that fails says nothing. */
export const UnprintableLetters = ({ text }: { text: string }) => {
  const [asked] = useDebouncedValue(text.trim().slice(0, MAX_TEXT), TYPING_MS)
  const { data } = useQuery({
    ...query(findUnprintableLetters, { body: { text: asked } }),
    enabled: asked !== '',
    placeholderData: (before) => before,
  })
  const letters = data?.letters.filter((letter) => text.includes(letter)) ?? []
  if (letters.length === 0) return null
  return (
    <div className="span-all">
      <Note tone="attention">
        {t('Characters that this installation cannot print on cards and labels:')} <bdi>{letters.join(' ')}</bdi>
      </Note>
    </div>
  )
}
