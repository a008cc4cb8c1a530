import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'

const EARLIEST = '1900-01-01'

/** Refuses a day that no paper bears, naming `document_date`: one that has not come, in the clinic's time zone, or is before 1900. */
export const refuseDay = async (db: Db, day: string | null | undefined, now: Date) => {
  if (day == null) return
  if (day < EARLIEST) throw fieldError('document_date', 'Enter a date from 1900 onwards.')
  const { rows } = await sql<{ today: string }>`select ${clinicDay(now)} as today`.execute(db)
  if (day > rows[0]!.today) throw fieldError('document_date', 'The date must not be in the future.')
}
