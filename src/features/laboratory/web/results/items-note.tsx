import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { allItems } from './result-items.ts'
import type { ResultItemsState } from './use-result-items.ts'
import styles from './results.module.css'

const ImplausibleDialog = lazy(async () => ({ default: (await import('#web/forms/implausible-dialog.tsx')).ImplausibleDialog }))

interface Props {
  state: ResultItemsState
  /** What a test is called. */
  nameOf: (testPanel: number) => string | undefined
}

/** The first result that the server does not believe, with what it may have been meant as. */
const AskedResult = ({ state, nameOf }: Props) => {
  const one = allItems(state.items).find(({ item }) => item.asked)
  if (!one?.item.asked) return null
  return (
    <Suspense>
      <ImplausibleDialog
        key={one.item.request_panel}
        questions={[one.item.asked]}
        labelOf={() => nameOf(one.item.test_panel) ?? t('Result')}
        onAnswer={(answers) => state.answer(one, answers)}
        onClose={() => state.dismiss(one)}
      />
    </Suspense>
  )
}

/** Results that were typed before this screen was opened and are not saved, and the one that is asked about. Nothing otherwise. */
export const ItemsNote = ({ state, nameOf }: Props) => {
  const { typedAt, count, items } = state
  const why = allItems(items).find(({ item }) => item.why !== null)?.item.why
  return (
    <>
      <AskedResult state={state} nameOf={nameOf} />
      {typedAt !== null && count > 0 && (
        <Note tone="attention">
          <span className="row wrap">
            <span className={styles.itemsNoteText} title={dateTime(typedAt)}>
              {t(
                '{count, plural, one {# result that you typed {ago} is not saved yet.} other {# results that you typed {ago} are not saved yet.}}',
                { count, ago: ago(typedAt) },
              )}{' '}
              {why}
            </span>
            <Button onClick={state.clear}>{t('Discard')}</Button>
            <Button onClick={() => void state.save()}>{t('Save now')}</Button>
          </span>
        </Note>
      )}
    </>
  )
}
