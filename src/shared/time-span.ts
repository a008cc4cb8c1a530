const LONGEST_IN_MINUTES = 90
const MINUTES_OF_DAY = 1440

/** The words of each unit, in a language. */
interface SpanWords {
  min: (n: number) => string
  hours: (h: number, m: string) => string
  days: (n: number) => string
}

/** A span of whole minutes as screens and answers write it: 47 min, 90 min, 2 h 05 min, 3 d; below zero with a true minus. */
export const spanText = (count: number, words: SpanWords): string => {
  if (count < 0) return `−${spanText(-count, words)}`
  if (count <= LONGEST_IN_MINUTES) return words.min(count)
  if (count >= MINUTES_OF_DAY) return words.days(Math.floor(count / MINUTES_OF_DAY))
  return words.hours(Math.floor(count / 60), String(count % 60).padStart(2, '0'))
}
