import { freePlace, lengthOf, occurrencesIn, sessionAt, slotsOf, type Misfit, type Plan, type Session } from '#features/schedules/rules.ts'
import { addDays, wallTimeOf } from '#shared/zoned.ts'
import type { Facts, Holding } from './facts.ts'

const MINUTE = 60_000
const LAST_PLACE = 100

export interface Ask {
  doctor: number | null
  item: number | null
  patient: number | null
  /** Null: none; undefined: the session's own. */
  room: number | null | undefined
  /** Where the session has none. */
  usualRoom?: number | null
  start: Date
  /** Null: as long as the service, the session or the settings say. */
  end: Date | null
  overbook: boolean
  /** Only a slot that the public may book. */
  isPublic: boolean
  /** The place that the appointment has, and may keep although it is beyond the capacity: of the same doctor on the same day. */
  ownPlace: number | null
  /** `stay`: only the room changes. `here`: the patient has come, so that plan and capacity are no reason any more. */
  fit: 'plan' | 'stay' | 'here'
  now: Date
}

export interface Place {
  end: Date
  room: number | null
  place: number
  /** Beyond the capacity of the session. */
  isOverbooked: boolean
}

export type Refusal =
  | { code: 'past'; field: string; message: string }
  | { code: 'outside_schedule' | 'slot_taken' | 'overbook_full' | 'patient_busy' | 'room_taken'; message: string; extra: object; end: Date }

const words: Record<Misfit, string> = {
  past: 'An appointment cannot be in the past.',
  leave: 'The doctor is away at that time.',
  holiday: 'The doctor does not see patients on this holiday.',
  other_service: 'The doctor provides another service at that time.',
  no_session: 'The doctor does not see patients at that time.',
}

const past = (message: string): Refusal => ({ code: 'past', field: 'appointment_date_time', message })
const meets = (a: { start: Date; end: Date }, b: { start: Date; end: Date }) => a.start < b.end && b.start < a.end
const serves = (session: Session, item: number | null) => session.item === null || session.item === item

/** When it ends, unless that was said: by the service, else a slot of the session it begins in, else the settings. */
const endOf = ({ doctor, item, start, end }: Ask, plan: Plan): Date => {
  if (end) return end
  const { day } = wallTimeOf(start, plan.zone)
  const own = plan.sessions.filter((session) => session.doctor === doctor && serves(session, item))
  const around = occurrencesIn({ ...plan, sessions: own }, day, day).find((one) => one.start <= start && start < one.end)
  return new Date(start.getTime() + lengthOf(item, around?.session ?? null, plan) * MINUTE)
}

/** What the public may not do although the desk may: too soon, too far ahead, and anything but a slot that is open to it. */
const refusalOfPublic = (ask: Ask, plan: Plan, end: Date): Refusal | null => {
  const { min_notice_minutes: notice, max_days_ahead: ahead } = plan.settings
  const { day } = wallTimeOf(ask.start, plan.zone)
  if (ask.start.getTime() < ask.now.getTime() + notice * MINUTE) return past('This time is too soon. Choose a later time.')
  if (day > addDays(wallTimeOf(ask.now, plan.zone).day, ahead)) return past('This day is too far ahead. Choose an earlier day.')
  const refused: Refusal = { code: 'outside_schedule', message: 'This time is not available.', extra: {}, end }
  if (ask.item !== null && !plan.services.some(({ id, is_public }) => id === ask.item && is_public)) return refused
  if (ask.doctor === null) return null
  const rows = slotsOf({ ...plan, from: day, to: day, now: ask.now, noticeMinutes: notice, item: ask.item, isPublic: true })
  const isSlot = rows.some(({ starts }) => starts.includes(ask.start.getTime()))
  return isSlot ? null : refused
}

const busy = (other: Holding, end: Date): Refusal => {
  const { id, number, start, doctor } = other
  const extra = { other: { id, number, appointment_date_time: start.toISOString(), doctor } }
  return { code: 'patient_busy', message: 'The patient has another appointment at that time.', extra, end }
}

/** How many places a doctor has then, with and without those for squeezing in; a doctor without sessions has one. */
const placesOf = ({ fit, overbook }: Ask, session: Session | null) => {
  const capacity = session?.capacity ?? 1
  const all = capacity + (session?.overbook ?? 0)
  return { capacity, all, open: fit === 'here' ? LAST_PLACE : overbook ? all : capacity }
}

const choosePlace = (ask: Ask, facts: Facts, session: Session | null, end: Date): Refusal | { place: number; isOverbooked: boolean } => {
  const { capacity, all, open } = placesOf(ask, session)
  const held = facts.holding.filter(({ doctor }) => doctor === ask.doctor)
  const { ownPlace, start } = ask
  if (ask.fit === 'stay' && ownPlace !== null) return { place: ownPlace, isOverbooked: ownPlace > capacity }
  const place = freePlace(held, start, end, open)
  if (place !== null) return { place, isOverbooked: place > capacity }
  const keeps =
    !ask.isPublic && ownPlace !== null && ownPlace <= all && !held.some((one) => one.place === ownPlace && meets(one, { start, end }))
  if (keeps) return { place: ownPlace, isOverbooked: true }
  if (ask.overbook) return { code: 'overbook_full', message: 'No more patients can be overbooked at that time.', extra: {}, end }
  const extra = { may_overbook: freePlace(held, start, end, all) !== null }
  return { code: 'slot_taken', message: 'This time is taken.', extra, end }
}

/** A room serves one doctor at a time; without a doctor, one appointment. */
const isRoomTaken = ({ doctor }: Ask, { holding }: Facts, room: number, span: { start: Date; end: Date }) =>
  holding.some((one) => one.room === room && meets(one, span) && (doctor === null || one.doctor !== doctor))

/** Decides where an appointment goes, or why it cannot be: what is asked for, against the doctor's plan and everybody else's appointments. */
export const findPlace = (ask: Ask, facts: Facts): Place | Refusal => {
  const { doctor, item, start, now, fit } = ask
  const { plan, holding } = facts
  if (start < now && fit === 'plan') return past(words.past)
  const end = endOf(ask, plan)
  const refused = ask.isPublic ? refusalOfPublic(ask, plan, end) : null
  if (refused) return refused
  const other = ask.patient === null ? undefined : holding.find((one) => one.patient === ask.patient && meets(one, { start, end }))
  if (other) return busy(other, end)
  const inPlan = doctor === null ? null : sessionAt({ ...plan, doctor, start, end, item, now: fit === 'plan' ? now : start })
  const isBeforePlan = inPlan?.fits && inPlan.session === null && facts.hasSessions
  const state = isBeforePlan ? { fits: false as const, why: 'no_session' as const } : inPlan
  if (state && !state.fits && fit === 'plan') return { code: 'outside_schedule', message: words[state.why], extra: { why: state.why }, end }
  const session = state?.fits ? state.session : null
  const chosen = doctor === null ? { place: 1, isOverbooked: false } : choosePlace(ask, facts, session, end)
  if ('code' in chosen) return chosen
  const room = ask.room === undefined ? (session?.room ?? ask.usualRoom ?? null) : ask.room
  if (room === null || !isRoomTaken(ask, facts, room, { start, end })) return { end, room, ...chosen }
  if (fit === 'here') return { end, room: null, ...chosen }
  return { code: 'room_taken', message: 'This room is taken at that time.', extra: { room }, end }
}
