import { getBookingPage, listPublicSlots, createPublicBooking, type getPublicBooking } from '#calls/booking/contract-public.ts'
import { getClinic } from '#calls/company/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { parseDay } from '#web/text/day-text.ts'
import { setFormats } from '#web/text/format.ts'
import { ApiError } from '#web/calls/http.ts'
import { language } from '#web/i18n.ts'
import { phoneOf } from './answers.ts'
import { ask } from './ask.ts'
import { draft, write, type Draft } from './draft.ts'
import type { FreeTime } from '../free-times.ts'

export type Booking = ResponseOf<typeof getPublicBooking>

/** The clinic, and what may be booked there. */
export interface Place extends ResponseOf<typeof getBookingPage> {
  language: string
  hasLogo: boolean
  isDemo: boolean
}

/** Everything that the page needs to begin with. */
export const loadPlace = async (signal?: AbortSignal): Promise<Place> => {
  const [page, clinic] = await Promise.all([ask(getBookingPage, {}, { signal }), ask(getClinic, {}, { signal })])
  setFormats(clinic)
  return { ...page, language: clinic.language, hasLogo: clinic.has_logo, isDemo: clinic.is_demo }
}

export interface Wish {
  item: number | null
  /** Null for anybody's times. */
  doctor: number | null
}
/** What is free in a range of the clinic's days. */
export const fetchFreeTimes = async (
  { item, doctor }: Wish,
  { from, to }: { from: string; to: string },
  signal: AbortSignal,
): Promise<FreeTime[]> => {
  const wish = { ...(item !== null && { item }), ...(doctor !== null && { doctor }) }
  const rows = await ask(listPublicSlots, { query: { from, to, ...wish } }, { signal })
  return rows.flatMap((row) => row.starts.map((start) => ({ start, doctor: row.doctor })))
}

const whole = (text: string) => (text.trim() === '' ? null : text)

const bodyOf = (typed: Draft, { today, consent }: Place, website: string) => ({
  first_name: typed.first_name,
  second_name: typed.second_name,
  date_of_birth: parseDay(typed.born, Number(today.slice(0, 4))) ?? '',
  gender: typed.gender || 'other',
  appointment_date_time: typed.start ?? '',
  reason: typed.reason,
  item: typed.item,
  doctor: typed.doctor === 'any' ? null : typed.doctor,
  phone_number: whole(phoneOf(typed.phone)),
  email: whole(typed.email),
  language: language(),
  consent: true as const,
  // The words that stood on the screen; the server refuses others than today's.
  consent_version: typed.consent_version ?? consent.version,
  ...(website && { website }),
})
type Body = ReturnType<typeof bodyOf>

const REUSED = 'idempotency_key_reused'
const isReused = (error: unknown) => error instanceof ApiError && error.code === REUSED
/** Not that an attempt before is still being worked on. */
const isAnswer = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'in_progress'

const post = (body: Body) => ask(createPublicBooking, { body }, { key: draft.get().key })

/** The answer to the one of the bookings sent before that has arrived. */
const findSent = async ([body, ...others]: string[], reason: unknown): Promise<Booking> => {
  if (body === undefined) throw reason
  try {
    return await post(JSON.parse(body) as Body)
  } catch (error) {
    if (isReused(error)) return findSent(others, error)
    throw error
  }
}

/**
 * Books what the draft says, once, however often it is sent. What arrived before the line broke, and was changed here since, is in the clinic
 * already: its answer is fetched then, instead of booking again.
 */
export const book = async (place: Place, website: string): Promise<Booking> => {
  const body = bodyOf(draft.get(), place, website)
  const { sent } = draft.get()
  write({ sent: [...new Set([...sent, JSON.stringify(body)])] })
  try {
    return await post(body)
  } catch (error) {
    if (isReused(error)) return findSent(sent, error)
    if (isAnswer(error)) write({ sent: [] })
    throw error
  }
}
