import type { VisitOnScreen } from '#features/attendance/web/visit-name.tsx'

type Queued = Pick<
  VisitOnScreen,
  'id' | 'doctor' | 'attended_by' | 'priority' | 'track' | 'track_since' | 'has_critical_triage' | 'triage_level'
>

const RANK = { emergency: 0, urgent: 1, routine: 2 } as const
/** After every level that was given. */
const NO_LEVEL = 9

/** For this doctor, or for any. */
export const isMine = ({ doctor }: Pick<Queued, 'doctor'>, me: number) => doctor === null || doctor === me

/**
 * Who should be seen first: whoever is with me, then those with critical values, emergencies, the triage level, results that are ready,
 * and the longest wait.
 */
export const inOrder = <V extends Queued>(visits: readonly V[], me: number): V[] =>
  visits.toSorted(
    (a, b) =>
      Number(b.attended_by === me) - Number(a.attended_by === me) ||
      Number(b.has_critical_triage) - Number(a.has_critical_triage) ||
      RANK[a.priority] - RANK[b.priority] ||
      (a.triage_level ?? NO_LEVEL) - (b.triage_level ?? NO_LEVEL) ||
      Number(b.track === 'added result') - Number(a.track === 'added result') ||
      Date.parse(a.track_since) - Date.parse(b.track_since) ||
      a.id - b.id,
  )
