import { sql } from 'kysely'
import { patientName } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Page } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type PageAsked, type Position, readPage } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import type { RecallUse } from '#features/stock/contract-recalls.ts'

/** What left the shelf of a store, of movements `m`; of a transfer the side that sent it. */
export const wentOut = sql`(m.kind in ('dispense', 'otc', 'consume', 'return_patient', 'return_supplier', 'expire', 'damage', 'loss')
  or (m.kind = 'issue_out' and m.quantity < 0))`

/** What may be told of who has it. */
export interface MayNotify {
  dispenses: boolean
  patients: boolean
}

/** Everything of these batches that went out, the last first; the document says who had it. */
export const findUses = async (db: Db, batches: readonly number[], { cursor, limit }: Position, may: MayNotify): Promise<RecallUse[]> => {
  const bound = before(sql`m.id`, sql`m.id`, sql`bigint`, cursor)
  const { rows } = await sql<RecallUse>`
    select m.id, m.happened_at as date, m.store_id as store, s.name as store_name, m.kind, -m.quantity as quantity, m.batch_id as batch,
      b.expires_on, case when e.stock_note_id is not null then 'stock note' when e.transfer_id is not null then 'transfer'
        when e.stock_count_id is not null then 'stock count' when e.goods_receipt_id is not null then 'goods receipt'
        when e.dispense_id is not null then 'dispense' when e.patient_return_id is not null then 'patient return'
        else 'supplier return' end as document,
      coalesce(e.stock_note_id, e.transfer_id, e.stock_count_id, e.goods_receipt_id, e.supplier_return_id, e.dispense_id, e.patient_return_id)
        as document_id, e.number,
      ${nameOf(sql`e.created_by`)} as by_name, t.to_store_id as to_store, o.name as to_store_name,
      coalesce(n.reason, nullif(t.end_reason, ''), t.note, v.reason, r.reason, '') as reason, coalesce((
        select sum(x.returned) from dispense_items g join dispense_batches x on x.dispense_item_id = g.id
        where g.dispense_id = e.dispense_id and x.batch_id = m.batch_id), 0)::integer as returned,
      case when ${may.dispenses} then d.id end as dispense, case when ${may.patients} then d.customer_name end as customer_name,
      case when ${may.patients} and p.id is not null
        then json_build_object('id', p.id, 'name', ${patientName}, 'number', p.unique_id, 'phone', p.phone) end as patient
    from stock_movements m join stock_entries e on e.id = m.entry_id join stores s on s.id = m.store_id join batches b on b.id = m.batch_id
    left join stock_notes n on n.id = e.stock_note_id left join transfers t on t.id = e.transfer_id left join stores o on o.id = t.to_store_id
    left join supplier_returns v on v.id = e.supplier_return_id left join patient_returns r on r.id = e.patient_return_id
    left join dispenses d on d.id = coalesce(e.dispense_id, r.dispense_id) left join patients p on p.id = d.patient_id
    where m.batch_id = any(${batches}::integer[]) and ${wentOut} and ${bound}
    order by m.id desc limit ${limit}`.execute(db)
  return rows
}

/** The batches of a recalled lot; 404 when there is no such recall. */
const findBatches = async (db: Db, recall: number): Promise<number[]> => {
  const { rows } = await sql<{ batches: number[] }>`
    select array(select b.id from batches b where b.item_id = r.item_id and b.lot = r.lot) as batches from recalls r where r.id = ${recall}`.execute(
    db,
  )
  if (!rows[0]) throw notFound('Recall')
  return rows[0].batches
}

/** Everything that went out of a recalled lot, the last first, up to a limit; 404 when there is no such recall. */
export const findAllUses = async (db: Db, recall: number, limit: number, may: MayNotify): Promise<RecallUse[]> =>
  findUses(db, await findBatches(db, recall), { cursor: null, limit }, may)

const countUses = async (db: Db, batches: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from stock_movements m where m.batch_id = any(${batches}::integer[]) and ${wentOut}`.execute(db)
  return rows[0]!.total
}

/** A page of what went out of a recalled lot, the last first. */
export const readUsePage = async (db: Db, recall: number, asked: PageAsked, may: MayNotify): Promise<Page<RecallUse>> => {
  const batches = await findBatches(db, recall)
  return readPage(asked, { find: (position) => findUses(db, batches, position, may), count: () => countUses(db, batches) })
}
