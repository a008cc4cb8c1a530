import { sql, type RawBuilder } from 'kysely'
import type { EquipmentJob } from '#features/analysers/contract.ts'
import { patientName } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import { notFound, requireFound } from '#platform/errors/problem.ts'
import { orderDelivery } from '../equipment/equipment.ts'

const waitsForQuery = sql`(j.state = 'queued' and ${orderDelivery} = 'on_query')`
const jobRows = sql`
  select j.id, j.equipment_id as equipment, e.name as equipment_name, j.request_panel_id as test_request_panel, n.panel_id as test_panel,
    t.name as test_panel_name, s.code as sample_code, n.patient_id as patient, ${patientName} as patient_name, j.state, j.tries,
    ${waitsForQuery} as waits_for_query, case when j.state in ('queued', 'sent') and not ${waitsForQuery} then j.next_try_at end as next_try_at, j.problem, j.created_at,
    ${nameOf(sql`j.created_by`)} as created_by_name, j.done_at
  from lab_equipment_jobs j join lab_equipment e on e.id = j.equipment_id join lab_test_request_panels n on n.id = j.request_panel_id
  join lab_panels t on t.id = n.panel_id join patients p on p.id = n.patient_id left join lab_samples s on s.id = n.sample_id`

/** One job; 404. */
export const getJob = async (db: Db, id: number): Promise<EquipmentJob> => {
  const { rows } = await sql<EquipmentJob>`${jobRows} where j.id = ${id}`.execute(db)
  return requireFound(rows[0], 'Order')
}

interface Filters {
  equipment?: number | undefined
  state?: EquipmentJob['state'] | undefined
  sample?: number | undefined
}
const matching = ({ equipment, state, sample }: Filters) => {
  const all: RawBuilder<unknown>[] = [sql`true`]
  if (equipment !== undefined) all.push(sql`j.equipment_id = ${equipment}`)
  if (state !== undefined) all.push(sql`j.state = ${state}`)
  if (sample !== undefined) all.push(sql`j.request_panel_id in (select k.id from lab_test_request_panels k where k.sample_id = ${sample})`)
  return sql.join(all, sql` and `)
}

/** The jobs that match, newest first, after the cursor. */
export const findJobs = async (db: Db, filters: Filters, page: Position): Promise<EquipmentJob[]> => {
  const { rows } = await sql<EquipmentJob>`${jobRows}
    where ${matching(filters)} and ${before(sql`j.id`, sql`j.id`, sql`bigint`, page.cursor)} order by j.id desc limit ${page.limit}`.execute(
    db,
  )
  return rows
}
export const countJobs = async (db: Db, filters: Filters): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from lab_equipment_jobs j where ${matching(filters)}`.execute(db)
  return rows[0]!.total
}

/** The job's own row, held until the transaction ends; 404. */
export const lockJob = async (db: Db, id: number) => {
  const row = await db.selectFrom('lab_equipment_jobs').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw notFound('Order')
  return row
}

/** The test as far as sending it depends on it, held so that it is not cancelled meanwhile; undefined when there is none. */
export const lockTest = async (db: Db, id: number, equipment: number) => {
  const { rows } = await sql<{ patient_id: number; state: string; sample_state: string | null; is_mapped: boolean }>`
    select n.patient_id, n.state, s.state as sample_state,
      exists (select from lab_equipment_codes c where c.equipment_id = ${equipment} and c.panel_id = n.panel_id) as is_mapped
    from lab_test_request_panels n left join lab_samples s on s.id = n.sample_id
    where n.id = ${id} for no key update of n`.execute(db)
  return rows[0]
}

const OPEN_STATES = ['queued', 'sent', 'accepted'] as const
const findOpenJob = (db: Db, equipment: number, test: number) =>
  db
    .selectFrom('lab_equipment_jobs')
    .select('id')
    .where('equipment_id', '=', equipment)
    .where('request_panel_id', '=', test)
    .where('state', 'in', OPEN_STATES)
    .executeTakeFirst()

/** Queues a test for an instrument; the id of the job that stands for it, whether it was there before or not. The test is held. */
export const queueJob = async (db: Db, job: { equipment: number; test: number; by: number; now: Date }): Promise<number> => {
  const open = await findOpenJob(db, job.equipment, job.test)
  if (open) return open.id
  const values = { equipment_id: job.equipment, request_panel_id: job.test, next_try_at: job.now, created_at: job.now, created_by: job.by }
  return (await db.insertInto('lab_equipment_jobs').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Queues a job that waits or was given up once more; where the test was sent anew meanwhile, that job is answered. The test is held. */
export const reopenJob = async (
  db: Db,
  job: { id: number; equipment_id: number; request_panel_id: number },
  now: Date,
): Promise<number> => {
  const open = await findOpenJob(db, job.equipment_id, job.request_panel_id)
  if (open && open.id !== job.id) return open.id
  await db
    .updateTable('lab_equipment_jobs')
    .set({ state: 'queued', tries: 0, next_try_at: now, problem: '', done_at: null })
    .where('id', '=', job.id)
    .execute()
  return job.id
}
