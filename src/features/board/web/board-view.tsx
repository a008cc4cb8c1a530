import { Button } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconArmchair } from '@tabler/icons-react'
import { useState } from 'react'
import { trackWord } from '#features/attendance/web/visit-name.tsx'
import { useVisitRights } from '#features/attendance/web/use-visit-rights.ts'
import type { Track } from '#features/attendance/rules.ts'
import { t } from '#web/i18n.ts'
import { Empty, Failed } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { BoardColumn, Cards, ColumnSum } from './board-column.tsx'
import { columnOf, matches, onSite, shownColumns, summaryOf, type ColumnKey, type Filter, type Visit } from './board-rules.ts'
import { BoardTabs } from './board-tabs.tsx'
import { useDragging } from './drag.ts'
import type { LiveBoard } from './use-board.ts'
import styles from './board.module.css'

/** Columns and cards of the size of what is coming. */
export const BoardLoading = ({ isPhone }: { isPhone: boolean }) => (
  <div className={isPhone ? styles.rxList : styles.board} role="status" aria-label={t('Loading')}>
    {(isPhone ? shownColumns.slice(0, 1) : shownColumns).map(({ key }, column) => (
      <div key={key} className={`stack ${styles.col}`}>
        <div className={`stack ${styles.colHead}`}>
          <div className="skeleton" style={{ height: 20, width: 88, marginBottom: 24 }} />
        </div>
        <div className={`stack ${styles.colBody}`} data-part="col-body">
          {Array.from({ length: 3 + (column % 2) }, (_, row) => (
            <div key={row} className="skeleton" style={{ height: 102, flex: 'none' }} />
          ))}
        </div>
      </div>
    ))}
  </div>
)

/** The list could not be fetched: it is empty, and never looks like an empty house. */
export const BoardFailed = ({ error, retry }: { error: unknown; retry: () => void }) => (
  <div className={`stack ${styles.rxFailed}`}>
    <Failed error={error} retry={retry} title={t('The list of people in the house cannot be fetched')} />
    <Note tone="attention">{t('Nobody is shown here, but people may well be waiting. Look into the waiting room.')}</Note>
  </div>
)

const NobodyHere = ({ onStart }: { onStart?: (() => void) | undefined }) => (
  <Empty
    icon={IconArmchair}
    title={t('Nobody is in the house')}
    action={
      onStart && (
        <Button variant="filled" onClick={onStart}>
          {t('Start visit')}
        </Button>
      )
    }
  >
    {t('Everybody with an open visit stands here, in the room where they wait.')}
  </Empty>
)

interface Props {
  board: LiveBoard
  filter: Filter
  track: ColumnKey | null
  isPhone: boolean
  onOpen: (id: number) => void
  onMove: (visit: Visit, to: Track) => void
  onQueue: (column: ColumnKey) => void
  onStart?: (() => void) | undefined
}

/** Everybody in the house, by column; or one queue alone; or, on a phone, one track at a time. */
export const BoardView = ({ board, filter, track, isPhone, onOpen, onMove, onQueue, onStart }: Props) => {
  const { columns, targets, now, fresh } = board
  const [active, setActive] = useState<ReadonlyMap<string, number>>(new Map())
  const rights = useVisitRights()
  const movesOf = useCallbackRef(rights.movesOf)
  const open = useCallbackRef(onOpen)
  const move = useCallbackRef(onMove)
  const noteFocus = useCallbackRef(({ id, track: at }: Visit) => {
    const column = columnOf(at) ?? ''
    if (active.get(column) !== id) setActive(new Map(active).set(column, id))
  })
  useDragging()

  if (board.visits.length === 0) return <NobodyHere onStart={onStart} />
  const inColumn = (key: ColumnKey) => (columns.get(key) ?? []).filter((visit) => matches(visit, filter, targets, now))
  const cardsOf = (key: ColumnKey) => ({
    visits: inColumn(key),
    targets,
    now,
    fresh,
    active: active.get(key),
    movesOf,
    onOpen: open,
    onFocus: noteFocus,
  })
  const alone = isPhone ? (track ?? 'reception') : track
  if (alone === null)
    return (
      <div className={styles.board} role="group" aria-label={t('Board')}>
        {shownColumns.map(({ key }) => (
          <BoardColumn key={key} column={key} onQueue={onQueue} onDrop={move} {...cardsOf(key)} />
        ))}
      </div>
    )

  const cards = cardsOf(alone)
  const sum = summaryOf(alone, cards.visits, targets, now)
  const list = (
    <>
      <p className={`small t3 num ${styles.rxSum}`}>
        <ColumnSum of={sum} />
        {sum.over > 0 && ` · ${t('{{count}} over target', { count: sum.over })}`}
      </p>
      <div className={isPhone ? styles.rxList : styles.rxQueue} data-cards>
        {cards.visits.length === 0 ? (
          <p className={`t3 ${styles.rxNone}`}>
            {filter === 'everyone' ? t('Nobody is in {{track}}.', { track: trackWord(alone) }) : t('Nobody here fits the filter.')}
          </p>
        ) : (
          <Cards {...cards} />
        )}
      </div>
    </>
  )
  if (!isPhone) return list
  return (
    <BoardTabs track={alone} counts={new Map([...columns].map(([key]) => [key, onSite(inColumn(key), now).length]))} onTrack={onQueue}>
      {list}
    </BoardTabs>
  )
}
