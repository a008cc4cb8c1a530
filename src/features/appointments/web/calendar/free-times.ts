import { holdsPlace } from '../calendar-calls.ts'
import type { Cell, Open } from './plan.ts'

/** Steps of a time outside of every session, in minutes. */
const PLAIN_STEP = 15
/** Steps of a length, in minutes; also its least. */
export const LENGTH_STEP = 5

const sessionAt = ({ open }: Cell, at: number): Open | undefined => open.find((one) => one.at <= at && at < one.to)

/** The time at or before `at` at which something may begin: a slot of the session there, else a quarter of an hour. */
export const snapped = (cell: Cell, at: number): number => {
  const open = sessionAt(cell, at)
  if (!open) return Math.floor(at / PLAIN_STEP) * PLAIN_STEP
  return open.at + Math.floor((at - open.at) / open.session.slot_minutes) * open.session.slot_minutes
}

/** The next such time after or before `at`. */
export const nextTime = (cell: Cell, at: number, direction: 1 | -1): number => {
  if (direction === -1) return Math.max(0, snapped(cell, at - 1))
  const step = sessionAt(cell, at)?.session.slot_minutes ?? PLAIN_STEP
  return snapped(cell, Math.min(1440 - PLAIN_STEP, snapped(cell, at) + step))
}

const isTaken = (cell: Cell, at: number, to: number, capacity: number) => {
  if (cell.off.some((off) => off.at < to && at < off.to)) return true
  return cell.placed.filter((one) => one.at < to && at < one.to && holdsPlace(one.entry.status)).length >= capacity
}

/** Slots of the day's sessions that still have a place, in minutes since midnight; those before `since` are left out. */
export const freeTimes = (cell: Cell, since: number): number[] =>
  cell.open.flatMap(({ at, to, session: { slot_minutes: step, capacity } }) => {
    const starts = Array.from({ length: Math.max(0, Math.floor((to - at) / step)) }, (_, slot) => at + slot * step)
    return starts.filter((start) => start >= since && !isTaken(cell, start, start + step, capacity))
  })
