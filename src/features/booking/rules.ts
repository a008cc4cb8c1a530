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
  if (days < 1) return 'The last day comes before the first.'
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
