import { type Found, lineFromCard, packedLineFromRow, type PackedLine, packsFor, sentCount } from '#features/stock/web/lines-field.tsx'
import type { LowRow } from './use-low.ts'
import type { RequisitionItem } from './requisition-types.ts'

/** A line of a requisition as it stands in its boxes. */
export interface RequestLine extends PackedLine {
  /** Packs. */
  quantity: string
  supplier: number | null
  note: string
}

/** The line of a row that was saved. */
export const savedLine = (row: RequisitionItem): RequestLine => ({
  ...packedLineFromRow(row, `i${row.item}`),
  quantity: String(row.quantity_requested),
  supplier: row.supplier,
  note: row.note,
})

interface Asked {
  packs: readonly { id: number; name: string; units: number; is_active: boolean }[]
}
/** The largest pack that what is wanted fills; single units when it fills none. */
const fitting = ({ packs }: Asked, units: number) => packs.find((pack) => pack.is_active && pack.units <= units) ?? null

/** The line of an item that was found: as much as is suggested, in packs. */
export const foundLine = ({ card, pack: scanned, quantity, isScanned }: Found, low: LowRow | undefined): RequestLine => {
  const wanted = low?.suggested_order ?? 0
  const pack = scanned ?? (isScanned ? null : fitting(card, wanted))
  const line = lineFromCard(card, pack)
  return {
    ...line,
    quantity: isScanned ? String(quantity ?? 1) : wanted > 0 ? String(packsFor(wanted, line.pack_units)) : '',
    supplier: null,
    note: '',
  }
}

/** The line of an item that is low: as much as is suggested, in packs. */
export const lowLine = (low: LowRow): RequestLine => {
  const line = lineFromCard(low, fitting(low, low.suggested_order))
  return {
    ...line,
    quantity: String(packsFor(Math.max(1, low.suggested_order), line.pack_units)),
    supplier: null,
    note: '',
  }
}

/** The rows as they are sent. */
export const sentRows = (lines: readonly RequestLine[]) =>
  lines.map(({ item, quantity, pack, supplier, note }) => ({
    item,
    quantity_requested: sentCount(quantity),
    pack,
    supplier,
    note: note === '' ? null : note,
  }))
