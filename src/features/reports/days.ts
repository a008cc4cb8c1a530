import { z } from 'zod'

const DAY_MS = 86_400_000
const MAX_YEARS = 5
const MAX_DAYS = MAX_YEARS * 365 + 2

/** A calendar day of the clinic. */
export const Day = z.iso
  .date({ error: 'Enter a date as YYYY-MM-DD.', abort: true })
  .refine((day) => day >= '1900-01-01' && day < '2200-01-01', { error: 'Enter a date from 1900 onwards.', abort: true })

export interface Asked {
  date?: string | undefined
  start_date?: string | undefined
  end_date?: string | undefined
}
const inOrder = ({ start_date, end_date }: Asked) => !start_date || !end_date || start_date <= end_date
const notTooLong = ({ start_date, end_date }: Asked) =>
  !start_date || !end_date || Date.parse(end_date) - Date.parse(start_date) < MAX_DAYS * DAY_MS
const wrongOrder = { path: ['end_date'], error: 'The last day must not be before the first.' }
const tooLong = { path: ['end_date'], error: `A report can cover at most ${MAX_YEARS} years.` }

export const covered = <S extends z.ZodType<Asked>>(schema: S) => schema.refine(inOrder, wrongOrder).refine(notTooLong, tooLong)
export const range = { start_date: Day, end_date: Day }
