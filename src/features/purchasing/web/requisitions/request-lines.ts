import { type Found, type PackedLine, packsFor, sentCount } from '#features/stock/web/lines-field.tsx'
import type { LowRow } from './use-low.ts'
import type { RequisitionItem } from './requisition-types.ts'

/** A line of a requisition as it stands in its boxes. */
export interface RequestLine extends PackedLine {
  /** Packs. */
  quantity: string
  supplier: number | null
  note: string
}

const keyOf = (item: number) => `i${item}`

/** The line of a row that was saved. */
export const savedLine = (row: RequisitionItem): RequestLine => ({
  key: keyOf(row.item),
  item: row.item,
  name: row.item_name,
  code: row.item_code,
  unit: row.unit,
  pack: row.pack,
  pack_name: row.pack_name,
  pack_units: row.pack_units,
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
  const units = pack?.units ?? 1
  return {
    key: keyOf(card.id),
    item: card.id,
    name: card.name,
    code: card.item_code,
    unit: card.units_of_measure,
    pack: pack?.id ?? null,
    pack_name: pack?.name ?? null,
    pack_units: units,
    quantity: isScanned ? String(quantity ?? 1) : wanted > 0 ? String(packsFor(wanted, units)) : '',
    supplier: null,
    note: '',
  }
}

/** The line of an item that is low: as much as is suggested, in packs. */
export const lowLine = (low: LowRow): RequestLine => {
  const pack = fitting(low, low.suggested_order)
  const units = pack?.units ?? 1
  return {
    key: keyOf(low.id),
    item: low.id,
    name: low.name,
    code: low.item_code,
    unit: low.units_of_measure,
    pack: pack?.id ?? null,
    pack_name: pack?.name ?? null,
    pack_units: units,
    quantity: String(packsFor(Math.max(1, low.suggested_order), units)),
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

/** The lines in one sentence, for the comparison of two versions. */
export const linesInWords = (lines: readonly { name: string; quantity: string | number }[]) =>
  lines.map(({ name, quantity }) => `${name} × ${quantity}`).join(', ')
