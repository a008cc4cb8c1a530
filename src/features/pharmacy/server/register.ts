import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { patientName } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type CursorValue, type Position } from '#platform/db/keyset.ts'
import type { RegisterEntry } from '../contract.ts'

export type RegisterRow = z.output<typeof RegisterEntry>
export interface RegisterFilters {
  item?: number | undefined
  store?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** What came to a store or left it, of movements `m`; what is only put aside there, or let go again, has done neither. */
const cameOrWent = sql`m.state <> 'in transit' and m.kind not in ('quarantine', 'release')`

/** Movements of controlled drugs: of each by itself, because the index of movements begins with the item. */
const pageOfMovements = (
  { item, store, from, to }: RegisterFilters,
  { cursor, limit, order }: { cursor: CursorValue | null; limit: number; order: RawBuilder<unknown> },
) => sql`
  select m.* from stocked_items k cross join lateral (
    select m.* from stock_movements m
    where m.item_id = k.item_id and ${cameOrWent}
      and ${store === undefined ? sql`true` : sql`m.store_id = ${store}`}
      and ${from === undefined ? sql`true` : sql`m.day >= ${from}::date`} and ${to === undefined ? sql`true` : sql`m.day <= ${to}::date`}
      and ${before(sql`m.id`, sql`m.id`, sql`bigint`, cursor)}
    order by m.id ${order} limit ${limit}
  ) m
  where k.is_controlled and ${item === undefined ? sql`true` : sql`k.item_id = ${item}`}
  order by m.id ${order} limit ${limit}`

/** What was left then, of every state that lies in the store: what lies there now less all that came since. */
const balances = sql`
  select m.id, (l.usable + l.quarantined - sum(m.quantity) over (partition by m.item_id, m.store_id order by m.id desc) + m.quantity)::integer
    as balance
  from (select item_id, store_id, min(id) as first from page group by item_id, store_id) f
  join stock_levels l on l.item_id = f.item_id and l.store_id = f.store_id
  join stock_movements m on m.item_id = f.item_id and m.store_id = f.store_id and m.id >= f.first and ${cameOrWent}`

/** For whose prescriptions the batch of the movement `m` was handed out, or came back in the return `r`. */
const prescribers = sql`(
  select string_agg(distinct case when d.written_by is null then ${nameOf(sql`d.prescribed_by`)}
    else concat_ws(', ', d.written_by, d.written_on) end, '; ')
  from dispense_items g join dispense_batches gb on gb.dispense_item_id = g.id and gb.batch_id = m.batch_id
  join prescribed_drugs d on d.id = g.prescribed_drug_id
  where g.dispense_id = s.id and g.item_id = m.item_id
    and (r.id is null or exists (select from patient_return_items c where c.patient_return_id = r.id and c.dispense_item_id = g.id)))`

const find = async (db: Db, page: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<RegisterRow[]> => {
  const { rows } = await sql<RegisterRow>`
    with page as materialized (${page}), balances as (${balances})
    select m.id, m.happened_at, m.item_id as item, i.name as item_name, i.unit, m.store_id as store, st.name as store_name,
      e.number as document, m.kind, b.lot, greatest(m.quantity, 0) as received, greatest(-m.quantity, 0) as issued, c.balance,
      s.patient_id as patient, case when p.id is not null then ${patientName} end as patient_name, p.unique_id as patient_number,
      ${prescribers} as prescriber_name, ${nameOf(sql`e.created_by`)} as by_name
    from page m join balances c on c.id = m.id join stock_entries e on e.id = m.entry_id join items i on i.id = m.item_id
    join stores st on st.id = m.store_id join batches b on b.id = m.batch_id
    left join patient_returns r on r.id = e.patient_return_id
    left join dispenses s on s.id = coalesce(e.dispense_id, r.dispense_id)
    left join patients p on p.id = s.patient_id
    order by m.id ${order}`.execute(db)
  return rows
}

/** The register, newest first, after the cursor. */
export const findRegister = (db: Db, filters: RegisterFilters, { cursor, limit }: Position) =>
  find(db, pageOfMovements(filters, { cursor, limit, order: sql`desc` }), sql`desc`)

/** The register of one item and store over days, oldest first; at most so many entries. */
export const findWholeRegister = (db: Db, filters: Required<RegisterFilters>, most: number) =>
  find(db, pageOfMovements(filters, { cursor: null, limit: most, order: sql`asc` }), sql`asc`)

export const countRegister = async (db: Db, { item, store, from, to }: RegisterFilters): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from stocked_items k join stock_movements m on m.item_id = k.item_id
    where k.is_controlled and ${cameOrWent} and ${item === undefined ? sql`true` : sql`m.item_id = ${item}`}
      and ${store === undefined ? sql`true` : sql`m.store_id = ${store}`}
      and ${from === undefined ? sql`true` : sql`m.day >= ${from}::date`} and ${to === undefined ? sql`true` : sql`m.day <= ${to}::date`}`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}
