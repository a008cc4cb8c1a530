import { searchedPatients, type Seeker } from '#features/patients/public.ts'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { clinicDay, clinicDayStart } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { listDispenses } from '../contract.ts'
import { readDispenses } from './dispenses.ts'

/** `ids` are those that the words of a search stand for. */
export type DispenseFilters = Partial<Omit<z.output<typeof listDispenses.query>, 'limit' | 'cursor' | 'count' | 'q'>> & {
  ids?: readonly number[] | undefined
}

const NAMED = 1000
const selectIds = async (db: Db, select: RawBuilder<unknown>) => {
  const { rows } = await sql<{ id: number }>`${select}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * What words stand for: a document by its number or that of its bill or visit, of a bare number this year's; and where there is none by the
 * latest thousand of whom a name, number or telephone stands for.
 */
export const findDispenseIds = async (db: Db, q: string, seeker: Seeker): Promise<number[]> => {
  const { now } = seeker
  const words = q.trim()
  const numbered = await selectIds(
    db,
    sql`select id from dispenses where number = upper(${words})
      union select s.id from invoices i join dispenses s on s.invoice_id = i.id where i.number = upper(${words})
      union select s.id from visits v join prescriptions x on x.visit_id = v.id join dispenses s on s.prescription_id = x.id
        where v.track_number = upper(${words})
      union select s.id from number_formats f join dispenses s on s.number = f.prefix
          || case when f.with_year then extract(year from ${clinicDay(now)}) || '-' else '' end || lpad(${words}, greatest(f.width, length(${words})), '0')
        where f.series = 'dispense' and ${words} ~ '^[0-9]{1,9}$'`,
  )
  if (numbered.length > 0) return numbered
  return selectIds(
    db,
    sql`select id from (
        select s.id from ${searchedPatients(words, 25, seeker)} f join dispenses s on s.patient_id = f.patient_id
        union all select s.id from invoices i join dispenses s on s.invoice_id = i.id
          where i.customer_name is not null and search_fold(i.customer_name) like '%' || search_fold(${words}) || '%'
      ) found order by id desc limit ${sql.lit(NAMED)}`,
  )
}

const matching = ({ ids, kind, prescription_id, patient_id, store, item, from, to }: DispenseFilters) => {
  const all = [sql`true`]
  if (ids !== undefined) all.push(sql`s.id = any(${ids}::integer[])`)
  if (kind !== undefined) all.push(sql`s.kind = ${kind}`)
  if (prescription_id !== undefined) all.push(sql`s.prescription_id = ${prescription_id}`)
  if (patient_id !== undefined) all.push(sql`s.patient_id = ${patient_id}`)
  if (store !== undefined) all.push(sql`s.store_id = ${store}`)
  if (item !== undefined) all.push(sql`s.id in (select g.dispense_id from dispense_items g where g.item_id = ${item})`)
  if (from !== undefined) all.push(sql`s.dispensed_at >= ${clinicDayStart(from)}`)
  if (to !== undefined) all.push(sql`s.dispensed_at < ${clinicDayStart(to, 1)}`)
  return sql.join(all, sql` and `)
}

/** What went over the counter, newest first, after the cursor. */
export const findDispenses = (db: Db, filters: DispenseFilters, { cursor, limit }: Position) =>
  readDispenses(
    db,
    sql`where s.id in (
        select s.id from dispenses s where ${matching(filters)} and ${before(sql`s.id`, sql`s.id`, sql`bigint`, cursor)}
        order by s.id desc limit ${sql.lit(limit)})
      order by s.id desc`,
  )

export const countDispenses = async (db: Db, filters: DispenseFilters): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from dispenses s where ${matching(filters)}`.execute(db)
  return rows[0]?.total ?? 0
}
