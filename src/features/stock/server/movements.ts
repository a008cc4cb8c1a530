import { sql } from 'kysely'
import { patientName } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Position } from '#platform/db/keyset.ts'
import type { StockMovement } from '../contract-ledger.ts'
import { costText } from './item-columns.ts'

export interface MovementFilters {
  item?: number | undefined
  store?: number | undefined
  batch?: number | undefined
  entry?: number | undefined
  kind?: StockMovement['kind'] | undefined
}

/** What moved stock, newest first; what was handed out and to whom only with `mayName`. */
export const findMovements = async (
  db: Db,
  { item, store, batch, entry, kind }: MovementFilters,
  { cursor, limit }: Position,
  mayName = false,
): Promise<StockMovement[]> => {
  const { rows } = await sql<StockMovement>`
    select m.id, m.entry_id as entry, e.number,
      case when e.stock_note_id is not null then 'stock_note' when e.transfer_id is not null then 'transfer'
        when e.stock_count_id is not null then 'stock_count' when e.goods_receipt_id is not null then 'goods_receipt'
        when e.dispense_id is not null then 'dispense' when e.patient_return_id is not null then 'patient_return'
        else 'supplier_return' end as document,
      coalesce(e.stock_note_id, e.transfer_id, e.stock_count_id, e.goods_receipt_id, e.supplier_return_id, e.dispense_id, e.patient_return_id) as document_id,
      d.id as dispense, p.id as patient, case when p.id is not null then ${patientName} end as patient_name,
      e.reverses_id as reverses, m.happened_at, m.store_id as store, st.name as store_name, m.item_id as item, i.name as item_name,
      i.unit as units_of_measure, m.batch_id as batch, b.lot, b.expires_on, ${costText(sql`b.unit_cost`)} as unit_cost, m.state, m.kind, m.quantity,
      m.balance, e.created_by, u.first_name || ' ' || u.last_name as created_by_name
    from (
      select * from stock_movements m
      where ${item === undefined ? sql`true` : sql`m.item_id = ${item}`}
        and ${store === undefined ? sql`true` : sql`m.store_id = ${store}`}
        and ${batch === undefined ? sql`true` : sql`m.batch_id = ${batch}`}
        and ${entry === undefined ? sql`true` : sql`m.entry_id = ${entry}`}
        and ${kind === undefined ? sql`true` : sql`m.kind = ${kind}`}
        and ${cursor === null ? sql`true` : sql`m.id < ${cursor[1]}`}
      order by m.id desc limit ${limit}
    ) m
    join stock_entries e on e.id = m.entry_id join stores st on st.id = m.store_id join items i on i.id = m.item_id
    join batches b on b.id = m.batch_id left join users u on u.id = e.created_by
    left join patient_returns r on r.id = e.patient_return_id
    left join dispenses d on ${mayName} and d.id = coalesce(e.dispense_id, r.dispense_id) left join patients p on p.id = d.patient_id
    order by m.id desc`.execute(db)
  return rows
}
