import type { Track } from '#features/attendance/rules.ts'
import { dayOf, dayOfInstant, isoInstant, monthOf, yearsBetween } from './calendar.ts'
import { type Priority, type Reason, fits, pickAcuteReason, reasonOf, reasonText } from './illness.ts'
import type { Patient } from './people.ts'
import { type Random, random } from './random.ts'
import { type Room, pickPathThrough } from './tracks.ts'
import { type Move, attendants, staffOf, walk } from './visits.ts'

export type OpenVisit = {
  /** Index into the patients given. */
  patient: number
  reason_key: string
  reason: string
  priority: Priority
  track: Room
  /** When the present track was entered. */
  track_since: string
  /** Index into `staff` of whoever is with the patient now, or null while the patient waits; nobody attends to two. */
  attended_by: number | null
  attended_since: string | null
  moves: Move[]
  created_at: string
  /** Index into `staff`. */
  created_by: number
  keep?: number
  is_critical?: boolean
}

type Slot = {
  track: Room
  /** Minutes on this track. */
  waited: number
  isAttended?: true
  priority?: Priority
  /** Reasons of which one is taken; any of the season when none is named. */
  reasons?: readonly string[]
  /** Back from the laboratory. */
  isReturning?: true
  /** Somebody who must not have penicillin. */
  isAllergic?: true
  /** Prescribed against the allergy, with a reason. */
  isAgainstWarning?: true
  /** Waits with a critical value that no doctor has seen. */
  isCritical?: true
}

// Half past ten on a weekday: the morning's rush has reached the doctors, and each room has somebody who waits too long.
const halfPastTen: readonly Slot[] = [
  { track: 'reception', waited: 14, isAttended: true },
  { track: 'reception', waited: 8, reasons: ['antenatal'] },
  { track: 'reception', waited: 5, reasons: ['hypertension-review', 'diabetes-review'] },
  { track: 'reception', waited: 2, reasons: ['wound', 'sprain'] },
  { track: 'triage', waited: 27, isAttended: true },
  { track: 'triage', waited: 19, reasons: ['immunisation'], isAttended: true },
  { track: 'triage', waited: 12, reasons: ['antenatal'] },
  { track: 'triage', waited: 7 },
  { track: 'triage', waited: 3, reasons: ['chest-pain', 'pneumonia'], priority: 'urgent' },
  { track: 'doctor', waited: 52, reasons: ['sinusitis', 'tonsillitis', 'back-pain'], isAllergic: true, isAttended: true },
  { track: 'doctor', waited: 38, isAttended: true },
  { track: 'doctor', waited: 29, reasons: ['pneumonia'], priority: 'urgent', isCritical: true },
  { track: 'doctor', waited: 21, reasons: ['diabetes-review', 'asthma-review', 'hypertension-review'] },
  { track: 'doctor', waited: 6, reasons: ['road-accident', 'burn', 'head-injury'], priority: 'emergency', isAttended: true },
  { track: 'doctor', waited: 9, reasons: ['malaria', 'typhoid'], isReturning: true },
  { track: 'lab', waited: 16, reasons: ['urinary-infection', 'anaemia'], isAttended: true },
  { track: 'lab', waited: 7, reasons: ['walk-in-tests', 'check-up'] },
  { track: 'awaiting result', waited: 66, reasons: ['typhoid', 'malaria', 'fatigue'] },
  { track: 'awaiting result', waited: 23, reasons: ['malaria', 'pneumonia'] },
  { track: 'added result', waited: 8, reasons: ['urinary-infection', 'check-up'] },
  { track: 'pharmacy', waited: 26, reasons: ['hypertension-review', 'hiv-review', 'diabetes-review'], isAttended: true },
  { track: 'pharmacy', waited: 13, reasons: ['cold', 'gastroenteritis'] },
  { track: 'pharmacy', waited: 4, reasons: ['tonsillitis', 'otitis', 'dental-caries'], isAllergic: true, isAgainstWarning: true },
  { track: 'billing', waited: 13, isAttended: true },
  { track: 'billing', waited: 6, reasons: ['dressing', 'contraception'] },
  { track: 'billing', waited: 2 },
]

const MINUTE = 60_000

/** The open visits of a weekday at half past ten, moved so that it is that time at `now` (an ISO instant). Needs 26 patients or more. */
export const generateTodayBoard = ({
  seed,
  patients,
  now,
}: {
  seed: number | string
  patients: readonly Patient[]
  now: string
}): OpenVisit[] => {
  if (patients.length < halfPastTen.length) throw new RangeError(`The board needs ${halfPastTen.length} patients`)
  const rng = random(`board ${seed}`)
  const instant = Date.parse(now)
  const today = dayOfInstant(instant)
  const used = new Set<number>()
  const busy = new Set<number>()
  // The choosiest places first, so that the others leave them their patients.
  const choosy = (slot: Slot) => (slot.reasons ? slot.reasons.length : 9)
  const chosen = new Map<Slot, { patient: number; reason: Reason }>()
  for (const slot of halfPastTen.toSorted((a, b) => choosy(a) - choosy(b))) {
    const found = findPatient(rng, patients, slot, today, used)
    used.add(found.patient)
    chosen.set(slot, found)
  }
  return halfPastTen.map((slot) => openVisit(rng, slot, chosen.get(slot) as { patient: number; reason: Reason }, instant, busy))
}

const isAllergic = ({ allergies }: Patient) => allergies.some(({ substance }) => substance === 'Penicillin')

const findPatient = (rng: Random, patients: readonly Patient[], slot: Slot, today: number, used: ReadonlySet<number>) => {
  const offset = rng.integer(0, patients.length - 1)
  const free = patients.map((_, i) => (i + offset) % patients.length).filter((index) => !used.has(index))
  const allergic = slot.isAllergic ? free.filter((index) => isAllergic(patients[index] as Patient)) : []
  const order = allergic.length > 0 ? allergic : free
  const ageOf = ({ date_of_birth }: Patient) => yearsBetween(dayOf(date_of_birth), today)
  const first = rng.integer(0, 99)
  for (const [i] of (slot.reasons ?? []).entries()) {
    const reason = reasonOf(slot.reasons?.[(i + first) % slot.reasons.length] as string)
    const patient = order.find((index) => fits(reason, ageOf(patients[index] as Patient), patients[index] as Patient))
    if (patient !== undefined) return { patient, reason }
  }
  for (let tries = 0; tries < 10_000; tries++) {
    const patient = order[tries % order.length] as number
    const { gender } = patients[patient] as Patient
    const reason = pickAcuteReason(rng, ageOf(patients[patient] as Patient), gender, monthOf(today))
    // A stroke does not wait in line: these places are for what can.
    const canWait = (reason.urgent ?? 0) < 0.3
    if (canWait && pickPathThrough(rng, reason.path, slot.track)) return { patient, reason }
  }
  throw new RangeError(`Nobody fits on the track ${slot.track}`)
}

const openVisit = (
  rng: Random,
  slot: Slot,
  { patient, reason }: { patient: number; reason: Reason },
  now: number,
  busy: Set<number>,
): OpenVisit => {
  const { track, waited, isAttended, priority = 'routine' } = slot
  const path = pathOf(rng, slot, reason)
  const here = slot.isReturning ? path.lastIndexOf(track) : path.indexOf(track)
  const steps = walk(rng, path, priority === 'routine' ? 0.9 : 0.5).slice(0, here)
  const since = now - Math.round((waited - 0.9 * rng.next()) * MINUTE)
  const created = since - steps.reduce((sum, { minutes }) => sum + Math.round(minutes * MINUTE), 0)
  let at = created
  const moves = steps.map(({ minutes, by }, i): Move => {
    at += Math.round(minutes * MINUTE)
    return { from: path[i] as Track, to: path[i + 1] as Track, at: isoInstant(at), by }
  })
  const attendant = isAttended ? (staffOf(attendants[track]).find((index) => !busy.has(index)) ?? null) : null
  if (attendant !== null) busy.add(attendant)
  return {
    patient,
    reason_key: reason.key,
    reason: reasonText(rng, reason),
    priority,
    track,
    track_since: isoInstant(since),
    attended_by: attendant,
    attended_since: attendant === null ? null : isoInstant(now - Math.round(Math.min(waited * 0.6, 9) * rng.next() * MINUTE)),
    moves,
    created_at: isoInstant(created),
    created_by: rng.pick(staffOf('Receptionist')),
    ...(slot.isAgainstWarning && { keep: 1 }),
    ...(slot.isCritical && { is_critical: true }),
  }
}

const pathOf = (rng: Random, slot: Slot, reason: Reason): readonly Track[] => {
  for (let tries = 0; tries < 200; tries++) {
    const path = pickPathThrough(rng, reason.path, slot.isReturning ? 'added result' : slot.track)
    // Whoever waits for a doctor has been to the nurse.
    if (path?.includes(slot.track) && (slot.track !== 'doctor' || path.includes('triage'))) return path
  }
  throw new RangeError(`${reason.key} does not lead to ${slot.track}`)
}
