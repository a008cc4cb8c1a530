import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { RequisitionStatus } from '#platform/db/tables.gen.ts'
import { coverage } from '#features/purchasing/rules.ts'

export interface Actor {
  by: number
  now: Date
}
interface CurrentRequisition {
  id: number
  status: RequisitionStatus
  end_reason: string
  lines: { approved: number; covered: number }[]
}

/** Holds the requisitions of these lines, then the lines, each by id: every writer of what is ordered and issued does so in this order. */
export const lockLines = async (db: Db, lines: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select q.id from requisitions q where q.id in (select requisition_id from requisition_items where id = any(${lines}::integer[]))
    order by q.id for no key update`.execute(db)
  await sql`select id from requisition_items where id = any(${lines}::integer[]) order by id for no key update`.execute(db)
  return rows.map(({ id }) => id)
}

/** Counts so many units of lines that are held as ordered or issued; negative ones are open again. */
export const countUnits = async (db: Db, column: 'ordered_units' | 'issued_units', counts: readonly { id: number; units: number }[]) => {
  const set = sql.ref(column)
  await sql`
    update requisition_items r set ${set} = r.${set} + w.units
    from (select id, sum(units)::integer as units from json_to_recordset(${JSON.stringify(counts)}::json) as n(id integer, units integer)
      group by id) w
    where r.id = w.id`.execute(db)
}

/** A requisition that closed by itself has no reason. One that somebody closed stays closed. */
const follows = ({ status, end_reason }: CurrentRequisition) =>
  status === 'approved' || status === 'part-ordered' || (status === 'closed' && end_reason === '')

/** Brings the status of requisitions that are held in line with what is ordered and issued of them. */
export const followCoverage = async (db: Db, requisitions: readonly number[], { by, now }: Actor): Promise<void> => {
  const { rows } = await sql<CurrentRequisition>`
    select q.id, q.status, q.end_reason, json_agg(json_build_object('approved', coalesce(r.quantity_approved, 0) * r.pack_units,
      'covered', r.ordered_units + r.issued_units)) as lines
    from requisitions q join requisition_items r on r.requisition_id = q.id
    where q.id = any(${requisitions}::integer[]) group by q.id order by q.id`.execute(db)
  for (const current of rows) {
    const status = coverage(current.lines)
    if (!follows(current) || status === current.status) continue
    const isClosed = status === 'closed'
    await db
      .updateTable('requisitions')
      .set({ status, ended_at: isClosed ? now : null, ended_by: isClosed ? by : null, version: sql`version + 1` })
      .where('id', '=', current.id)
      .execute()
  }
}
