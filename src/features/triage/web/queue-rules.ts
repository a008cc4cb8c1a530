import type { VisitOnScreen } from '#features/attendance/web/visit-name.tsx'

const RANK = { emergency: 0, urgent: 1, routine: 2 } as const
const NO_LEVEL = 0

/** Whoever is critical or an emergency first; then who has no level yet or the most urgent one; then by how long they wait. */
export const inTriageOrder = <V extends Pick<VisitOnScreen, 'id' | 'priority' | 'has_critical_triage' | 'triage_level' | 'track_since'>>(
  visits: readonly V[],
): V[] =>
  [...visits].sort(
    (a, b) =>
      (a.has_critical_triage ? 0 : RANK[a.priority]) - (b.has_critical_triage ? 0 : RANK[b.priority]) ||
      (a.triage_level ?? NO_LEVEL) - (b.triage_level ?? NO_LEVEL) ||
      Date.parse(a.track_since) - Date.parse(b.track_since) ||
      a.id - b.id,
  )

/** Who comes after this one: the first in the queue whom nobody else has. */
export const nextAfter = <V extends Pick<VisitOnScreen, 'id' | 'attended_by'>>(
  queue: readonly V[],
  id: number | undefined,
  me: number,
): V | undefined => queue.find((visit) => visit.id !== id && (visit.attended_by === null || visit.attended_by === me))
