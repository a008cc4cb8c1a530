import { memo } from 'react'
import { longDay } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { EntryBlock } from './entry-block.tsx'
import { offWord, type Names } from './entry-labels.ts'
import { minutesBelow } from './lanes.ts'
import type { Cell, Entry } from './plan.ts'
import styles from './hours.module.css'

interface Props {
  cell: Cell
  names: Names
  from: number
  to: number
  minute: number
  left: number
  width: number
  /** How much larger than usual the text is. */
  scale: number
  mayChange: (entry: Entry) => boolean
}

/** The hours of a doctor or a room on a day: what is open, what is not and why, and who comes. */
export const DayColumn = memo(({ cell, names, from, to, minute, left, width, scale, mayChange }: Props) => {
  const spanOf = ({ at, to: until }: { at: number; to: number }) => {
    const top = Math.max(at, from)
    return { top: (top - from) * minute, height: Math.max(0, Math.min(until, to) - top) * minute }
  }
  const booked = cell.placed.length
  return (
    <section
      className={`absolute ${styles.column}`}
      data-part="cal-column"
      data-cell={cell.key}
      aria-label={t('{count, plural, one {{name}, {day}: # appointment} other {{name}, {day}: # appointments}}', {
        name: cell.resource.name,
        day: longDay(cell.day),
        count: booked,
      })}
      style={{ left, width }}
    >
      {cell.open.map((open) => (
        <div
          key={`${open.session.schedule} ${open.at}`}
          className={`absolute ${styles.open}`}
          style={{ ...spanOf(open), '--slot': `${open.session.slot_minutes * minute}px` } as React.CSSProperties}
        />
      ))}
      {cell.holiday !== null && (
        <div
          className={`small semi attention-text absolute ${styles.off}`}
          data-kind="holiday"
          style={{ top: 0, height: (to - from) * minute }}
        >
          <span className="round-s pad-0-2 clip">{cell.holiday}</span>
        </div>
      )}
      {cell.off.map((off) => (
        <div key={off.at} className={`small semi attention-text absolute ${styles.off}`} style={spanOf(off)}>
          <span className="round-s pad-0-2 clip">{offWord(off.kind)}</span>
        </div>
      ))}
      {cell.skipped.map((skipped) => (
        <div key={skipped.at} className={`small semi attention-text absolute ${styles.off}`} style={spanOf(skipped)}>
          <span className="round-s pad-0-2 clip">{t('The clocks go forward')}</span>
        </div>
      ))}
      <div className={`absolute layer-1 ${styles.entries}`}>
        {cell.placed.map((placed) => (
          <EntryBlock
            key={`${placed.entry.id} ${placed.day}`}
            placed={placed}
            names={names}
            from={from}
            minute={minute}
            width={width}
            scale={scale}
            mayMove={mayChange(placed.entry)}
            below={minutesBelow(placed, cell.placed)}
          />
        ))}
      </div>
    </section>
  )
})
DayColumn.displayName = 'DayColumn'
