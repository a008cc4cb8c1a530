import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { lockToChange } from './change-patient.ts'

const gaps = ['phone', 'email', 'date_of_birth'] as const
type Gap = (typeof gaps)[number]
type Known = Record<Gap, string | null>

/**
 * Writes what is known from elsewhere into a patient's record, where it says nothing itself, and answers what was written. 404 without the
 * patient, 409 `deactivated`. The audit row is the caller's.
 */
export const fillGaps = async (db: Db, id: number, known: Known): Promise<Partial<Record<Gap, string>>> => {
  const patient = await lockToChange(db, id)
  const filled = Object.fromEntries(gaps.flatMap((gap) => (patient[gap] === null && known[gap] !== null ? [[gap, known[gap]]] : [])))
  if (Object.keys(filled).length > 0)
    await db
      .updateTable('patients')
      .set({ ...filled, version: patient.version + 1 })
      .where('id', '=', id)
      .execute()
  return filled
}

/** Takes values out of a patient's record again, those that are still as they are given here, and answers which. */
export const emptyAgain = async (db: Db, id: number, given: Partial<Record<Gap, string>>): Promise<Gap[]> => {
  const patient = await db
    .selectFrom('patients')
    .select([...gaps, 'version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const same = gaps.filter((gap) => patient && given[gap] !== undefined && patient[gap] === given[gap])
  if (patient && same.length > 0)
    await db
      .updateTable('patients')
      .set({ ...Object.fromEntries(same.map((gap) => [gap, sql`null`])), version: patient.version + 1 })
      .where('id', '=', id)
      .execute()
  return same
}
