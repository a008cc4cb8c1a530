import { sql, type RawBuilder } from 'kysely'
import type { MessageResult } from '#features/analysers/contract-inbox.ts'
import { patientName } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import { inEnglish, type Sentence } from '#shared/sentence.ts'

const resultRows = sql`
  select r.id, r.message_id as message, m.equipment_id as equipment, e.name as equipment_name, m.at as received_at, r.position, r.accession,
    r.patient_ref, r.code, r.code_text, r.part, r.value, r.unit, r.flags, r.comment, r.status, r.observed_at, r.state, r.reason, t.id as panel, t.name as panel_name,
    s.id as sample, s.code as sample_code, r.sample_chosen_at, ${nameOf(sql`r.sample_chosen_by`)} as sample_chosen_by_name, r.sample_reason,
    p.id as patient, case when p.id is not null then ${patientName} end as patient_name, p.unique_id as patient_number,
    r.request_panel_id as request_panel, r.resolved_at, ${nameOf(sql`r.resolved_by`)} as resolved_by_name, r.version
  from lab_message_results r join lab_messages m on m.id = r.message_id left join lab_equipment e on e.id = m.equipment_id
  left join lab_equipment_codes c on c.equipment_id = m.equipment_id and c.code = r.code left join lab_panels t on t.id = c.panel_id
  left join lateral (
    select x.id, x.code, x.patient_id from lab_samples x where x.id = r.sample_id
    union all
    select x.id, x.code, x.patient_id from lab_samples x where r.sample_id is null and x.code = upper(r.accession)
  ) s on true left join patients p on p.id = s.patient_id`

type Row = Omit<MessageResult, 'reason_sentence'>

/** A reason of ours is kept as a sentence that can be said in any language, that of a person as it was written. */
const withReason = (row: Row): MessageResult => {
  if (!row.reason.startsWith('{')) return { ...row, reason_sentence: null }
  const text = JSON.parse(row.reason) as Sentence
  return { ...row, reason: inEnglish(text), reason_sentence: { text: text.text, values: { ...text.values } } }
}

interface Filters {
  state?: MessageResult['state'] | undefined
  equipment?: number | undefined
  q?: string | undefined
}
const matching = ({ state = 'waiting', equipment, q }: Filters) => {
  const words = q?.trim()
  // Said as a constant, so that the index of what waits serves.
  const all: RawBuilder<unknown>[] = [state === 'waiting' ? sql`r.state = 'waiting'` : sql`r.state = ${state}`]
  if (equipment !== undefined) all.push(sql`r.message_id in (select k.id from lab_messages k where k.equipment_id = ${equipment})`)
  if (words) all.push(sql`(r.accession = upper(${words}) or r.code ilike ${`%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`)
  return sql.join(all, sql` and `)
}

/** The results that match, newest first, after the cursor. */
export const findResults = async (db: Db, filters: Filters, page: Position): Promise<MessageResult[]> => {
  const { rows } = await sql<Row>`${resultRows}
    where ${matching(filters)} and ${before(sql`r.id`, sql`r.id`, sql`bigint`, page.cursor)} order by r.id desc limit ${page.limit}`.execute(
    db,
  )
  return rows.map(withReason)
}
export const countResults = async (db: Db, filters: Filters): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from lab_message_results r where ${matching(filters)}`.execute(db)
  return rows[0]!.total
}

/** What became of the results of a message, in its order. */
export const findMessageResults = async (db: Db, message: number): Promise<MessageResult[]> => {
  const { rows } = await sql<Row>`${resultRows} where r.message_id = ${message} order by r.position`.execute(db)
  return rows.map(withReason)
}

/** Whose the results of these messages are, as far as that is known. */
export const findMessagePatients = async (db: Db, messages: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ patient: number }>`
    select distinct s.patient from (${resultRows} where r.message_id = any(${messages}::bigint[])) s where s.patient is not null`.execute(
    db,
  )
  return rows.map(({ patient }) => patient)
}

/** Results by their ids, the earliest first; those that there are not are left out. */
export const findResultsById = async (db: Db, ids: readonly number[]): Promise<MessageResult[]> => {
  const { rows } = await sql<Row>`${resultRows} where r.id = any(${ids}::bigint[]) order by r.id`.execute(db)
  return rows.map(withReason)
}

/** One result; 404. */
export const getResult = async (db: Db, id: number): Promise<MessageResult> => {
  const { rows } = await sql<Row>`${resultRows} where r.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('Result')
  return withReason(rows[0])
}

/** How much waits for somebody. */
export const countWaiting = async (db: Db) => {
  const { rows } = await sql<{ waiting: number; failed_messages: number; failed_jobs: number }>`
    select (select count(*)::integer from lab_message_results where state = 'waiting') as waiting,
      (select count(*)::integer from lab_messages where state = 'failed' and direction = 'in') as failed_messages,
      (select count(*)::integer from lab_equipment_jobs where state = 'failed') as failed_jobs`.execute(db)
  return rows[0]!
}
