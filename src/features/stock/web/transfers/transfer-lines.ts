import { sentCount, readWhole } from '../lines/line-numbers.ts'
import type { Found, Line } from '../lines/line-types.ts'
import { lineFromCard, lineFromRow } from '../lines/make-line.ts'
import type { PackedLine } from '../lines/pack-box.ts'
import type { TransferDocument } from './transfer-calls.ts'

/** So many packs of an item that are sent; of the batch that expires first unless one is named. */
export interface SendLine extends PackedLine {
  quantity: string
  batch: number | null
}

export const sendLine = ({ card, pack, lot, quantity, isScanned }: Found, key: string): SendLine => ({
  ...lineFromCard(card, pack, key),
  quantity: isScanned ? String(quantity ?? 1) : '',
  batch: lot === null ? null : (card.batches.find((batch) => batch.lot === lot.toUpperCase())?.id ?? null),
})
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

const partOf = (typed: string): number | null => (typed.trim() === '' ? 0 : readWhole(typed))

/** Which box of a line says more than was sent; of two that do so together the later one. */
export const tooMuch = ({ sent, returned, lost }: Pick<ArriveLine, 'sent' | 'returned' | 'lost'>): 'returned' | 'lost' | null => {
  const [back, gone] = [partOf(returned) ?? 0, partOf(lost) ?? 0]
  if (back > sent) return 'returned'
  return back + gone > sent ? 'lost' : null
}

/** How much arrived; null while the parts cannot be read or are more than was sent. */
export const countArrived = ({ sent, returned, lost }: Pick<ArriveLine, 'sent' | 'returned' | 'lost'>): number | null => {
  const [back, gone] = [partOf(returned), partOf(lost)]
  return back === null || gone === null || back + gone > sent ? null : sent - back - gone
}

export const arriveLines = ({ items }: Pick<TransferDocument, 'items'>): ArriveLine[] =>
  items.map((row) => ({
    ...lineFromRow(row, String(row.id)),
    id: row.id,
    lot: row.lot,
    expires_on: row.expires_on,
    sent: row.quantity,
    returned: '',
    lost: '',
  }))

/** A line as it is sent; null for one that arrived whole. */
export const arriveRow = (line: ArriveLine) => {
  const arrived = countArrived(line)
  if (arrived === line.sent) return null
  return {
    id: line.id,
    ...(arrived !== null && { received: arrived }),
    returned: partOf(line.returned) ?? Number.NaN,
    lost: partOf(line.lost) ?? Number.NaN,
  }
}
