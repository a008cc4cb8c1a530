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
