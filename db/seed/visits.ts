import { isClosed, type Track } from '#features/attendance/rules.ts'
import { arrivalMinute, arrivals, dayOf, dayOfInstant, instantAt, isoInstant, monthOf, weekdayOf, yearsBetween } from './calendar.ts'
import { type Group, staff } from './clinic.ts'
import { type Diagnosis, type Priority, type Reason, diagnosisOf, pickAcuteReason, pickPriority, reasonText } from './illness.ts'
import type { Patient } from './people.ts'
import { planVisits } from './visit-plan.ts'
import { type Random, random } from './random.ts'
import { type Room, pickPath, pickUnseenPath, stay } from './tracks.ts'

/** `by` is an index into `staff`. */
export type Move = { from: Track; to: Track; at: string; by: number }

export type Visit = {
  /** Index into the patients given. */
  patient: number
  /** Key of the reason in `reasons`. */
  reason_key: string
  reason: string
  /** Null for somebody who left before being seen. */
  diagnosis: Diagnosis | null
  priority: Priority
  /** The first track is entered at `created_at`, the last at `closed_at`. */
  path: readonly Track[]
  moves: Move[]
  created_at: string
  /** Index into `staff`. */
  created_by: number
  closed_at: string
}

export type VisitOptions = {
  seed: number | string
  patients: readonly Patient[]
  /** The clinic's date, `YYYY-MM-DD`; every visit is closed on an earlier day. */
  today: string
  years?: number
  /** How many visits in all, three per patient unless given; fewer only when the patients have too few days since registration. */
  count?: number
}

const MINUTE = 60_000
const LATEST_CLOSE = 19.5 * 60

const byGroup = new Map<Group, number[]>()
for (const [index, { group }] of staff.entries()) byGroup.set(group, [...(byGroup.get(group) ?? []), index])

/** Indexes into `staff` of the people of a group. */
export const staffOf = (group: Group): readonly number[] => byGroup.get(group) ?? []

/** The group whose people attend to the patients on a track, and move them on. */
export const attendants: Record<Room, Group> = {
  reception: 'Receptionist',
  triage: 'Nurse',
  doctor: 'Doctor',
  lab: 'Laboratory technician',
  'awaiting result': 'Laboratory technician',
  'added result': 'Laboratory manager',
  pharmacy: 'Pharmacist',
  billing: 'Cashier',
}

const isRoom = (track: Track): track is Room => track in attendants

/**
 * The stays on a path in minutes, and who ends each: a second time at the doctor is shorter and with the same doctor; whoever leaves triage
 * unseen is let out by reception.
 */
export const walk = (rng: Random, path: readonly Track[], load: number) => {
  const doctor = rng.pick(staffOf('Doctor'))
  let seen = false
  return path.filter(isRoom).map((track, i) => {
    const minutes = stay(rng, track, track === 'doctor' && seen ? load * 0.45 : load)
    if (track === 'doctor') {
      seen = true
      return { minutes, by: doctor }
    }
    const next = path[i + 1]
    const group = track === 'triage' && next && isClosed(next) ? 'Receptionist' : attendants[track]
    return { minutes, by: rng.pick(staffOf(group)) }
  })
}

const weekdayLoad = [0.6, 1.35, 1.05, 1, 1, 1.05, 0.9]
const loadAt = (day: number, minute: number, priority: Priority) =>
  (weekdayLoad[weekdayOf(day)] as number) * (minute > 550 && minute < 700 ? 1.2 : 1) * (priority === 'routine' ? 1 : 0.5)

// How many visits each patient has: many have one, a few a great many; the longer registered and the iller, the more.
const shareOut = (rng: Random, patients: readonly Patient[], count: number, firstDay: number, lastDay: number) => {
  const counts = new Int32Array(patients.length)
  const room = new Int32Array(patients.length)
  const weights = new Float64Array(patients.length)
  let total = 0
  for (const [i, { registered_at, chronic_conditions, date_of_birth }] of patients.entries()) {
    const days = lastDay - Math.max(firstDay, dayOfInstant(Date.parse(registered_at))) + 1
    room[i] = Math.max(0, Math.ceil(days / 6))
    const isSmall = lastDay - dayOf(date_of_birth) < 1200
    const illness = 1 + chronic_conditions.length * 1.6 + (isSmall ? 0.8 : 0)
    const weight = days > 0 ? 0.5 + (days / 365) * illness * rng.logNormal(0.6, 0.9) : 0
    weights[i] = weight
    total += weight
  }
  let sum = 0
  let given = 0
  let target = 0
  for (let i = 0; i < patients.length; i++) {
    sum += weights[i] as number
    const before = target
    target = i === patients.length - 1 ? count : Math.floor((sum / total) * count)
    counts[i] = Math.min(room[i] as number, target - before)
    given += counts[i] as number
  }
  for (let changed = true; given < count && changed;) {
    changed = false
    for (let i = 0; i < patients.length && given < count; i++) {
      if ((counts[i] as number) >= (room[i] as number)) continue
      counts[i] = (counts[i] as number) + 1
      given++
      changed = true
    }
  }
  return counts
}

/**
 * Closed visits of the years before `today`, patient by patient in the order given and in order of time within each (sort by `created_at` for
 * numbers that follow time). A patient's visits never overlap: each is on its own day.
 */
export function* generateVisits({ seed, patients, today, years = 2, count = patients.length * 3 }: VisitOptions): Generator<Visit> {
  if (patients.length === 0) return
  const rng = random(`visits ${seed}`)
  const lastDay = dayOf(today) - 1
  const firstDay = lastDay - Math.round(years * 365) + 1
  const stream = arrivals(firstDay, lastDay)
  const counts = shareOut(rng, patients, count, firstDay, lastDay)

  for (const [index, patient] of patients.entries()) {
    const wanted = counts[index] as number
    if (wanted === 0) continue
    const registered = Date.parse(patient.registered_at)
    const registrationDay = dayOfInstant(registered)
    const birth = dayOf(patient.date_of_birth)
    const from = Math.max(firstDay, registrationDay)
    for (const plan of planVisits(rng, patient, { wanted, birth, from, lastDay, anyDay: () => stream.dayBetween(rng, from, lastDay) })) {
      const reason = plan.reason ?? pickAcuteReason(rng, yearsBetween(birth, plan.day), patient.gender, monthOf(plan.day))
      const created =
        plan.day === registrationDay ? registered + rng.integer(45_000, 240_000) : instantAt(plan.day, arrivalMinute(plan.day, rng.next()))
      yield visitOf(rng, index, reason, plan.text ?? reasonText(rng, reason), created)
    }
  }
}

/** One visit of the patient of this index, begun at `created` and over on the same day. By chance some go home unseen, unless `way` is given. */
export const visitOf = (rng: Random, patient: number, reason: Reason, text: string, created: number, way?: readonly Track[]): Visit => {
  const priority = pickPriority(rng, reason)
  const isUnseen = way === undefined && priority === 'routine' && rng.chance(0.015)
  const path = way ?? (isUnseen ? pickUnseenPath(rng) : pickPath(rng, reason.path))
  const day = dayOfInstant(created)
  const minute = (created - instantAt(day, 0)) / MINUTE
  const steps = walk(rng, path, isUnseen ? 4 : loadAt(day, minute, priority))
  const total = steps.reduce((sum, { minutes }) => sum + minutes, 0)
  // The house empties in the evening: a late visit is shortened as a whole.
  const pace = Math.min(1, (LATEST_CLOSE - minute) / total)
  let at = created
  const moves = steps.map(({ minutes, by }, i): Move => {
    at += Math.max(1000, Math.round(minutes * pace * MINUTE))
    return { from: path[i] as Track, to: path[i + 1] as Track, at: isoInstant(at), by }
  })
  return {
    patient,
    reason_key: reason.key,
    reason: text,
    diagnosis: isUnseen ? null : diagnosisOf(reason),
    priority,
    path,
    moves,
    created_at: isoInstant(created),
    created_by: rng.pick(staffOf('Receptionist')),
    closed_at: isoInstant(at),
  }
}
