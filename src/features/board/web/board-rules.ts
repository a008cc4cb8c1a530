import type { Role } from '#shared/permissions.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getBoard } from '../contract.ts'
import { isLeftOpen, type Track, urgencyOf } from '#features/attendance/rules.ts'
import { clinicNow } from '#web/state/clinic-clock.ts'

export type Board = ResponseOf<typeof getBoard>
export type Visit = Board['visits'][number]
export type Targets = ReadonlyMap<Track, number>

/** The columns of the board, each with its tracks; a patient who is dropped on one goes to its first track that the move table allows. */
export const columns = [
  { key: 'reception', tracks: ['reception'] },
  { key: 'triage', tracks: ['triage'] },
  { key: 'doctor', tracks: ['doctor', 'added result'] },
  { key: 'lab', tracks: ['lab', 'awaiting result'] },
  { key: 'pharmacy', tracks: ['pharmacy'] },
  { key: 'billing', tracks: ['billing'] },
  { key: 'inpatient', tracks: ['inpatient'] },
] as const satisfies readonly { key: Track; tracks: readonly Track[] }[]
export type ColumnKey = (typeof columns)[number]['key']
/** Inpatients are in the house but wait for nobody: they have a list of their own. */
export const shownColumns = columns.filter(({ key }) => key !== 'inpatient')
export const isColumn = (text: string): text is ColumnKey => columns.some(({ key }) => key === text)
export const columnOf = (track: Track): ColumnKey | undefined =>
  columns.find(({ tracks }) => (tracks as readonly Track[]).includes(track))?.key

export const filters = ['everyone', 'critical', 'over'] as const
export type Filter = (typeof filters)[number]

const MINUTE = 60_000
const minutesSince = (instant: string, now: number) => Math.max(0, Math.floor((now - Date.parse(instant)) / MINUTE))

export type Wait =
  | { kind: 'attended'; by: string; minutes: number }
  | { kind: 'over' | 'due' | 'target'; by: number; minutes: number }
  | { kind: 'on time' | 'waiting' | 'left open'; minutes: number }

/** A wait is due when this much of its target has passed. */
const DUE_AT = 0.75

/** Where somebody waits to be seen by a doctor for the first time: there the target of their triage counts, not that of the room. */
const beforeDoctor: readonly Track[] = ['reception', 'triage', 'doctor']

/** How a wait stands against the time that the triage named: it counts down, minute by minute. */
const triageWaitOf = ({ triage_due_at, track }: Visit, minutes: number, now: number): Wait | null => {
  if (triage_due_at === null || !beforeDoctor.includes(track)) return null
  const left = Date.parse(triage_due_at) - now
  return left < 0 ? { kind: 'over', by: Math.floor(-left / MINUTE), minutes } : { kind: 'target', by: Math.ceil(left / MINUTE), minutes }
}

/**
 * How the wait of a visit stands: who has the patient, or where it is against the target of its triage or of its track. Minutes are whole.
 */
export const waitOf = (visit: Visit, targets: Targets, now: number): Wait => {
  if (isLeftOpen(visit, now)) return { kind: 'left open', minutes: minutesSince(visit.track_since, now) }
  if (visit.attended_by_name !== null)
    return { kind: 'attended', by: visit.attended_by_name, minutes: minutesSince(visit.attended_since ?? visit.track_since, now) }
  const minutes = minutesSince(visit.track_since, now)
  const triaged = triageWaitOf(visit, minutes, now)
  if (triaged) return triaged
  const target = targets.get(visit.track)
  if (target === undefined) return { kind: 'waiting', minutes }
  if (minutes > target) return { kind: 'over', by: minutes - target, minutes }
  return minutes > target * DUE_AT ? { kind: 'due', by: target - minutes, minutes } : { kind: 'on time', minutes }
}

/** A person of the clinic as a card has room for: the first name and the initial of the last. */
export const shortStaffName = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.at(-1)?.match(/^./u)?.[0] : undefined
  return last === undefined ? name : `${words[0]} ${last}.`
}

export const isCritical = ({ priority, has_critical_triage }: Visit) => priority !== 'routine' || has_critical_triage
/** Critical vital signs or an emergency, and unattended. */
const isUnseenDanger = ({ attended_by, has_critical_triage, priority }: Visit) =>
  attended_by === null && (has_critical_triage || priority === 'emergency')
export const isOver = (visit: Visit, targets: Targets, now: number) => waitOf(visit, targets, now).kind === 'over'
export const matches = (visit: Visit, filter: Filter, targets: Targets, now: number) =>
  filter === 'everyone' || (filter === 'critical' ? isCritical(visit) && !isLeftOpen(visit, now) : isOver(visit, targets, now))

/** The visits that count: patients on site, without those that were left open on earlier days. */
export const onSite = (visits: readonly Visit[], now: number): Visit[] => visits.filter((visit) => !isLeftOpen(visit, now))

/** What of a track must be known while another is looked at: an unattended critical patient, else a patient over target. */
export const markOf = (visits: readonly Visit[], targets: Targets, now: number): 'critical' | 'over' | undefined => {
  const waiting = onSite(visits, now).filter(({ attended_by }) => attended_by === null)
  if (waiting.some(isUnseenDanger)) return 'critical'
  return waiting.some((visit) => isOver(visit, targets, now)) ? 'over' : undefined
}

const since = ({ track_since }: Visit) => Date.parse(track_since)

/** Unattended critical patients come first, then patients being seen, then the others. */
const placeOf = (visit: Visit) => (isUnseenDanger(visit) ? 0 : visit.attended_by !== null ? 1 : 2)

/**
 * Unattended critical patients are on top, then patients being seen, then the next ones: critical vital signs and emergencies, then by triage
 * category, those without one before the less urgent ones, each by waiting time. Of the same urgency, visits left open on an earlier day come
 * last.
 */
export const inOrder = (visits: readonly Visit[], now = clinicNow()): Visit[] =>
  [...visits].sort(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      urgencyOf(a) - urgencyOf(b) ||
      Number(isLeftOpen(a, now)) - Number(isLeftOpen(b, now)) ||
      since(a) - since(b) ||
      a.id - b.id,
  )

/** Everybody by column, in the order in which they are seen. */
export const byColumn = (visits: readonly Visit[]): ReadonlyMap<ColumnKey, Visit[]> =>
  new Map(columns.map(({ key, tracks }) => [key, inOrder(visits.filter(({ track }) => (tracks as readonly Track[]).includes(track)))]))

const mean = (numbers: readonly number[]) =>
  numbers.length === 0 ? null : Math.round(numbers.reduce((sum, n) => sum + n, 0) / numbers.length)

/** What a column says of itself: the mean of those who wait against their mean target, in minutes, and whether they all have the same one. */
export const summaryOf = (key: ColumnKey, visits: readonly Visit[], targets: Targets, now: number) => {
  const waiting = onSite(visits, now).filter(({ attended_by }) => attended_by === null)
  const theirs = waiting.flatMap(({ track }) => targets.get(track) ?? [])
  return {
    mean: mean(waiting.map(({ track_since }) => minutesSince(track_since, now))),
    target: mean(theirs) ?? targets.get(key) ?? null,
    isOneTarget: new Set(theirs).size < 2,
    over: waiting.filter((visit) => isOver(visit, targets, now)).length,
  }
}

/** The patients on site in one line. Inpatients are counted and do not wait; who was left open on an earlier day is counted apart. */
export const countOnSite = (all: readonly Visit[], now: number) => {
  const visits = onSite(all, now)
  const waiting = visits.filter(({ attended_by, track }) => attended_by === null && track !== 'inpatient')
  const longest = waiting.reduce<Visit | null>((first, visit) => (first && since(first) <= since(visit) ? first : visit), null)
  return {
    people: visits.length,
    leftOpen: all.length - visits.length,
    inpatients: visits.filter(({ track }) => track === 'inpatient').length,
    mean: mean(waiting.map(({ track_since }) => minutesSince(track_since, now))),
    longest: longest && { minutes: minutesSince(longest.track_since, now), column: columnOf(longest.track) ?? 'reception' },
  }
}

export const targetsOf = (waits: Board['waits']): Targets =>
  new Map(waits.flatMap(({ track, target_minutes }) => (target_minutes === null ? [] : [[track, target_minutes] as const])))

/** The visits that changed, came or moved since the board before: for the eye. */
export const changedSince = (before: ReadonlyMap<number, number>, visits: readonly Visit[]): number[] =>
  visits.filter(({ id, version }) => before.get(id) !== version).map(({ id }) => id)

/** The queues that those of a role begin with. */
const ownQueues: Partial<Record<Role, ColumnKey>> = {
  doctor: 'doctor',
  nurse: 'triage',
  labtech: 'lab',
  lab_manager: 'lab',
  pharmacist: 'pharmacy',
  cashier: 'billing',
}

/** The queue that a person begins with: what they chose, of which the whole board is one, else that of their role; null is the whole board. */
export const startQueue = (chosen: string | undefined, role: Role | undefined): ColumnKey | null => {
  const start = chosen ?? (role && ownQueues[role])
  return start !== undefined && isColumn(start) ? start : null
}
