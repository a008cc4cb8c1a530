import { IconPlus } from '@tabler/icons-react'
import { longDay, today, weekday } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { clock } from './calendar-days.ts'
import { DayColumn } from './day-column.tsx'
import type { Names } from './entry-labels.ts'
import { freeTimes } from './free-times.ts'
import { bandHeight, bandTop, bodyHeight, type Geometry, type Visible } from './geometry.ts'
import { NowTime } from './now-line.tsx'
import type { Cell, Entry, Plan } from './plan.ts'
import styles from './hours.module.css'

const held = ({ placed }: Cell) => placed.filter(({ isRest }) => !isRest).length
const freeIn = (cell: Cell, since: (day: string) => number) => freeTimes(cell, since(cell.day)).length

interface Shared {
  plan: Plan
  geometry: Geometry
  visible: Visible
  /** From when on a day counts as to come, in minutes since midnight; past all of it for a day that is over. */
  since: (day: string) => number
  onBook?: ((cell: Cell) => void) | undefined
}

const FreeCount = ({ count, cell, onBook }: { count: number; cell: Cell; onBook: Shared['onBook'] }) =>
  count === 0 || !onBook ? (
    <span>{t('{count} free', { count })}</span>
  ) : (
    <button
      type="button"
      className={`plain inline-row gap-1 semi accent-text ${styles.free}`}
      title={t('Book first free time')}
      aria-label={t('{count} free: book the first with {name}, {day}', { count, name: cell.resource.name, day: longDay(cell.day) })}
      onClick={() => onBook(cell)}
    >
      <IconPlus size={12} stroke={2} aria-hidden />
      {t('{count} free', { count })}
    </button>
  )

/** Over the columns: doctors with how full they are, or the days of a week. */
export const Heads = ({ plan, geometry, visible, since, onBook, onDay }: Shared & { onDay: (day: string) => void }) => {
  const isDay = plan.days.length === 1
  const band = geometry.bands[0]
  return (
    <div className={`line-bottom surface sticky-top ${styles.top}`} data-part="cal-top" style={{ height: geometry.head }}>
      <span className={`block surface sticky layer-1 full-height ${styles.corner}`} style={{ width: geometry.gutter }} />
      {(band?.columns ?? []).map((key, column) => {
        const cell = plan.cells.get(key)
        if (!cell || column < visible.firstColumn || column > visible.lastColumn) return null
        const box = { left: geometry.gutter + column * geometry.column, width: geometry.column }
        if (isDay)
          return (
            <div key={key} className={`stack pad-0-4 absolute justify-centre ${styles.head}`} style={box}>
              <span className="strong clip" title={cell.resource.name}>
                {cell.resource.name}
              </span>
              <span className="small t3 num row">
                {t('{count} booked', { count: held(cell) })}
                {cell.open.length > 0 && <FreeCount count={freeIn(cell, since)} cell={cell} onBook={onBook} />}
              </span>
            </div>
          )
        return (
          <div
            key={key}
            className={`stack pad-0-4 absolute justify-centre ${styles.head}`}
            style={box}
            data-today={cell.day === today() || undefined}
          >
            <button type="button" className="plain strong clip" title={t('Show this day')} onClick={() => onDay(cell.day)}>
              {weekday(cell.day, { withYear: false })}
            </button>
            {cell.holiday !== null && <span className="small t3 clip">{cell.holiday}</span>}
          </div>
        )
      })}
    </div>
  )
}

const Hours = ({ plan, geometry }: Pick<Shared, 'plan' | 'geometry'>) => {
  const { from, to, minute, gutter } = geometry
  return (
    <div
      className={`surface sticky full-height t3 text-xs ${styles.hours} num`}
      data-part="cal-hours"
      style={{ width: gutter }}
      aria-hidden
    >
      {Array.from({ length: (to - from) / 60 }, (_, hour) => (
        <span key={hour} style={{ top: hour * 60 * minute }}>
          {clock(from + hour * 60)}
        </span>
      ))}
      {plan.days.length === 1 && <NowTime plan={plan} geometry={geometry} />}
    </div>
  )
}

interface BandProps extends Shared {
  names: Names
  band: number
  mayChange: (entry: Entry) => boolean
  onOnly: (resource: number) => void
}

/** The columns of one day, or the days of one doctor or room under their name. */
export const BandRow = ({ plan, geometry, visible, since, onBook, names, band, mayChange, onOnly }: BandProps) => {
  const { resource, columns } = geometry.bands[band] ?? { resource: null, columns: [] }
  const cells = columns.flatMap((key) => plan.cells.get(key) ?? [])
  const next = cells.find((cell) => freeIn(cell, since) > 0)
  const hour = { '--hour': `${60 * geometry.minute}px`, height: bodyHeight(geometry) } as React.CSSProperties
  return (
    <div className={`full-width absolute ${styles.band}`} style={{ top: bandTop(geometry, band), height: bandHeight(geometry) }}>
      {resource && (
        <div className={`sticky canvas ${styles.name}`} data-part="cal-name" style={{ top: geometry.head, height: geometry.bandHead }}>
          <span className="row">
            <button
              type="button"
              className="plain strong"
              disabled={resource.id === 0}
              title={t('Show only {name}', { name: resource.name })}
              onClick={() => onOnly(resource.id)}
            >
              {resource.name}
            </button>
            <span className="small t3 num row">
              {t('{count} booked', { count: cells.reduce((sum, cell) => sum + held(cell), 0) })}
              {next && <FreeCount count={cells.reduce((sum, cell) => sum + freeIn(cell, since), 0)} cell={next} onBook={onBook} />}
            </span>
          </span>
        </div>
      )}
      <div className="relative" style={hour}>
        <Hours plan={plan} geometry={geometry} />
        {cells.map(
          (cell, column) =>
            column >= visible.firstColumn &&
            column <= visible.lastColumn && (
              <DayColumn
                key={cell.key}
                cell={cell}
                names={names}
                from={geometry.from}
                to={geometry.to}
                minute={geometry.minute}
                left={geometry.gutter + column * geometry.column}
                width={geometry.column}
                scale={geometry.scale}
                mayChange={mayChange}
              />
            ),
        )}
      </div>
    </div>
  )
}
