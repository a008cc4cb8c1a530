import { sentCount, wholeOf } from '../lines/line-numbers.ts'
import type { Found, Line } from '../lines/line-types.ts'
import type { TransferPaper } from './transfer-calls.ts'

/** So many packs of an item that are sent; of the batch that expires first unless one is named. */
export interface SendLine extends Line {
  pack: number | null
  pack_name: string | null
  pack_units: number
  quantity: string
  batch: number | null
}

export const sendLine = (found: Found, key: string): SendLine => {
  const { card, pack, lot, quantity, isScanned } = found
  return {
    key,
    item: card.id,
    name: card.name,
    code: card.item_code,
    unit: card.units_of_measure,
    pack: pack?.id ?? null,
    pack_name: pack?.name ?? null,
    pack_units: pack?.units ?? 1,
    quantity: isScanned ? String(quantity ?? 1) : '',
    batch: lot === null ? null : (card.batches.find((batch) => batch.lot === lot.toUpperCase())?.id ?? null),
  }
}
export const sendRow = ({ item, pack, quantity, batch }: SendLine) => ({ item, pack, quantity: sentCount(quantity), batch })

/** What became of a line on its way: what is neither returned nor lost arrived. */
export interface ArriveLine extends Line {
  id: number
  lot: string
  expires_on: string | null
  sent: number
  returned: string
  lost: string
}

const partOf = (typed: string): number | null => (typed.trim() === '' ? 0 : wholeOf(typed))

/** Which box of a line says more than was sent; of two that do so together the later one. */
export const tooMuch = ({ sent, returned, lost }: Pick<ArriveLine, 'sent' | 'returned' | 'lost'>): 'returned' | 'lost' | null => {
  const [back, gone] = [partOf(returned) ?? 0, partOf(lost) ?? 0]
  if (back > sent) return 'returned'
  return back + gone > sent ? 'lost' : null
}

/** How much arrived; null while the parts cannot be read or are more than was sent. */
export const arrivedOf = ({ sent, returned, lost }: Pick<ArriveLine, 'sent' | 'returned' | 'lost'>): number | null => {
  const [back, gone] = [partOf(returned), partOf(lost)]
  return back === null || gone === null || back + gone > sent ? null : sent - back - gone
}

export const arriveLines = ({ items }: Pick<TransferPaper, 'items'>): ArriveLine[] =>
  items.map((row) => ({
    key: String(row.id),
    id: row.id,
    item: row.item,
    name: row.item_name,
    unit: row.unit,
    lot: row.lot,
    expires_on: row.expires_on,
    sent: row.quantity,
    returned: '',
    lost: '',
  }))

/** A line as it is sent; null for one that arrived whole. */
export const arriveRow = (line: ArriveLine) => {
  const arrived = arrivedOf(line)
  if (arrived === line.sent) return null
  return {
    id: line.id,
    ...(arrived !== null && { received: arrived }),
    returned: partOf(line.returned) ?? Number.NaN,
    lost: partOf(line.lost) ?? Number.NaN,
  }
}
