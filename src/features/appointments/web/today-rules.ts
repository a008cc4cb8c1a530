import type { ResponseOf } from '#shared/endpoint.ts'
import type { getCalendar } from '../contract.ts'
import { isOpen } from '../rules.ts'

export type Entry = ResponseOf<typeof getCalendar>['entries'][number]

/** Whole minutes past the time of somebody who is not here yet; 0 before it, and for those who came. */
export const lateBy = ({ status, start }: Pick<Entry, 'status' | 'start'>, now: number): number =>
  isOpen(status) ? Math.max(0, Math.floor((now - Date.parse(start)) / 60_000)) : 0

const hasCome = (status: Entry['status']) => status === 'arrived' || status === 'completed'

/** Who is still to come, earliest first, then who has come; who will not is left out. Those in `staying` keep their place in the first. */
export const inOrder = (entries: readonly Entry[], staying: ReadonlySet<number> = new Set()): { expected: Entry[]; here: Entry[] } => {
  const byTime = entries.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start) || a.id - b.id)
  return {
    expected: byTime.filter(({ id, status }) => isOpen(status) || (staying.has(id) && hasCome(status))),
    here: byTime.filter(({ id, status }) => hasCome(status) && !staying.has(id)),
  }
}

/** The few that a folded list names: the late ones, the longest wait first, then the next ones. */
export const lateAndNext = (expected: readonly Entry[], now: number, most: { late: number; next: number }): Entry[] => [
  ...expected.filter((entry) => lateBy(entry, now) > 0).slice(0, most.late),
  ...expected.filter((entry) => isOpen(entry.status) && lateBy(entry, now) === 0).slice(0, most.next),
]
