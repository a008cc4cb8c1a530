import { createStore, useStore } from '#web/state/store.ts'
import type { Calendar, Entry } from './plan.ts'

/** What this browser knows of appointments before the calendar on the screen has been asked for again. */
type Known = Pick<Entry, 'start' | 'end' | 'doctor' | 'room' | 'place' | 'version'>
const optimistic = createStore<ReadonlyMap<number, Known>>(new Map())

const OPTIMISTIC_MS = 12_000

const lift = (id: number, mine?: Known) => {
  if (mine && optimistic.get().get(id) !== mine) return
  const next = new Map(optimistic.get())
  next.delete(id)
  optimistic.set(next)
}

/** Shows an appointment so until the calendar has caught up; answers how to take that back. */
export const showOptimistic = (id: number, known: Known): (() => void) => {
  optimistic.set(new Map(optimistic.get()).set(id, known))
  const timer = setTimeout(() => lift(id, known), OPTIMISTIC_MS)
  return () => {
    clearTimeout(timer)
    lift(id, known)
  }
}

/** Newer knowledge wins over what was fetched, and the other way round. */
export const withOptimistic = (calendar: Calendar, changes: ReadonlyMap<number, Known>): Calendar => {
  if (changes.size === 0) return calendar
  const entries = calendar.entries.map((entry) => {
    const mine = changes.get(entry.id)
    return mine && mine.version > entry.version ? { ...entry, ...mine } : entry
  })
  return { ...calendar, entries }
}
export const useOptimistic = () => useStore(optimistic)
