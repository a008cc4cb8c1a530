import { memo } from 'react'
import { IconUsersPlus, IconWorld } from '@tabler/icons-react'
import { statusLook } from '../appointment-status.tsx'
import { clock } from './calendar-days.ts'
import { nameOf, sayEntry, type Names } from './entry-labels.ts'
import { useIsHeld } from './drag-state.ts'
import type { Placed } from './plan.ts'
import styles from './entries.module.css'

/** Heights in pixels: what a short block grows to where nothing stands below it, what holds a line of small text, of usual text, and two lines. */
const READABLE = 24
const SMALL_LINE = 9
const ONE_LINE = 15
const TWO_LINES = 33
/** Width from which there is room for the time beside the name. */
const WITH_TIME = 240

interface Props {
  placed: Placed
  names: Names
  /** Minutes since midnight at the top of the grid. */
  from: number
  minute: number
  /** Of the column, in pixels. */
  width: number
  /** How much larger than usual the text is. */
  scale: number
  mayMove: boolean
  /** Minutes until another appointment begins below. */
  below: number
}

/** One appointment in its column: a button that opens it, with its state as colour, sign and word. */
export const EntryBlock = memo(({ placed, names, from, minute, width, scale, mayMove, below }: Props) => {
  const { entry, at, to, lane, lanes, isOver, isDim, isRest } = placed
  const isHeld = useIsHeld(entry.id)
  const { tone, icon: Sign, word } = statusLook(entry.status)
  const own = Math.max(6, (to - at) * minute - 2)
  const height = Math.max(own, Math.min(READABLE * scale, below * minute - 1))
  const message = sayEntry(placed, names)
  const room = height / scale
  return (
    <button
      type="button"
      className={`${styles.entry} num`}
      data-part="cal-entry"
      tabIndex={-1}
      data-entry={isRest ? undefined : entry.id}
      data-tone={tone}
      data-state={entry.status}
      data-over={isOver || undefined}
      data-dim={isDim || undefined}
      data-held={isHeld || undefined}
      data-movable={mayMove || undefined}
      data-short={room < SMALL_LINE + 3 ? 'low' : room < ONE_LINE || undefined}
      aria-label={message}
      title={message}
      style={{ top: (at - from) * minute + 1, height, left: `${(lane / lanes) * 100}%`, width: `calc(${100 / lanes}% - 3px)` }}
    >
      {room >= SMALL_LINE && (
        <span className={`in-row min-w-0 gap-2 ${styles.line}`}>
          <Sign size={13} stroke={1.75} aria-hidden />
          <b className="clip">{nameOf(entry)}</b>{' '}
          {room < TWO_LINES && width / lanes >= WITH_TIME * scale && <span className="t2 rigid">{clock(at)}</span>}
          {entry.patient === null && <IconWorld size={12} stroke={1.75} aria-hidden />}
          {isOver && <IconUsersPlus size={12} stroke={1.75} aria-hidden />}
        </span>
      )}{' '}
      {room >= TWO_LINES && (
        <span className={`t2 block text-xs ${styles.more} clip`}>
          {clock(at)} · {word}
          {entry.item_name !== null && ` · ${entry.item_name}`}
        </span>
      )}
      {mayMove && !isRest && <span className={`absolute ${styles.grip}`} data-part="cal-grip" aria-hidden />}
    </button>
  )
})
EntryBlock.displayName = 'EntryBlock'
