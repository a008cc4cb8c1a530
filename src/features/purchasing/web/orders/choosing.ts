import { packsFor, priceOf, sentCount } from '#features/stock/web/lines-field.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { bareAmount } from '#web/text/amount-text.ts'
import type { listRequisitionLines } from '../requested-calls.ts'
import { packPrice, scaledPrice } from './order-lines.ts'

export type RequestedLine = ResponseOf<typeof listRequisitionLines>[number]

/** What a line is ordered in; without an id in single units. */
export interface ChosenPack {
  id: number | null
  name: string | null
  units: number
}

/** What somebody has chosen or typed for a line that is to be ordered; what is not there is as it was proposed. */
export interface Choice {
  isChosen?: boolean
  supplier?: { id: number; name: string }
  pack?: ChosenPack
  quantity?: string
  price?: string
}

/** A line as it would be ordered. */
export interface ChosenLine {
  row: RequestedLine
  isChosen: boolean
  supplier: { id: number; name: string } | null
  /** Null where what is open is no whole number of packs: then single units are proposed. */
  pack: number | null
  pack_name: string | null
  pack_units: number
  quantity: string
  unit_price: string
}

const usual = ({ usual_supplier, usual_supplier_name }: RequestedLine) =>
  usual_supplier === null ? null : { id: usual_supplier, name: usual_supplier_name ?? '' }

const inPack = (line: ReturnType<typeof proposed>, { open_units }: RequestedLine, { id, name, units }: ChosenPack) => ({
  pack: id,
  pack_name: name,
  pack_units: units,
  quantity: String(packsFor(open_units, units)),
  unit_price: scaledPrice(line.unit_price, line.pack_units, units),
})

const proposed = (row: RequestedLine) => {
  const isWhole = row.open_units % row.pack_units === 0
  const pack_units = isWhole ? row.pack_units : 1
  const known = row.last_price === null ? null : isWhole || row.pack_units === 1 ? bareAmount(row.last_price) : null
  const price = known ?? (row.unit_cost === null ? '' : packPrice(row.unit_cost, pack_units))
  return {
    pack: isWhole ? row.pack : null,
    pack_name: isWhole ? row.pack_name : null,
    pack_units,
    quantity: String(row.open_units / pack_units),
    unit_price: price,
  }
}

/** A line as it would be ordered: as it was asked for, or in as many packs as hold it, from its usual supplier at the last price, unless somebody chose otherwise. */
export const chosenLine = (row: RequestedLine, choice: Choice | undefined, isChosen: boolean): ChosenLine => {
  const asked = proposed(row)
  const line = choice?.pack ? inPack(asked, row, choice.pack) : asked
  const supplier = choice?.supplier ?? usual(row)
  return {
    row,
    ...line,
    supplier,
    isChosen: supplier !== null && (choice?.isChosen ?? isChosen),
    quantity: choice?.quantity ?? line.quantity,
    unit_price: choice?.price ?? line.unit_price,
  }
}

export interface SupplierGroup {
  supplier: { id: number; name: string } | null
  lines: ChosenLine[]
}
/** The lines by who would get the order, by name; those that nobody supplies yet first. */
export const bySupplier = (lines: readonly ChosenLine[]): SupplierGroup[] => {
  const groups = new Map<number, SupplierGroup>()
  for (const line of lines) {
    const key = line.supplier?.id ?? 0
    const group = groups.get(key) ?? { supplier: line.supplier, lines: [] }
    group.lines.push(line)
    groups.set(key, group)
  }
  return Array.from(groups.values()).toSorted((a, b) =>
    a.supplier === null ? -1 : b.supplier === null ? 1 : a.supplier.name.localeCompare(b.supplier.name),
  )
}

/** What is sent for the chosen lines; what is no number is left for the contract to refuse. */
export const sentLines = (lines: readonly ChosenLine[]) =>
  lines.map(({ row, supplier, pack, quantity, unit_price }) => ({
    id: row.id,
    supplier: supplier?.id,
    pack,
    quantity: sentCount(quantity),
    unit_price: unit_price.trim() === '' ? null : (priceOf(unit_price) ?? unit_price),
  }))
