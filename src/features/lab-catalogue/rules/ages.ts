const DAY_MS = 86_400_000
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The days from birth (YYYY-MM-DD) to `day`: 0 on the day of birth. Null when the birth is later or one of them is no day. */
export const ageInDays = (birth: string, day: string): number | null => {
  const days = (Date.parse(day) - Date.parse(birth)) / DAY_MS
  return DAY.test(birth) && DAY.test(day) && days >= 0 ? days : null
}

// Rounded down, so that nobody who has had the birthday is left out.
const daysOf = { days: (n: number) => n, weeks: (n: number) => n * 7, months: (n: number) => Math.floor(n * 30.4375), years: (n: number) => Math.floor(n * 365.25) } // prettier-ignore

const words: Record<keyof typeof daysOf, string> = {
  years: 'y yr yrs year years a an ans mwaka miaka',
  months: 'm mo mos month months mois mwezi miezi',
  weeks: 'w wk wks week weeks sem semaine semaines wiki',
  days: 'd day days j jour jours siku',
}
const units = new Map(
  (Object.keys(daysOf) as (keyof typeof daysOf)[]).flatMap((unit) => words[unit].split(' ').map((word) => [word, unit] as const)),
)

/** The greatest age of a range: 200 years. */
export const MAX_AGE_DAYS = 73_000
const MOST_MONTHS = 36

/** An age of so many days in the greatest unit that says it exactly: `3 d`, `2 mo`, `5 y`; `readAge` gives the same days back. */
export const writeAge = (days: number): string => {
  const years = Math.ceil(days / 365.25)
  if (days > 0 && daysOf.years(years) === days) return `${years} y`
  const months = Math.ceil(days / 30.4375)
  return days > 0 && months <= MOST_MONTHS && daysOf.months(months) === days ? `${months} mo` : `${days} d`
}

/**
 * The days of an age as people write it: `3 d`, `6 w`, `2 mo`, `5 y`, `1 y 6 mo`, in English, French or Swahili; a bare number is years, as
 * at registration. A month is 30.4375 days and a year 365.25. Null for anything else and for more than 200 years.
 */
export const readAge = (typed: string): number | null => {
  const text = typed.trim().toLowerCase()
  if (/\d\s+\d/.test(text)) return null
  const plain = text.replaceAll(/\s|(?<=\p{L})\./gu, '')
  const parts = [...plain.matchAll(/(\d{1,5})(\p{L}*)/gu)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== plain) return null
  let sum = 0
  for (const [, count, word = ''] of parts) {
    const unit = word === '' && parts.length === 1 ? 'years' : units.get(word)
    if (!unit) return null
    sum += daysOf[unit](Number(count))
  }
  return sum <= MAX_AGE_DAYS ? sum : null
}
