import type { Selectable, Updateable } from 'kysely'
import type { z } from 'zod'
import { conflict, requireFound } from '#platform/errors/problem.ts'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import { without } from '#shared/paging.ts'
import { serverDecides, type updatePatient } from '../contract.ts'
import { lockPatient } from './queries.ts'

type Row = Selectable<DB['patients']>

/** Locks a patient, deactivated or not: 404 when there is none. */
export const lockAny = async (db: Db, id: number): Promise<Row> => {
  return requireFound(await lockPatient(db, id), 'Patient')
}

const mergedAway = (into: number) => conflict('This record was merged into another record.', { merged_into: into }, 'merged')

/**
 * Locks a patient whose record is about to change: 404 when there is none, 409 `deactivated` while nobody should write in it, `merged` when
 * it was put away into another one.
 */
export const lockToChange = async (db: Db, id: number): Promise<Row> => {
  const patient = await lockAny(db, id)
  if (patient.merged_into !== null) throw mergedAway(patient.merged_into)
  if (patient.deactivated_at) throw conflict('This patient is deactivated. Reactivate the record first.', {}, 'deactivated')
  return patient
}

/**
 * Writes the fields that were sent; what was left out stays, but a second name ends the mark that there is one name only. The row must
 * be locked.
 */
export const updatePatientRow = async (db: Db, before: Row, body: z.output<typeof updatePatient.body>) => {
  const sent = without(body, [...serverDecides, 'version', 'not_a_duplicate'])
  const change: Updateable<DB['patients']> = {
    ...sent,
    second_name: sent.second_name ?? '',
    single_name: sent.single_name ?? (sent.second_name ? false : undefined),
  }
  await db
    .updateTable('patients')
    .set({ ...change, version: before.version + 1 })
    .where('id', '=', before.id)
    .execute()
}

/**
 * Deactivates a patient, with who, when and why, or brings one back (`null`). Nobody is deactivated in the middle of a visit.
 */
export const setActive = async (
  db: Db,
  id: number,
  deactivation: { at: Date; by: number; reason: string | null } | null,
): Promise<void> => {
  const patient = await lockAny(db, id)
  if (patient.merged_into !== null) throw mergedAway(patient.merged_into)
  if ((patient.deactivated_at === null) === (deactivation === null))
    throw conflict(deactivation ? 'This patient is already deactivated.' : 'This patient is already active.')
  if (deactivation) {
    const visit = await db.selectFrom('visits').select('id').where('patient_id', '=', id).where('closed_at', 'is', null).executeTakeFirst()
    if (visit) throw conflict('This patient has an open visit. Close it first.', { visit: visit.id })
  }
  await db
    .updateTable('patients')
    .set({
      deactivated_at: deactivation?.at ?? null,
      deactivated_by: deactivation?.by ?? null,
      deactivation_reason: deactivation?.reason ?? null,
      version: patient.version + 1,
    })
    .where('id', '=', id)
    .execute()
}
