import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** Ends the open calls about values of tests that are no more: `changed` or `withdrawn`, or whatever else the reason says. */
export const closeCalls = async (db: Db, rows: readonly { test: number; reason: string }[], now: Date) => {
  if (rows.length === 0) return
  await sql`
    update lab_critical_calls c set closed_at = ${now}, close_reason = w.reason
    from json_to_recordset(${JSON.stringify(rows)}::json) as w(test integer, reason text) join lab_results r on r.request_panel_id = w.test
    where c.result_id = r.id and c.closed_at is null`.execute(db)
}

/** Opens a call for each critical value, once. */
export const openCalls = async (db: Db, rows: readonly { result: number; patient: number; visit: number }[], now: Date) => {
  if (rows.length === 0) return
  await sql`
    insert into lab_critical_calls (result_id, patient_id, visit_id, opened_at)
    select result, patient, visit, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as w(result bigint, patient integer, visit integer)
    on conflict (result_id) do nothing`.execute(db)
}
