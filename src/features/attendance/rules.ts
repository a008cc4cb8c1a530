import type { Permission } from '#shared/permissions.ts'

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

/** Where a POST that names no track begins, and what the doctor's queue shows: the specification's constant. */
export const DEFAULT_TRACK: Track = 'doctor'
export const closedTracks = ['discharged', 'complete'] as const satisfies Track[]
export const isClosed = (track: Track) => track === 'discharged' || track === 'complete'

/** Tracks at which a visit may begin. */
export const firstTracks = ['reception', 'triage', 'doctor', 'lab', 'pharmacy'] as const satisfies Track[]

/** Who may send a visit away from a track: the people of that room. */
const roomOf: Record<Track, Permission> = {
  reception: 'attendance.reception',
  triage: 'attendance.triage',
  doctor: 'attendance.doctor',
  lab: 'attendance.laboratory',
  'awaiting result': 'attendance.laboratory',
  'added result': 'attendance.doctor',
  pharmacy: 'attendance.pharmacy',
  billing: 'attendance.billing',
  inpatient: 'attendance.doctor',
  discharged: 'attendance.discharge',
  complete: 'attendance.discharge',
}

/** The one table of allowed moves. */
const allowed: Record<Track, readonly Track[]> = {
  reception: ['triage', 'doctor', 'lab', 'pharmacy', 'billing', 'discharged', 'complete'],
  triage: ['reception', 'doctor', 'lab', 'pharmacy', 'billing', 'inpatient', 'discharged'],
  doctor: ['triage', 'lab', 'pharmacy', 'billing', 'inpatient', 'discharged', 'complete'],
  lab: ['awaiting result', 'added result', 'doctor', 'billing', 'reception'],
  'awaiting result': ['added result', 'lab', 'doctor'],
  'added result': ['doctor', 'lab', 'pharmacy', 'billing', 'discharged', 'complete'],
  pharmacy: ['billing', 'doctor', 'reception', 'discharged', 'complete'],
  billing: ['pharmacy', 'lab', 'doctor', 'reception', 'discharged', 'complete'],
  inpatient: ['doctor', 'lab', 'pharmacy', 'billing', 'discharged'],
  discharged: [],
  complete: [],
}

export const movesFrom = (track: Track): readonly Track[] => allowed[track]
export const isAllowedMove = (from: Track, to: Track) => allowed[from].includes(to)

/** The permissions of which one is enough for a move: of the room that sends, or reception, which may send anybody on. */
export const permissionsForMove = (from: Track, to: Track): readonly Permission[] =>
  isClosed(to) ? ['attendance.discharge'] : from === 'added result' ? ['attendance.doctor', 'attendance.laboratory'] : [roomOf[from], 'attendance.reception']

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
