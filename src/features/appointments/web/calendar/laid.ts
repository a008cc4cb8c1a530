import { createStore, useStore } from '#web/state/store.ts'
import type { Calendar, Entry } from './plan.ts'

/** What this browser knows of appointments before the calendar on the screen has been asked for again. */
type Known = Pick<Entry, 'start' | 'end' | 'doctor' | 'room' | 'place' | 'version'>
const laid = createStore<ReadonlyMap<number, Known>>(new Map())

const LAID_FOR_MS = 12_000

const lift = (id: number, mine?: Known) => {
  if (mine && laid.get().get(id) !== mine) return
  const next = new Map(laid.get())
  next.delete(id)
  laid.set(next)
}

/** Shows an appointment so until the calendar has caught up; answers how to take that back. */
export const lay = (id: number, known: Known): (() => void) => {
  laid.set(new Map(laid.get()).set(id, known))
  const timer = setTimeout(() => lift(id, known), LAID_FOR_MS)
  return () => {
    clearTimeout(timer)
    lift(id, known)
  }
}

/** Newer knowledge wins over what was fetched, and the other way round. */
export const withLaid = (calendar: Calendar, changes: ReadonlyMap<number, Known>): Calendar => {
  if (changes.size === 0) return calendar
  const entries = calendar.entries.map((entry) => {
    const mine = changes.get(entry.id)
    return mine && mine.version > entry.version ? { ...entry, ...mine } : entry
  })
  return { ...calendar, entries }
}
export const useLaid = () => useStore(laid)
