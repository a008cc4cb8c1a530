/** The states of an appointment, in the order in which a day goes through them. */
export const appointmentStatuses = ['pending', 'confirmed', 'arrived', 'completed', 'cancelled', 'no-show'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** What each state is called on screens and on paper. */
export const statusLabel: Record<AppointmentStatus, string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  arrived: 'Arrived',
  completed: 'Completed',
  cancelled: 'Cancelled',
  'no-show': 'No-show',
}

/**
 * The one table of moves. `completed` comes by itself when the visit closes, and by hand only where there is no visit; what was cancelled
 * or missed holds no place, and needs a free one to come back.
 */
const moves: Record<AppointmentStatus, readonly AppointmentStatus[]> = {
  pending: ['confirmed', 'arrived', 'cancelled', 'no-show'],
  confirmed: ['pending', 'arrived', 'cancelled', 'no-show'],
  arrived: ['completed', 'confirmed'],
  completed: [],
  cancelled: ['pending', 'confirmed'],
  'no-show': ['arrived', 'confirmed'],
}

export const movesFrom = (status: AppointmentStatus): readonly AppointmentStatus[] => moves[status]

/** True while the doctor, the room and the patient are taken by it. */
export const holdsPlace = (status: AppointmentStatus) => status !== 'cancelled' && status !== 'no-show'

/** True while its time, doctor, room and service may still be changed. */
export const isOpen = (status: AppointmentStatus) => status === 'pending' || status === 'confirmed'

/** True for a state that is not entered without a reason. */
export const needsReason = (to: AppointmentStatus) => to === 'cancelled'

/** What a move depends on. */
export interface AppointmentState {
  status: AppointmentStatus
  /** False for a public booking that is on no record yet. */
  hasPatient: boolean
  hasVisit: boolean
  /** Whether its day in the clinic is today. */
  isToday: boolean
  hasBegun: boolean
}

/** Why a move cannot be made, in words; null when it can. A free place, where one is needed, is somebody else's question. */
export const refusalOfMove = (
  { status, hasPatient, hasVisit, isToday, hasBegun }: AppointmentState,
  to: AppointmentStatus,
): string | null => {
  if (status === to) return 'The appointment already has this status.'
  if (!moves[status].includes(to)) return 'The appointment cannot change from its current status to this one.'
  if (status === 'arrived' && hasVisit) return 'The patient is in a visit: the appointment ends when the visit ends.'
  if (to === 'arrived' && !hasPatient) return 'Match this booking to a record first.'
  if (to === 'arrived' && !isToday) return 'A patient can be marked as arrived only on the day of the appointment.'
  if (to === 'no-show' && !hasBegun) return 'This appointment has not started yet.'
  if (status === 'cancelled' && hasBegun) return 'The time of this appointment has passed. Book another one.'
  return null
}

/** The states that an appointment may be brought to now. */
export const nextStatuses = (state: AppointmentState): AppointmentStatus[] =>
  appointmentStatuses.filter((to) => refusalOfMove(state, to) === null)

/** States from which a patient is checked in: those without a visit on the day itself. */
export const mayCheckIn = ({ status, hasPatient, hasVisit, isToday }: AppointmentState) =>
  isToday && hasPatient && !hasVisit && (isOpen(status) || status === 'arrived' || status === 'no-show')

/** The last instant at which the person whose appointment it is may cancel or move it without calling the clinic. */
export const changeUntil = (start: Date, minutes: number): Date => new Date(start.getTime() - minutes * 60_000)

/** The longest ranges, in days, that one call reads. */
export const MAX_SLOT_DAYS = 31
export const MAX_CALENDAR_DAYS = 45
export const MAX_COUNT_DAYS = 100
/** The most appointments that one calendar holds. */
export const MAX_ENTRIES = 6_000
/** How many free slots a refusal names. */
export const OFFERED_SLOTS = 6
