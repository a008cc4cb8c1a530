import { sql, type RawBuilder } from 'kysely'

type Column = RawBuilder<unknown>

/** A cost as people write it: two decimals, more only where there are more. */
export const costText = (cost: Column) =>
  sql<string>`(case when scale(trim_scale(${cost})) <= 2 then round(${cost}, 2) else trim_scale(${cost}) end)::text`

/** The units of an item's packs in use, the largest first. */
export const packSizes = (item: Column) =>
  sql<number[]>`array(select distinct p.units from item_packs p where p.item_id = ${item} and p.is_active order by p.units desc)`

const packed = ([packed = 1, subpacked = 1]: readonly number[]) => ({ packed, subpacked })
/** A row with what the earlier names mean: units of the largest pack and of the next smaller one. */
export const withSizes = <T extends { pack_sizes: number[] }>({ pack_sizes, ...row }: T) => ({ ...row, ...packed(pack_sizes) })

/** The packs of an item with their barcodes, the largest first, as JSON; `all` with those out of use. */
export const packsOf = (item: Column, all: boolean) => sql`coalesce((
  select json_agg(json_build_object('id', p.id, 'name', p.name, 'units', p.units, 'is_active', p.is_active, 'barcodes',
    array(select code from barcodes c where c.item_id = ${item} and c.pack_id = p.id order by code))
    order by p.is_active desc, p.units desc, p.id)
  from item_packs p where p.item_id = ${item} and (p.is_active or ${all})), '[]')`

/** The codes of a single unit. */
export const barcodesOf = (item: Column) =>
  sql<string[]>`array(select code from barcodes c where c.item_id = ${item} and c.pack_id is null order by code)`

/** Units that are ordered and did not come yet, of an item, for a store (any when null). */
export const onOrder = (item: Column, store: Column | null) => sql<number>`coalesce((
  select sum(o.units - o.received_units) from purchase_order_items o join purchase_orders d on d.id = o.purchase_order_id
  where o.item_id = ${item} and o.received_units < o.units and d.status in ('approved', 'sent', 'part-received')
    and ${store === null ? sql`true` : sql`d.store_id = ${store}`}), 0)::integer`

/** What one unit cost in the latest delivery that was paid for. */
export const lastCost = (item: Column) => sql<string | null>`(
  select ${costText(sql`b.unit_cost`)} from batches b where b.item_id = ${item} and b.unit_cost > 0 order by b.received_at desc, b.id desc limit 1)`

/** What lies or is on its way is worth, at cost: of an item, in a store (all when null). */
export const valueOf = (item: Column, store: Column | null) => sql<string>`coalesce((
  select sum(k.quantity * b.unit_cost) from batch_stock k join batches b on b.id = k.batch_id
  where k.item_id = ${item} and k.quantity > 0 and ${store === null ? sql`true` : sql`k.store_id = ${store}`}), 0)::numeric(20, 2)::text`
