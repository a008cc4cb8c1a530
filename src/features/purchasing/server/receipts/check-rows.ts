import type { Db } from '#platform/db/connect.ts'
import { MAX_AMOUNT } from '#shared/money.ts'
import { invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import { expiryFault, priceOfPack, unitCostOf } from '../receiving-rules.ts'
import { at, placeRows, type Placed } from '../place-rows.ts'
import type { DeliveryRow, Frame } from './delivery.ts'
import type { OrderLine } from './lock-order.ts'

/** A row of a delivery with everything decided; quantities are packs, `damaged` units. */
export interface CheckedRow {
  line: OrderLine | null
  item: number
  item_name: string
  pack: number | null
  pack_units: number
  quantity: number
  free: number
  damaged: number
  price: string
  unit_cost: string
  sale_price: string | null
  lot: string
  expires_on: string | null
}

const priceOf = ({ row, line, pack_units }: Placed<DeliveryRow>, isDonation: boolean): string | null => {
  if (row.purchase_price != null) return row.purchase_price
  if (line) return priceOfPack(line.unit_price, line.pack_units, pack_units)
  return isDonation || row.quantity === 0 ? '0.00' : null
}

const expiryOf = ({ row, needs_expiry }: Placed<DeliveryRow>, today: string): string | null => {
  if (row.expires_on != null) return expiryFault(row.expires_on, today)
  return needs_expiry ? 'This item needs an expiry date.' : null
}

const findInconsistencies = (one: Placed<DeliveryRow>, price: string | null, today: string): Record<string, string> => {
  const { row, pack_units, needs_lot } = one
  const faults: Record<string, string> = {}
  if (row.quantity + (row.free_quantity ?? 0) === 0) faults['quantity'] = 'Enter a whole number above zero.'
  if ((row.damaged_units ?? 0) > row.quantity * pack_units) faults['damaged_units'] = 'This is more than was received.'
  if (price === null) faults['purchase_price'] = 'Enter the pack price.'
  else if (Number(price) > MAX_AMOUNT) faults['purchase_price'] = 'The total of this row is too high.'
  if (needs_lot && !row.lot) faults['lot'] = 'This item needs a lot number.'
  const expiry = expiryOf(one, today)
  if (expiry !== null) faults['expires_on'] = expiry
  return faults
}

const toCheckedRow = ({ row, line, item, item_name, pack, pack_units }: Placed<DeliveryRow>, price: string): CheckedRow => ({
  line,
  item,
  item_name,
  pack,
  pack_units,
  quantity: row.quantity,
  free: row.free_quantity ?? 0,
  damaged: row.damaged_units ?? 0,
  price,
  unit_cost: unitCostOf(price, pack_units),
  sale_price: row.sale_price ?? null,
  lot: row.lot ?? '',
  expires_on: row.expires_on ?? null,
})

/** Every row as it will be booked; 400 with all that is wrong, each with its place (`items.3.lot`). `today` is the clinic's. */
export const checkRows = async (db: Db, frame: Frame, rows: readonly DeliveryRow[], today: string): Promise<CheckedRow[]> => {
  const placed = await placeRows(db, frame, rows, ({ quantity, free_quantity }) => quantity + (free_quantity ?? 0))
  const errors: FieldErrors = {}
  const checked = placed.map((one, place) => {
    const price = priceOf(one, frame.isDonation)
    for (const [field, fault] of Object.entries(findInconsistencies(one, price, today))) errors[at(place, field)] = [fault]
    return toCheckedRow(one, price ?? '0.00')
  })
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return checked
}
