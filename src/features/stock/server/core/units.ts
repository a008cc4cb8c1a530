import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { type FieldErrors, invalidInput } from '#platform/errors/problem.ts'
import { MAX_COUNT } from '#features/stock/contract-items.ts'

export interface Packed {
  item: number
  pack?: number | null | undefined
  /** How many packs; single units without a pack. */
  quantity: number
}
export interface Units {
  item: number
  name: string
  /** What one is called: tablet, ml. */
  unit: string
  pack: number | null
  pack_name: string | null
  pack_units: number
  units: number
  needs_lot: boolean
  needs_expiry: boolean
}
interface Found extends Omit<Units, 'units' | 'item'> {
  is_stocked: boolean
  has_pack: boolean
}

/**
 * How many units these are, in the order given. 400 with the place (`items.3.pack`) for an item that is not kept in stock or is out of use,
 * a pack that is not one of the item's, and more than one line may hold. With `isPast`, of what has happened already, items and packs that
 * went out of use since are right; with `isStockedOnly` false so are items that are not kept in stock.
 */
export const findUnits = async (
  db: Db,
  rows: readonly Packed[],
  path = 'items',
  { isPast = false, isStockedOnly = true } = {},
): Promise<Units[]> => {
  const { rows: found } = await sql<Found>`
    select i.name, i.unit, coalesce((s.is_active and i.is_active) or (s.item_id is not null and ${isPast}::boolean), false) as is_stocked, p.id as pack, p.name as pack_name,
      coalesce(p.units, 1) as pack_units, w.pack is null or p.id is not null as has_pack,
      coalesce(s.needs_lot, false) as needs_lot, coalesce(s.needs_expiry, false) as needs_expiry
    from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (item integer, pack integer)) with ordinality as w(item, pack, place)
    left join items i on i.id = w.item left join stocked_items s on s.item_id = i.id
    left join item_packs p on p.id = w.pack and p.item_id = w.item and (p.is_active or ${isPast}::boolean)
    order by w.place`.execute(db)
  const errors: FieldErrors = {}
  const units = rows.map(({ item, quantity }, place): Units => {
    const { is_stocked, has_pack, ...one } = found[place]!
    if (!is_stocked && isStockedOnly) errors[`${path}.${place}.item`] = ['This item is not a stock item.']
    else if (!has_pack) errors[`${path}.${place}.pack`] = ['This is not a pack of the item.']
    else if (quantity * one.pack_units > MAX_COUNT) errors[`${path}.${place}.quantity`] = [`This is more than ${MAX_COUNT} units.`]
    return { item, ...one, units: quantity * one.pack_units }
  })
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return units
}
