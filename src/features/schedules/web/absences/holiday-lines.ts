import { parseDay } from '#web/text/day-text.ts'

export interface HolidayLine {
  /** As it stands in the text, counted from 1. */
  line: number
  text: string
  /** Null: this line is not understood. */
  holiday: { day: string; name: string } | null
}

// 2026-12-25, 25/12/2026, 25.12.26, 25 Dec 2026, at the beginning of a line or at its end.
const FIRST = /^((?:\d{4}-\d{1,2}-\d{1,2})|(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4})|(?:\d{1,2}\s+\p{L}+\.?\s+\d{4}))[\s,;:\t–-]+(\S.*)$/u
const LAST = /^(\S.*?)[\s,;:\t–-]+((?:\d{4}-\d{1,2}-\d{1,2})|(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4})|(?:\d{1,2}\s+\p{L}+\.?\s+\d{4}))$/u

// Holidays lie ahead: two digits mean this century.
const dayOf = (text: string) => parseDay(text, 2099)

const read = (text: string): HolidayLine['holiday'] => {
  const first = FIRST.exec(text)
  const last = first ? null : LAST.exec(text)
  const [written, name] = first ? [first[1], first[2]] : [last?.[2], last?.[1]]
  const day = written === undefined ? null : dayOf(written)
  return day && name ? { day, name: name.trim() } : null
}

/** The holidays of a pasted text, one on each line: a day and a name, in either order. Empty lines do not count. */
export const readHolidays = (pasted: string): HolidayLine[] =>
  pasted
    .split('\n')
    .map((text, at) => ({ line: at + 1, text: text.trim() }))
    .filter(({ text }) => text !== '')
    .map(({ line, text }) => ({ line, text, holiday: read(text) }))
