import { isOpen, type AppointmentStatus } from '#features/appointments/rules.ts'

/** As records say it, and as short forms do. */
export const bookedGenders = ['male', 'female', 'other', 'M', 'F', 'O'] as const
const fullGender = { M: 'male', F: 'female', O: 'other' } as const

export const genderOf = (sent: (typeof bookedGenders)[number]): 'male' | 'female' | 'other' =>
  sent === 'M' || sent === 'F' || sent === 'O' ? fullGender[sent] : sent

/** The longest range, in days, that one call for free times reads. */
export const MAX_PUBLIC_DAYS = 31
const DAY_MS = 86_400_000

/** Why a range of days is refused, or null. */
export const rangeProblem = ({ from, to }: { from: string; to: string }): string | null => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days < 1) return 'The last day must not be before the first.'
  return days > MAX_PUBLIC_DAYS ? `Ask for ${MAX_PUBLIC_DAYS} days at most.` : null
}

const OLDEST_YEARS = 130

/** Why nobody who books today was born on that day, or null. */
export const birthProblem = (born: string, today: string): string | null => {
  if (born > today) return 'The date of birth is in the future.'
  const oldest = `${String(Number(today.slice(0, 4)) - OLDEST_YEARS).padStart(4, '0')}${today.slice(4)}`
  return born < oldest ? 'Check the year of the date of birth.' : null
}

/** What a record takes over from a booking where it has nothing itself. */
export const takenOverFields = ['phone', 'email', 'date_of_birth'] as const
export type TakenOverField = (typeof takenOverFields)[number]

/** What a booking and a record are held against each other by. */
export const comparedFields = ['name', 'gender', 'date_of_birth', 'phone', 'email'] as const
export type ComparedField = (typeof comparedFields)[number]

const MINUTE = 60_000
/** No clinic lets the public book further ahead. */
const FARTHEST_DAYS = 367

/** Why the public may not book that instant, whoever is free, or null: the past, too soon, or too far ahead. `lastDay` is the clinic's. */
export const timeProblem = (
  { at, day }: { at: Date; day: string },
  { now, noticeMinutes, lastDay }: { now: Date; noticeMinutes: number; lastDay: string },
): string | null => {
  if (at < now) return 'An appointment cannot be in the past.'
  if (at.getTime() < now.getTime() + noticeMinutes * MINUTE) return 'This time is too soon. Choose a later time.'
  // A day of five digits is none that can be compared.
  const isFar = at.getTime() > now.getTime() + FARTHEST_DAYS * DAY_MS || day > lastDay
  return isFar ? 'This day is too far ahead. Choose an earlier day.' : null
}

export interface Compared {
  gender: string
  date_of_birth: string | null
  phone: string | null
  email: string | null
}

const digits = (phone: string) => phone.replaceAll(/\D/g, '').slice(-9)
const isKnownGender = (gender: string) => gender === 'male' || gender === 'female'

const isOther = (a: string | null, b: string | null, same: (a: string, b: string) => boolean) => a !== null && b !== null && !same(a, b)

/** The fields in which a record says something else than the booking; what it does not say is no difference. */
export const differences = (sent: Compared, onFile: Compared, isSameName: boolean): ComparedField[] => {
  const differs: Record<ComparedField, boolean> = {
    name: !isSameName,
    gender: isKnownGender(sent.gender) && isKnownGender(onFile.gender) && sent.gender !== onFile.gender,
    date_of_birth: isOther(sent.date_of_birth, onFile.date_of_birth, (a, b) => a === b),
    phone: isOther(sent.phone, onFile.phone, (a, b) => digits(a) === digits(b)),
    email: isOther(sent.email, onFile.email, (a, b) => a.toLowerCase() === b.toLowerCase()),
  }
  return comparedFields.filter((field) => differs[field])
}

interface BookingState {
  status: AppointmentStatus
  patient: number | null
  visit: number | null
}
/** True for a booking that may be put on a record: open, or missed by somebody who comes after all. */
export const isConvertible = ({ status, patient }: BookingState) => patient === null && (isOpen(status) || status === 'no-show')

/** True for one that may be taken off a wrong record: nobody has come on it. */
export const isUnlinkable = ({ status, patient, visit }: BookingState) =>
  patient !== null && visit === null && status !== 'arrived' && status !== 'completed'
