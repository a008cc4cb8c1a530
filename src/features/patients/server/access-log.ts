import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { clinicDayStart } from '#features/company/public.ts'
import type { Page } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import type { AccessEntry, listAccessLog } from '../contract-restricted.ts'

/** `moment` is the time to the microsecond, as the cursor has it. */
type Entry = z.output<typeof AccessEntry> & { id: number; moment: string }

/** Who read or changed a patient's record, newest first; undefined when there is no such patient. */
export const findAccessLog = async (
  db: Db,
  patientId: number,
  { limit: asked, cursor, count, from, until }: z.output<typeof listAccessLog.query>,
): Promise<Page<Entry> | undefined> => {
  const known = await db.selectFrom('patients').select('id').where('id', '=', patientId).executeTakeFirst()
  if (!known) return undefined
  // Who looked at a record before it was put away looked at this person.
  const former = await sql<{ id: number }>`select former_patients(${patientId}) as id`.execute(db)
  const ids = [patientId, ...former.rows.map(({ id }) => id)]
  const asks = sql.join(
    [
      sql`a.patient_id = any(${ids})`,
      ...(from === undefined ? [] : [sql`a.at >= ${clinicDayStart(from)}`]),
      ...(until === undefined ? [] : [sql`a.at < ${clinicDayStart(until, 1)}`]),
    ],
    sql` and `,
  )
  const limit = limitOf(asked)
  const { rows } = await sql<Entry>`
    select a.id, a.at, a.at::text as moment, u.first_name || ' ' || u.last_name as user_name, a.action, a.entity,
      coalesce(u.role = 'patient', false) as is_patient,
      case when a.action = 'open in emergency' then json_build_object('kind', a.change ->> 'kind', 'reason', a.change ->> 'reason') end as emergency
    from audit_log a left join users u on u.id = a.actor_id
    where ${asks} and ${before(sql`a.at`, sql`a.id`, sql`timestamptz`, readCursor(cursor))}
    order by a.at desc, a.id desc limit ${limit + 1}`.execute(db)
  const total = count ? await countEntries(db, asks) : undefined
  return pageOf(rows, limit, (row) => row.moment, total)
}

const countEntries = async (db: Db, asks: RawBuilder<unknown>) => {
  const { rows } = await sql<{ count: number }>`select count(*) from audit_log a where ${asks}`.execute(db)
  return rows[0]?.count ?? 0
}
