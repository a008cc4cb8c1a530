import { sql } from 'kysely'
import { nameOf } from '#features/users/public.ts'

/** Joins what `unit_cost` is: of one unit of the item as it last came for money. */
const lastCost = sql`
  left join lateral (
    select b.unit_cost from batches b where b.item_id = r.item_id and b.unit_cost > 0 order by b.id desc limit 1
  ) c on true`

/** Rows of requisitions as they are answered: columns and joins, to which more may be added. */
export const itemColumns = sql`
  r.id, r.requisition_id as requisition, r.item_id as item, i.name as item_name, i.code as item_code, i.unit, r.pack_id as pack,
  p.name as pack_name, r.pack_units, r.date_created, r.supplier_id as supplier, s.name as supplier_name, r.quantity_requested,
  r.quantity_approved, r.ordered_units, r.issued_units,
  case when q.status in ('approved', 'part-ordered')
    then coalesce(r.quantity_approved, 0) * r.pack_units - r.ordered_units - r.issued_units else 0 end as open_units,
  r.note, c.unit_cost, coalesce(h.usable, 0) as on_hand, e.elsewhere`
export const itemJoins = sql`
  requisition_items r join requisitions q on q.id = r.requisition_id join items i on i.id = r.item_id
  left join item_packs p on p.id = r.pack_id left join suppliers s on s.id = r.supplier_id
  ${lastCost}
  left join stock_levels h on h.item_id = r.item_id and h.store_id = q.store_id
  cross join lateral (
    select coalesce(sum(l.usable), 0)::integer as elsewhere from stock_levels l where l.item_id = r.item_id and l.store_id <> q.store_id
  ) e`

/** Requisitions as they are answered, without their rows: a select without a where. */
export const requisitionRows = sql`
  select q.id, q.number, q.status, q.store_id as store, t.name as store_name, q.requested_by, ${nameOf(sql`q.requested_by`)} as requested_by_name,
    q.requested_at as date_created, q.needed_by, q.note, q.submitted_at,
    q.department_approved_at, q.department_approved_by, ${nameOf(sql`q.department_approved_by`)} as department_approved_by_name,
    q.procurement_approved_at, q.procurement_approved_by, ${nameOf(sql`q.procurement_approved_by`)} as procurement_approved_by_name,
    q.ended_at, ${nameOf(sql`q.ended_by`)} as ended_by_name, q.end_reason, n.item_count, n.total_amount, q.version
  from requisitions q join stores t on t.id = q.store_id
  cross join lateral (
    select count(*)::integer as item_count,
      coalesce(round(sum(coalesce(r.quantity_approved, r.quantity_requested) * r.pack_units * c.unit_cost), 2), 0.00) as total_amount
    from requisition_items r ${lastCost} where r.requisition_id = q.id
  ) n`
