import { isLeftOpen, isObservationOverdue, urgencyOf, type UrgentVisit } from '#features/attendance/rules.ts'
import type { VisitOnScreen } from '#features/attendance/web/visit-name.tsx'
import { clinicNow } from '#web/state/clinic-clock.ts'

/** In the nurse's queue who has no category yet comes before everybody who has one: choosing it is the work here. */
const NOT_TRIAGED = 0.75

/** Critical values and emergencies first; then who has no category yet; then by category, and by how long they wait; of the same urgency, who was left open on an earlier day comes last. */
export const inTriageOrder = <V extends UrgentVisit & Pick<VisitOnScreen, 'id' | 'track_since' | 'left_open_from'>>(
  visits: readonly V[],
  now = clinicNow(),
): V[] =>
  [...visits].sort(
    (a, b) =>
      urgencyOf(a, NOT_TRIAGED) - urgencyOf(b, NOT_TRIAGED) ||
      Number(isLeftOpen(a, now)) - Number(isLeftOpen(b, now)) ||
      Date.parse(a.track_since) - Date.parse(b.track_since) ||
      a.id - b.id,
  )

/** Who is in the nurse's queue: who waits for triage, and whoever waits for a doctor and is to be observed again by now. */
export const isForNurse = (visit: Pick<VisitOnScreen, 'track' | 'attended_by' | 'observation_due_at' | 'left_open_from'>, now: number) =>
  visit.track === 'triage' || (isObservationOverdue(visit, now) && !isLeftOpen(visit, now))

/** Who comes after this one: the first in the queue whom nobody else has. */
export const nextAfter = <V extends Pick<VisitOnScreen, 'id' | 'attended_by'>>(
  queue: readonly V[],
  id: number | undefined,
  me: number,
): V | undefined => queue.find((visit) => visit.id !== id && (visit.attended_by === null || visit.attended_by === me))
