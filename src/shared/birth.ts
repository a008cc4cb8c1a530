/** Texts in a language, as screens and documents have them. */
type Translate = (text: string, values?: Record<string, string | number>) => string

/**
 * The one decision how a date of birth is written for people, on screens and on paper: an estimated one as its year alone, for day and month
 * of it were never said by anybody. `day` writes a calendar day.
 */
export const birthText = (date: string, isEstimated: boolean, { t, day }: { t: Translate; day: (date: string) => string }): string =>
  isEstimated ? t('about {year}', { year: date.slice(0, 4) }) : day(date)

/** The same together with the age of that day: `4 May 1988, 37 years`; `about 34 years (born about 1992)`. */
export const bornText = (
  date: string,
  isEstimated: boolean,
  { t, day, age }: { t: Translate; day: (date: string) => string; age: string },
): string => (isEstimated ? t('about {age} (born about {year})', { age, year: date.slice(0, 4) }) : `${day(date)}, ${age}`)

const DAY = 86_400_000
/** A newborn is counted in days, an infant in weeks as far as the growth tables of the WHO have weeks, then in months to the second birthday. */
const NEWBORN_DAYS = 28
const WEEKS_TO_MONTHS = 3
const MONTHS_TO_YEARS = 24

/** The one decision in which unit an age is written, on screens and in documents: of a person born on a day (YYYY-MM-DD), on another. */
export const ageParts = (birth: string, on: string): { unit: 'd' | 'wk' | 'mo' | 'y'; count: number } => {
  const [by = 0, bm = 0, bd = 0] = birth.split('-').map(Number)
  const [y = 0, m = 0, d = 0] = on.split('-').map(Number)
  const months = (y - by) * 12 + (m - bm) - (d < bd ? 1 : 0)
  const days = Math.max(0, Math.round((Date.parse(on) - Date.parse(birth)) / DAY))
  if (days < NEWBORN_DAYS) return { unit: 'd', count: days }
  if (months < WEEKS_TO_MONTHS) return { unit: 'wk', count: Math.floor(days / 7) }
  if (months < MONTHS_TO_YEARS) return { unit: 'mo', count: months }
  return { unit: 'y', count: Math.floor(months / 12) }
}
