import type { Permission } from '#shared/permissions.ts'
import type { Visit } from './contract.ts'

/** The places a visit can be at, in the order in which most visits go through them. */
export const tracks = [
  'reception',
  'triage',
  'doctor',
  'lab',
  'awaiting result',
  'added result',
  'pharmacy',
  'billing',
  'inpatient',
  'discharged',
  'complete',
] as const
export type Track = (typeof tracks)[number]

/** The scales by which a nurse says how urgent somebody is; five levels each, 1 the most urgent. */
export const triageScales = ['esi', 'manchester', 'sats', 'ctas', 'ats'] as const
export type TriageScale = (typeof triageScales)[number]

/** Where a POST that names no track begins, and what the doctor's queue shows. */
export const DEFAULT_TRACK: Track = 'doctor'
export const isClosed = (track: Track) => track === 'discharged' || track === 'complete'

/** Tracks at which a visit may begin. */
export const firstTracks = ['reception', 'triage', 'doctor', 'lab', 'pharmacy'] as const satisfies Track[]
export const mayBeginAt = (track: Track) => firstTracks.some((first) => first === track)

/** How long a move can be taken back by who made it. */
export const UNDO_MINUTES = 10

/** True from the moment at which an open visit counts as left open: it is in no count and in no average. `now` is in milliseconds. */
export const isLeftOpen = ({ left_open_from: from }: { left_open_from: string | Date | null }, now: number): boolean =>
  from !== null && new Date(from).getTime() <= now

const desk = 'attendance.reception'
const nurse = 'attendance.triage'
const doctor = 'attendance.doctor'
const laboratory = 'attendance.laboratory'
const pharmacist = 'attendance.pharmacy'
const cashier = 'attendance.billing'
const end = ['attendance.discharge'] as const

/**
 * The one table of allowed moves: from, to, and the permissions of which one is enough. The room that has the patient sends on and the
 * desk helps; from the waiting areas (reception, triage, billing) the room that is next may also call. The steps of the laboratory are
 * its own, an admission is the doctor's, and anybody may be seen off from anywhere: people leave while they wait.
 */
const moves: Record<Track, Partial<Record<Track, readonly Permission[]>>> = {
  reception: {
    triage: [desk, nurse],
    doctor: [desk, nurse, doctor],
    lab: [desk, laboratory],
    pharmacy: [desk, pharmacist],
    billing: [desk, cashier],
    discharged: end,
    complete: end,
  },
  triage: {
    reception: [nurse, desk],
    doctor: [nurse, doctor, desk],
    lab: [nurse, desk],
    pharmacy: [nurse, desk],
    billing: [nurse, desk],
    inpatient: [doctor],
    discharged: end,
    complete: end,
  },
  doctor: {
    reception: [doctor, desk],
    triage: [doctor, desk],
    lab: [doctor, desk],
    pharmacy: [doctor, desk],
    billing: [doctor, desk],
    inpatient: [doctor],
    discharged: end,
    complete: end,
  },
  lab: {
    'awaiting result': [laboratory],
    'added result': [laboratory],
    doctor: [laboratory, desk],
    billing: [laboratory, desk],
    reception: [laboratory, desk],
    discharged: end,
  },
  'awaiting result': {
    'added result': [laboratory],
    lab: [laboratory],
    doctor: [laboratory, doctor, desk],
    billing: [laboratory, desk],
    discharged: end,
  },
  'added result': {
    triage: [doctor],
    doctor: [doctor, laboratory, desk],
    lab: [doctor, laboratory],
    pharmacy: [doctor],
    billing: [doctor, laboratory, desk],
    inpatient: [doctor],
    discharged: end,
    complete: end,
  },
  pharmacy: {
    reception: [pharmacist, desk],
    triage: [pharmacist, desk],
    doctor: [pharmacist, desk],
    billing: [pharmacist, cashier, desk],
    discharged: end,
    complete: end,
  },
  billing: {
    reception: [cashier, desk],
    triage: [cashier, nurse, desk],
    doctor: [cashier, doctor, desk],
    lab: [cashier, laboratory, desk],
    'awaiting result': [laboratory],
    pharmacy: [cashier, pharmacist, desk],
    discharged: end,
    complete: end,
  },
  inpatient: {
    doctor: [doctor],
    lab: [doctor, nurse],
    pharmacy: [doctor, nurse],
    billing: [doctor, nurse],
    discharged: end,
  },
  discharged: {},
  complete: {},
}

export const movesFrom = (track: Track): readonly Track[] => tracks.filter((to) => moves[track][to] !== undefined)
export const isAllowedMove = (from: Track, to: Track) => moves[from][to] !== undefined

/** The permissions of which one is enough for a move; none for a move that nobody may make. */
export const permissionsForMove = (from: Track, to: Track): readonly Permission[] => moves[from][to] ?? []

const rooms: Record<Track, readonly Permission[]> = {
  reception: [desk],
  triage: [nurse],
  doctor: [doctor],
  lab: [laboratory],
  'awaiting result': [laboratory],
  'added result': [doctor, laboratory],
  pharmacy: [pharmacist],
  billing: [cashier],
  inpatient: [doctor, nurse],
  discharged: [],
  complete: [],
}
/** The permissions of which one is enough to take a patient who is on this track. */
export const getTrackPermissions = (track: Track): readonly Permission[] => rooms[track]

/** The permissions of which one is enough to change this of an open visit. */
export const permissionsForChange = {
  doctor: [desk, nurse, doctor],
  lab_tech: [desk, doctor, laboratory],
  pharmacist: [desk, doctor, pharmacist],
  priority: [desk, nurse, doctor],
  reason: [desk, nurse, doctor],
} as const satisfies Record<string, readonly Permission[]>

/** What each track is called on screens. */
export const trackLabel: Record<Track, string> = {
  reception: 'Reception',
  triage: 'Triage',
  doctor: 'Doctor',
  lab: 'Laboratory',
  'awaiting result': 'Awaiting result',
  'added result': 'Result ready',
  pharmacy: 'Pharmacy',
  billing: 'Billing',
  inpatient: 'Inpatient',
  discharged: 'Discharged',
  complete: 'Complete',
}

/** What of a visit says how urgent the patient is. */
export type UrgentVisit = Pick<
  Visit,
  'priority' | 'has_critical_triage' | 'triage_level' | 'triage_suggested_level' | 'needs_triage_category'
>

/**
 * A patient without a category is of unknown risk: behind those who are known to be very urgent (levels 1 and 2) and before everybody else,
 * because any of them may be one of the former. The desk's word "urgent" goes before the others of unknown risk.
 */
const UNKNOWN = 2.5
const URGENT_AT_DESK = 2.25

/**
 * The rank of a patient in every queue, the most urgent first: critical values, an emergency, then the category; a suggestion counts until
 * the nurse has decided, and where it is more urgent than a category that was chosen before it. `unknown` is the rank of unknown risk.
 */
export const urgencyOf = (visit: UrgentVisit, unknown = UNKNOWN): number => {
  const { priority, has_critical_triage, triage_level: level, triage_suggested_level: suggested, needs_triage_category } = visit
  if (has_critical_triage) return 0
  if (priority === 'emergency') return 0.5
  if (level === null) return Math.min(suggested ?? unknown, unknown, priority === 'urgent' ? URGENT_AT_DESK : unknown)
  return needs_triage_category && suggested !== null ? Math.min(level, suggested) : level
}

/** True when a patient who waits should have been observed again by `now` (milliseconds). */
export const isObservationOverdue = (
  { observation_due_at, attended_by, track }: Pick<Visit, 'attended_by' | 'track'> & { observation_due_at: string | Date | null },
  now: number,
): boolean => observation_due_at !== null && attended_by === null && track !== 'inpatient' && new Date(observation_due_at).getTime() < now
