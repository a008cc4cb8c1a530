import { Button } from '@mantine/core'
import { ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { allItems } from './result-items.ts'
import type { ResultItemsState } from './use-result-items.ts'

/** Results that were typed before this screen was opened and are not saved. Nothing otherwise. */
export const ItemsNote = ({ state }: { state: ResultItemsState }) => {
  const { typedAt, count, items } = state
  if (typedAt === null || count === 0) return null
  const why = allItems(items).find(({ item }) => item.why !== null)?.item.why
  return (
    <Note tone="attention">
      <span className="row wrap">
        <span className="items-note-text" title={dateTime(typedAt)}>
          {t('{{count}} results that you typed {{ago}} are not saved yet.', { count, ago: ago(typedAt) })} {why}
        </span>
        <Button onClick={state.clear}>{t('Discard them')}</Button>
        <Button onClick={() => void state.save()}>{t('Save them now')}</Button>
      </span>
    </Note>
  )
}
