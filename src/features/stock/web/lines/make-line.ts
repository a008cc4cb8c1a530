import type { Card, Found, Line } from './line-types.ts'
import type { PackedLine } from './pack-box.ts'

interface Row {
  item: number
  item_name: string
  item_code?: string | null
  unit: string
}
interface PackedRow extends Row {
  pack: number | null
  pack_name: string | null
  pack_units: number
}

/** What a line shares with the saved row that it was made of. */
export const lineFromRow = ({ item, item_name, item_code, unit }: Row, key: string): Line => ({
  key,
  item,
  name: item_name,
  code: item_code ?? null,
  unit,
})

/** As `lineFromRow`, of a row that is counted in packs. */
export const packedLineFromRow = (row: PackedRow, key: string): PackedLine => ({
  ...lineFromRow(row, key),
  pack: row.pack,
  pack_name: row.pack_name,
  pack_units: row.pack_units,
})

/** What a new line has of its item, counted in a pack of it or in single units; its key is the item unless another is given. */
export const lineFromCard = (
  { id, name, item_code, units_of_measure }: Pick<Card, 'id' | 'name' | 'item_code' | 'units_of_measure'>,
  pack: Found['pack'],
  key = `i${id}`,
): PackedLine => ({
  key,
  item: id,
  name,
  code: item_code,
  unit: units_of_measure,
  pack: pack?.id ?? null,
  pack_name: pack?.name ?? null,
  pack_units: pack?.units ?? 1,
})
