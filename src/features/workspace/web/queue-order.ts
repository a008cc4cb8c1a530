import { isLeftOpen, urgencyOf, type UrgentVisit } from '#features/attendance/rules.ts'
import type { VisitOnScreen } from '#features/attendance/web/visit-name.tsx'
import { clinicNow } from '#web/state/clinic-clock.ts'

type Queued = UrgentVisit & Pick<VisitOnScreen, 'id' | 'doctor' | 'attended_by' | 'track' | 'track_since' | 'left_open_from'>

/** For this doctor, or for any. */
export const isMine = ({ doctor }: Pick<Queued, 'doctor'>, me: number) => doctor === null || doctor === me

/** What the rows of a queue are: who waits, who is with a doctor, who was left open on an earlier day. The sum is the number of rows. */
export const countQueue = (visits: readonly Pick<Queued, 'attended_by' | 'left_open_from' | 'track' | 'track_since'>[], now: number) => {
  const unseen = visits.filter((visit) => visit.attended_by === null)
  const leftOpen = unseen.filter((visit) => isLeftOpen(visit, now)).length
  return { waiting: unseen.length - leftOpen, attended: visits.length - unseen.length, leftOpen }
}

/**
 * Who should be seen first: my own patients, then unattended ones, then patients of other doctors; each by urgency (critical values,
 * emergencies, the triage category, those without one before the less urgent ones), results that are ready, and the longest wait; of the same
 * urgency, visits left open on an earlier day come last.
 */
export const inOrder = <V extends Queued>(visits: readonly V[], me: number, now = clinicNow()): V[] =>
  visits.toSorted(
    (a, b) =>
      Number(b.attended_by === me) - Number(a.attended_by === me) ||
      Number(a.attended_by !== null) - Number(b.attended_by !== null) ||
      urgencyOf(a) - urgencyOf(b) ||
      Number(isLeftOpen(a, now)) - Number(isLeftOpen(b, now)) ||
      Number(b.track === 'added result') - Number(a.track === 'added result') ||
      Date.parse(a.track_since) - Date.parse(b.track_since) ||
      a.id - b.id,
  )
