import { sql } from 'kysely'
import { namesOnFile } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { AuditRow } from '../contract.ts'

export interface Filters {
  actor?: number | undefined
  patient?: number | undefined
  action?: string | undefined
  entity?: string | undefined
  request_id?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Actions other than readings have an index of their own, which is used only where the question says that it is about one of them. */
const ofAction = (action: string) => (action === 'read' ? sql`a.action = 'read'` : sql`a.action = ${action} and a.action <> 'read'`)

const matching = ({ actor, patient, action, entity, request_id, from, to }: Filters) =>
  sql.join(
    [
      sql`true`,
      ...(actor === undefined ? [] : [sql`a.actor_id = ${actor}`]),
      ...(patient === undefined ? [] : [sql`a.patient_id = ${patient}`]),
      ...(action === undefined ? [] : [ofAction(action)]),
      ...(entity === undefined ? [] : [sql`a.entity = ${entity}`]),
      ...(request_id === undefined ? [] : [sql`a.request_id = ${request_id}`]),
      ...(from === undefined ? [] : [sql`a.at >= ${from}`]),
      ...(to === undefined ? [] : [sql`a.at < ${to}`]),
    ],
    sql` and `,
  )

/** A row, with the moment as its cursor has it: to the microsecond. */
export type FoundRow = AuditRow & { moment: string }

/** The rows that match, newest first, after the cursor. Names are looked up for those that are shown. */
export const findAuditRows = async (db: Db, filters: Filters, { cursor, limit }: Position): Promise<FoundRow[]> => {
  const { rows } = await sql<FoundRow>`
    select a.id, a.at, a.at::text as moment, a.actor_id as actor, nullif(concat_ws(' ', u.first_name, u.last_name), '') as actor_name,
      coalesce(u.role = 'patient', false) as actor_is_patient, a.action, a.entity, a.entity_id, a.patient_id as patient,
      ${namesOnFile} as patient_name, p.unique_id as patient_number, a.request_id, a.ip, a.change
    from (
      select * from audit_log a where ${matching(filters)} and ${before(sql`a.at`, sql`a.id`, sql`timestamptz`, cursor)}
      order by a.at desc, a.id desc limit ${limit}) a
    left join users u on u.id = a.actor_id left join patients p on p.id = a.patient_id
    order by a.at desc, a.id desc`.execute(db)
  return rows
}

/** Each value once, by as many steps through the index as there are values. */
const each = (column: 'action' | 'entity', condition: string) => {
  const [name, where] = [sql.ref(column), sql.raw(condition)]
  return sql`
    with recursive found (word) as (
      (select ${name} from audit_log where ${where} order by ${name} limit 1)
      union all
      select (select ${name} from audit_log where ${name} > word and ${where} order by ${name} limit 1) from found where word is not null)
    select coalesce(array_agg(word), '{}') from found where word is not null`
}

/** The actions and the kinds of records that the log knows. */
export const findAuditWords = async (db: Db): Promise<{ actions: string[]; entities: string[] }> => {
  const { rows } = await sql<{ actions: string[]; entities: string[] }>`
    select (${each('action', `action <> 'read'`)}) as actions, (${each('entity', 'true')}) as entities`.execute(db)
  const { actions = [], entities = [] } = rows[0] ?? {}
  return { actions: ['read', ...actions], entities }
}
