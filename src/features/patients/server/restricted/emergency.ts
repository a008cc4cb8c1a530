import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { EmergencyKind, EmergencyOpening } from '#features/patients/contract-restricted.ts'
import { lockAny } from '../change-patient.ts'

interface Opening {
  kind: EmergencyKind
  reason: string
  user: number
  now: Date
}

/**
 * Opens a restricted record to one person for as long as the clinic's settings say. 404 without a record, 409 `not_restricted`, and
 * `open_already` for whoever may open it as it is: of two who press at once in two windows one is told so.
 */
export const openFor = async (
  db: Db,
  patient: number,
  { kind, reason, user, now }: Opening,
): Promise<z.output<typeof EmergencyOpening>> => {
  await lockAny(db, patient)
  const { rows } = await sql<{ is_restricted: boolean; may_open: boolean }>`
    select is_restricted(${patient}), may_open_restricted(${patient}, ${user}, ${now}) as may_open`.execute(db)
  const [found] = rows
  if (!found?.is_restricted) throw conflict('This record is not restricted: emergency access is not needed.', {}, 'not_restricted')
  if (found.may_open) throw conflict('You can already open this record.', {}, 'open_already')
  const made = await sql<z.output<typeof EmergencyOpening>>`
    insert into emergency_accesses (patient_id, user_id, kind, reason, started_at, until)
    select ${patient}, ${user}, ${kind}, ${reason}, ${now}::timestamptz, ${now}::timestamptz + make_interval(mins => s.emergency_minutes)
    from security_settings s
    returning id, patient_id as patient, until`.execute(db)
  return made.rows[0]!
}

/** Ends what this person has opened: 409 where nothing is open any more. Answers which. */
export const endFor = async (db: Db, patient: number, user: number, now: Date): Promise<number> => {
  await lockAny(db, patient)
  const { rows } = await sql<{ id: number }>`
    update emergency_accesses set ended_at = ${now}
    where patient_id = ${patient} and user_id = ${user} and ended_at is null and until > ${now} returning id`.execute(db)
  const [ended] = rows
  if (!ended) throw conflict('Your emergency access has already ended.')
  return ended.id
}
