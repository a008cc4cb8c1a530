import { useRef, useState } from 'react'
import { trackWord } from '#features/attendance/web/visit-name.tsx'
import { t } from '#web/i18n.ts'
import { useStore } from '#web/state/store.ts'
import { Bold, MARK } from './bold.tsx'
import { type Track, isObservationOverdue } from '#features/attendance/rules.ts'
import { columnOf, onSite, summaryOf, waitOf, type ColumnKey, type Targets, type Visit } from './board-rules.ts'
import { dragged, useDropColumn } from './drag.ts'
import { VisitCard } from './visit-card.tsx'
import styles from './board.module.css'

const STEP = 40

export interface CardsProps {
  visits: readonly Visit[]
  targets: Targets
  now: number
  fresh: ReadonlySet<number>
  /** The card that Tab comes to; the first when it is not here. */
  active: number | undefined
  movesOf: (from: Track) => Track[]
  onOpen: (id: number) => void
  onFocus: (visit: Visit) => void
}

/** Cards in their order, forty more at a time. */
export const Cards = ({ visits, targets, now, fresh, active, movesOf, onOpen, onFocus }: CardsProps) => {
  const [shown, setShown] = useState(STEP)
  const drawn = visits.slice(0, shown)
  const stop = drawn.some(({ id }) => id === active) ? active : drawn[0]?.id
  const rest = visits.length - drawn.length
  return (
    <>
      {drawn.map((visit) => {
        const wait = waitOf(visit, targets, now)
        return (
          <VisitCard
            key={visit.id}
            visit={visit}
            kind={wait.kind}
            by={'by' in wait ? wait.by : undefined}
            count={wait.minutes}
            isFresh={fresh.has(visit.id)}
            isToObserve={isObservationOverdue(visit, now)}
            isTabStop={visit.id === stop}
            movesOf={movesOf}
            onOpen={onOpen}
            onFocus={onFocus}
          />
        )
      })}
      {rest > 0 && (
        <button
          type="button"
          className={`plain rigid text-centre round-l pad-4 hovers ${styles.boardMore} small t2`}
          onClick={() => setShown(shown + STEP)}
        >
          {t('Show {n} more', { n: Math.min(rest, STEP) })}
        </button>
      )}
    </>
  )
}

/** Mean wait of a column against its target, in words. */
export const ColumnSum = ({ summary: { mean, target, isOneTarget } }: { summary: ReturnType<typeof summaryOf> }) => {
  if (mean === null) return target === null ? t('none waiting') : t('target {n} min', { n: target })
  const text = target === null || !isOneTarget ? t('avg {n} min', { n: MARK }) : t('avg {n} · target {target} min', { n: MARK, target })
  return <Bold text={text} values={[mean]} />
}

interface Props extends CardsProps {
  column: ColumnKey
  onQueue: (column: ColumnKey) => void
  onDrop: (visit: Visit, to: Track) => void
}

/** A column of the board: its head with count and mean, its cards; a place to drop a card where that is allowed. */
export const BoardColumn = ({ column, onQueue, onDrop, ...cards }: Props) => {
  const place = useRef<HTMLElement>(null)
  useDropColumn(place, column, onDrop)
  const held = useStore(dragged)
  const takes = held === null ? undefined : held.to.has(column) ? 'yes' : columnOf(held.visit.track) === column ? undefined : 'no'
  const sum = summaryOf(column, cards.visits, cards.targets, cards.now)
  const name = trackWord(column)
  const share = sum.mean === null || sum.target === null ? 0 : Math.min(1, sum.mean / sum.target)
  return (
    <section ref={place} className={`stack min-w-0 min-h-0 ${styles.col}`} aria-label={name} data-takes={takes}>
      <header className={`stack line-bottom surface gap-1 ${styles.colHead}`}>
        <span className="row">
          <h2>
            <button type="button" className="plain" title={t('Show only {track}', { track: name })} onClick={() => onQueue(column)}>
              {name}
            </button>
          </h2>
          <span className={`t2 small sunken round-s semi ${styles.colN} num`} data-part="col-n">
            {onSite(cards.visits, cards.now).length}
          </span>
        </span>
        <span className="small t3 num">
          <ColumnSum summary={sum} />
        </span>
        <span className={styles.colBar} aria-hidden>
          <i style={{ width: `${share * 100}%` }} />
        </span>
      </header>
      <div className={`stack scroll gap-4 pad-4 flex-1 ${styles.colBody}`} data-part="col-body" data-cards>
        <Cards {...cards} />
      </div>
    </section>
  )
}
