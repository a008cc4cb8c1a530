import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { reasons } from './reasons.ts'

/** Whether messages wait for a patient: how many. */
export const countWaitingMessages = async (db: Db, patient: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from messages where patient_id = ${patient} and state = 'queued'`.execute(db)
  return rows[0]!.count
}

/** Takes out of the queue what waits for a patient who died; answers which. What is being sent is stopped by the sender itself. */
export const stopMessagesTo = async (db: Db, patient: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update messages set state = 'skipped', reason = ${reasons.died} where patient_id = ${patient} and state = 'queued' returning id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Lets one go out after all, where it is still of use. */
export const resumeMessage = async (db: Db, id: number, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    update messages set state = 'queued', reason = ''
    where id = ${id} and state = 'skipped' and reason = ${reasons.died} and (send_before is null or send_before > ${now}) returning id`.execute(
    db,
  )
  return rows.length > 0
}
