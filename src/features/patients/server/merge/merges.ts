import { sql, type RawBuilder } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import type { Page } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, pageOf, readCursor } from '#platform/db/keyset.ts'
import type { Merge } from '#features/patients/contract-merge.ts'
import { patientName } from '../patient-name.ts'

const SHOWN = 50

type Row = Omit<Merge, 'merged_at' | 'undone_at'> & { merged_at: Date; undone_at: Date | null }

const person = (id: RawBuilder<unknown>) =>
  sql`(select json_build_object('id', p.id, 'unique_id', p.unique_id, 'name', ${patientName}) from patients p where p.id = ${id})`

const select = sql`select m.id, ${person(sql`m.from_id`)} as "from", ${person(sql`m.into_id`)} as "into", m.merged_at,
  ${nameOf(sql`m.merged_by`)} as merged_by, m.undone_at,
  coalesce((select json_agg(json_build_object('kind', r.table_name, 'count', r.count) order by r.table_name)
    from (select x.table_name, count(*) from patient_merge_rows x where x.merge_id = m.id group by 1) r), '[]') as moved
  from patient_merges m`

/** A merge with what it moved; undefined when there is none. */
export const findMerge = async (db: Db, id: number): Promise<Merge | undefined> =>
  (await sql<Row>`${select} where m.id = ${id}`.execute(db)).rows[0]

/** The merges that this record is in, newest first. */
export const findMerges = async (
  db: Db,
  patient: number,
  { limit = SHOWN, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<Merge>> => {
  const { rows } = await sql<Row>`${select} where (m.from_id = ${patient} or m.into_id = ${patient})
    and ${before(sql`m.id`, sql`m.id`, sql`bigint`, readCursor(cursor))} order by m.id desc limit ${limit + 1}`.execute(db)
  return pageOf(rows, limit, ({ id }) => id)
}

interface Kind {
  kind: string
  count: number
}

/** What was written in the kept record since: what would go back with the rows it hangs from, and what stays; and how many rows are gone. */
export const findSince = async (db: Db, { id }: Pick<Merge, 'id'>): Promise<{ follows: Kind[]; stays: Kind[]; gone: number }> => {
  const follows = await sql<Kind>`
    select table_name as kind, count(*)::integer as count from rows_that_follow(${id}) group by 1 order by 1`.execute(db)
  const since = await sql<{ kind: string; added: number; gone: number }>`
    select table_name as kind, added, gone from rows_since_merge(${id})`.execute(db)
  return {
    follows: follows.rows,
    stays: since.rows.flatMap(({ kind, added: count }) => (count > 0 ? [{ kind, count }] : [])),
    gone: since.rows.reduce((sum, { gone }) => sum + gone, 0),
  }
}
