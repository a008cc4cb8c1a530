import { sql, type RawBuilder } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { nameOf } from '#features/users/public.ts'
import { lastPrice } from '../suppliers/prices.ts'

/** What a line costs without tax, and the tax on it to the nearest cent. */
const net = sql`r.quantity_purchased * r.unit_price`
const tax = sql`round(r.quantity_purchased * r.unit_price * r.tax_rate / 100, 2)`

/** Rows of orders as they are answered: a select without a where. */
export const itemRows = sql`
  select r.id, r.purchase_order_id as purchase_order, r.item_id as item, i.name as item_name, i.code as item_code, i.unit, k.needs_lot, k.needs_expiry, r.pack_id as pack,
    p.name as pack_name, r.pack_units, r.date_created, r.supplier_id as supplier, s.name as supplier_name, r.quantity_purchased, r.unit_price,
    r.tax_rate, r.units, r.received_units, ${net} as net, ${tax} as tax, ${net} + ${tax} as total, w.requisitions
  from purchase_order_items r join items i on i.id = r.item_id join stocked_items k on k.item_id = r.item_id
  join suppliers s on s.id = r.supplier_id
  left join item_packs p on p.id = r.pack_id
  cross join lateral (
    select coalesce(json_agg(json_build_object('requisition', q.id, 'number', q.number, 'requisition_item', n.id, 'units', w.units) order by n.id),
      '[]') as requisitions
    from purchase_order_sources w join requisition_items n on n.id = w.requisition_item_id join requisitions q on q.id = n.requisition_id
    where w.purchase_order_item_id = r.id
  ) w`

/** Whether every line of an order comes whole from approved requisitions, for use inside a statement. */
const isRequested = (order: RawBuilder<unknown>) => sql<boolean>`(
  select coalesce(bool_and(r.units <= coalesce((select sum(w.units) from purchase_order_sources w where w.purchase_order_item_id = r.id), 0)), false)
  from purchase_order_items r where r.purchase_order_id = ${order})`

/**
 * Whether a line of a draft costs more than this supplier last asked for that pack, or nobody knows what they ask, for use inside a statement.
 */
const isDearer = (order: RawBuilder<unknown>) => sql<boolean>`(
  select coalesce(bool_or(r.unit_price = 0 or r.unit_price > coalesce(${lastPrice(sql`r.supplier_id`, sql`r.item_id`, sql`r.pack_units`)}, 0)), false)
  from purchase_order_items r where r.purchase_order_id = ${order})`

/** Orders as they are answered at an instant, without their rows: a select without a where. */
export const orderRows = (now: Date) => sql`
  select o.id, o.number, o.status, o.supplier_id as supplier, s.name as supplier_name, o.store_id as store, t.name as store_name,
    o.created_by as requested_by, ${nameOf(sql`o.created_by`)} as requested_by_name, o.changed_by, o.created_at as date_created, o.expected_on, o.note,
    o.approved_at, o.approved_by, ${nameOf(sql`o.approved_by`)} as approved_by_name,
    o.first_approved_at, o.first_approved_by, ${nameOf(sql`o.first_approved_by`)} as first_approved_by_name, o.own_approval_reason,
    coalesce(o.approval_people, (select approval_people from purchasing_settings)) as approval_people, o.sent_at, ${nameOf(sql`o.sent_by`)} as sent_by_name,
    o.ended_at, ${nameOf(sql`o.ended_by`)} as ended_by_name, o.end_reason, n.item_count, n.ordered_units, n.received_units,
    ${isRequested(sql`o.id`)} as is_requested, o.status = 'draft' and ${isDearer(sql`o.id`)} as is_dearer,
    coalesce(o.status in ('sent', 'part-received') and o.expected_on < ${clinicDay(now)}, false) as is_late,
    n.net_amount, n.tax_amount, n.net_amount + n.tax_amount as total_amount, o.version
  from purchase_orders o join stores t on t.id = o.store_id left join suppliers s on s.id = o.supplier_id
  cross join lateral (
    select count(*)::integer as item_count, coalesce(sum(r.units), 0)::bigint as ordered_units, coalesce(sum(r.received_units), 0)::bigint as received_units,
      coalesce(sum(${net}), 0.00) as net_amount, coalesce(sum(${tax}), 0.00) as tax_amount
    from purchase_order_items r where r.purchase_order_id = o.id
  ) n`
