import { z } from 'zod'

// Its offset may take it out of the years that have four digits, which nobody could read back.
const hasReadableYear = (text: string) => {
  if (text.endsWith('Z')) return true
  const at = new Date(text)
  return Number.isNaN(at.getTime()) || /^\d{4}-/.test(at.toISOString())
}
const instantText = z.iso.datetime({ offset: true }).refine(hasReadableYear, 'Enter a date and time between the years 0000 and 9999.')

/** An instant: ISO 8601 with offset on the wire, UTC; a Date in the server. */
export const Instant = z.codec(instantText, z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString() as never,
})

// Making one costs more than a query's share of a request.
const dayFormats = new Map<string, Intl.DateTimeFormat>()
const dayFormatOf = (timeZone: string) => {
  let format = dayFormats.get(timeZone)
  if (!format)
    dayFormats.set(timeZone, (format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })))
  return format
}

/** The calendar day (YYYY-MM-DD) that `instant` falls on in a time zone. */
export const dayIn = (timeZone: string, instant: Date): string => dayFormatOf(timeZone).format(instant)
