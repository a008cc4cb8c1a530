import { z } from 'zod'

/** An instant: ISO 8601 with offset on the wire, UTC; a Date in the server. */
export const Instant = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString() as never,
})

/** The calendar day (YYYY-MM-DD) that `instant` falls on in a time zone. */
export const dayIn = (timeZone: string, instant: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant)
