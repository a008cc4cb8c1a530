import { sql } from 'kysely'
import type { AllergyStatus } from '../contract-summaries.ts'
import type { PatientAllergies } from '../contract-allergies.ts'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, notFound } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { allergyStatus, listedAllergies } from './allergy-status-sql.ts'
import { changing } from './changing.ts'
import { deathSummary } from './death.ts'
import { pregnancySummary } from './pregnancy-sql.ts'
import { isRestricted, redactRestricted, type Reader } from './restricted/is-restricted.ts'

/** The allergies of these patients as the reader may see them, in the order of the ids. */
export const findPatientAllergies = async (reader: Reader, ids: readonly number[]): Promise<PatientAllergies[]> => {
  const { rows } = await sql<PatientAllergies & { is_restricted: boolean }>`
    select p.id as patient, ${listedAllergies(sql`p.id`)} as allergies, ${allergyStatus(sql`p.id`)} as allergy_status,
      ${pregnancySummary(sql`p.id`, sql`p.gender`, clinicDay(reader.now))} as pregnancy,
      ${deathSummary(sql`p.id`)} as death, p.deactivated_at is null as is_active,
      (select json_build_object('id', m.id, 'unique_id', m.unique_id) from patients m where m.id = p.merged_into) as merged_into, ${isRestricted(sql`p.id`)} as is_restricted
    from patients p where p.id = any(${ids}::integer[]) order by p.id`.execute(reader.db)
  return redactRestricted<PatientAllergies>(reader, rows, {
    patientOf: ({ patient }) => patient,
    redact: (row) => ({ ...row, allergies: [], allergy_status: null, pregnancy: null, death: null }),
  })
}

const findStatus = async (db: Db, patient: number): Promise<AllergyStatus> => {
  const { rows } = await sql<{ status: AllergyStatus }>`select ${allergyStatus(sql`${patient}::integer`)} as status`.execute(db)
  return rows[0]!.status
}

type Changing = Pick<Context, 'db' | 'now' | 'user' | 'audit' | 'publish' | 'ifMatch'>

/** The status of a patient whose row is locked; 412 with what it is now when it is not the version that was seen. */
const findSeen = async ({ db, ifMatch }: Changing, patient: number, version: number | undefined) =>
  requireUnchanged(await findStatus(db, patient), version ?? ifMatch)

/** Records that a patient has no known allergies, and answers the status; what is recorded already stays as it is. */
export const recordNone = (context: Changing, patient: number, version: number | undefined): Promise<AllergyStatus> =>
  changing(context, patient, ['create', 'no known allergies'], async () => {
    const { db, now, user } = context
    const { state } = await findSeen(context, patient, version)
    if (state === 'recorded')
      throw conflict('This patient has a recorded allergy. If it is incorrect, end it first.', {}, 'allergies_recorded')
    if (state === 'none known') throw conflict('“No known allergies” is already recorded.', {}, 'recorded_already')
    const { id } = await db
      .insertInto('no_known_allergies')
      .values({ patient_id: patient, recorded_at: now, recorded_by: user.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, row: await findStatus(db, patient) }
  })

/** Ends that a patient has no known allergies: from then on nobody has asked. */
export const endNone = (
  context: Changing,
  patient: number,
  { reason, version }: { reason: string; version?: number | undefined },
): Promise<AllergyStatus> =>
  changing(context, patient, ['end', 'no known allergies'], async () => {
    const { db, now, user } = context
    await findSeen(context, patient, version)
    const ended = await db
      .updateTable('no_known_allergies')
      .set({ ended_at: now, ended_by: user.id, end_reason: reason })
      .where('patient_id', '=', patient)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!ended) throw notFound('"No known allergies"')
    return { id: ended.id, row: await findStatus(db, patient), note: { reason } }
  })
