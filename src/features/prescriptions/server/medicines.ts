import { sql, type RawBuilder } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { without } from '#shared/paging.ts'
import { clinicDay } from '#features/company/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { documentIn } from '#platform/db/document-source.ts'
import { fieldError, notFound } from '#platform/errors/problem.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import type { createMedicine, Medicine, updateMedicine } from '../contract.ts'

const find = async (db: Db, where: RawBuilder<unknown>) => {
  const { rows } = await sql<Medicine>`
    select m.id, m.patient_id as patient, m.name, m.directions, m.reason, m.started_on, m.stopped_on, m.stop_reason, m.recorded_at,
      ${nameOf(sql`m.recorded_by`)} as recorded_by_name, ${documentIn(sql`m.source`)} as document, m.version
    from patient_medicines m where ${where}`.execute(db)
  return rows
}

/** Medicines from elsewhere: those that are still taken first, then by when they were recorded. */
export const findMedicines = (db: Db, patient: number) =>
  find(db, sql`m.patient_id = ${patient} order by m.stopped_on is not null, m.id desc`)

const getMedicine = async (db: Db, id: number) => (await find(db, sql`m.id = ${id}`))[0]!

const refuseToCome = async (db: Db, day: string | null | undefined, now: Date) => {
  if (!day) return
  const { rows } = await sql<{ today: string }>`select ${clinicDay(now)} as today`.execute(db)
  if (day > rows[0]!.today) throw fieldError('started_on', 'The date must not be in the future.')
}

/** Records a medicine from elsewhere, which the patient takes already or, with `stopped_on`, no longer; `source` names the paper that says so. */
export const insertMedicine = async (
  db: Db,
  patient: number,
  medicine: ParsedOf<typeof createMedicine>['body'] & { stopped_on?: string; stop_reason?: string },
  by: number,
  now: Date,
  source: string | null = null,
): Promise<Medicine> => {
  await refuseToCome(db, medicine.started_on, now)
  const { id } = await db
    .insertInto('patient_medicines')
    .values({ ...medicine, patient_id: patient, recorded_at: now, recorded_by: by, source })
    .returning('id')
    .executeTakeFirstOrThrow()
  return getMedicine(db, id)
}

const refuseDisorder = ({ started_on, stopped_on, stop_reason }: Pick<Medicine, 'started_on' | 'stopped_on' | 'stop_reason'>) => {
  if (started_on && stopped_on && stopped_on < started_on) throw fieldError('stopped_on', 'The end must be after the start.')
  if (stop_reason && !stopped_on) throw fieldError('stopped_on', 'Enter the stop date.')
}

interface Changing {
  patient: number
  id: number
  change: ParsedOf<typeof updateMedicine>['body']
  seen: number | null
  now: Date
}
const texts = ['name', 'directions', 'reason', 'stop_reason'] as const

/**
 * Changes or stops a medicine from elsewhere; 404 when the patient has no such medicine, 412 when it has changed since it was seen, 400 for a
 * text that is written over without its version having been seen.
 */
export const changeMedicine = async (db: Db, { patient, id, change, seen, now }: Changing) => {
  const locked = await db
    .selectFrom('patient_medicines')
    .select('version')
    .where('id', '=', id)
    .where('patient_id', '=', patient)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw notFound('Medicine')
  const before = await requireUnchanged(await getMedicine(db, id), seen)
  const values = without(change, ['version'])
  const isOver = texts.some((name) => values[name] !== undefined && before[name] !== null && values[name] !== before[name])
  if (isOver) requireVersion(seen)
  await refuseToCome(db, values.started_on, now)
  refuseDisorder({ ...before, ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) })
  await db
    .updateTable('patient_medicines')
    .set({ ...values, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  return { before, after: await getMedicine(db, id) }
}
