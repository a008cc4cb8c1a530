import { cents, fromCents } from '#shared/money.ts'
import type { BillableLine } from '#features/purchasing/contract-bills.ts'
import { sumOfRows } from '../match.ts'
import { priceOfPack } from '../receiving-rules.ts'
import type { AgreedLine } from './agreed.ts'

interface Part {
  pack_units: number
  quantity: number
  unit_price: string
}

/**
 * What is open of a line, so that every price is whole cents: packs while they are whole, single units where one is whole cents, otherwise
 * whole packs and the rest as one pack of its own.
 */
const partsOf = ({ price: { pack_units, unit_price }, open }: AgreedLine): Part[] => {
  const rest = open % pack_units
  if (rest > 0 && cents(unit_price) % pack_units === 0)
    return [{ pack_units: 1, quantity: open, unit_price: fromCents(cents(unit_price) / pack_units) }]
  const whole = { pack_units, quantity: (open - rest) / pack_units, unit_price }
  const broken = { pack_units: rest, quantity: 1, unit_price: priceOfPack(unit_price, pack_units, rest) }
  return [...(whole.quantity > 0 ? [whole] : []), ...(rest > 0 ? [broken] : [])]
}

/** A part as people write it on a bill: a broken pack by its units. */
const toWritten = ({ price, pack, pack_name }: AgreedLine, part: Part) =>
  part.pack_units === price.pack_units
    ? { pack, pack_name }
    : {
        pack: null,
        pack_name: null,
        pack_units: 1,
        quantity: part.quantity * part.pack_units,
        unit_price: priceOfPack(price.unit_price, price.pack_units, 1),
      }

const rowsOf = (line: AgreedLine) =>
  partsOf(line).map((part) => ({
    ...part,
    item: line.item,
    purchase_order_item: line.purchase_order_item,
    tax_rate: line.price.tax_rate ?? '0.00',
  }))

/** What came and is on no bill yet, as the rows of the next bill, which come to what was agreed to the cent. */
export const openRows = (agreed: readonly AgreedLine[]) => agreed.filter(({ open }) => open > 0).flatMap(rowsOf)

/** The same as people write it. A unit may cost less than a cent; what the row comes to is right all the same. */
export const billableOf = (
  agreed: readonly AgreedLine[],
): { total: string; items: Omit<BillableLine, 'receipt_price' | 'damaged_units'>[] } => ({
  total: sumOfRows(openRows(agreed)).total,
  items: agreed
    .filter(({ open }) => open > 0)
    .flatMap((line) =>
      rowsOf(line).map((row) => ({
        ...row,
        ...toWritten(line, row),
        item_name: line.item_name,
        unit: line.unit,
        units: row.quantity * row.pack_units,
        total: sumOfRows([row]).total,
      })),
    ),
})
