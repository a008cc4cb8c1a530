import { sql } from 'kysely'
import type { z } from 'zod'
import { unitsOf } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, type FieldErrors, fieldError, invalidInput, Problem } from '#platform/errors/problem.ts'
import type { orderRequisitionLines } from '#features/purchasing/contract-orders.ts'
import { fieldOf } from '../packs.ts'
import { lockLines } from '../requisitions/cover.ts'

export type Asked = Pick<
  z.output<typeof orderRequisitionLines.body>['requisition_items'][number],
  'id' | 'supplier' | 'pack' | 'quantity' | 'unit_price'
>
/** A line of a requisition as it is ordered now; `place` is where it stands in the request. */
export interface WantedLine {
  place: number
  line: number
  requisition: number
  store: number
  item: number
  supplier: number
  pack: number | null
  pack_units: number
  quantity: number
  /** What of the line it covers; a last pack may hold more, which nobody requested. */
  units: number
  /** Null: left empty; undefined: not said. */
  unit_price: string | null | undefined
}
interface Found {
  id: number
  requisition: number
  store: number
  status: string
  item: number
  item_name: string
  pack: number | null
  supplier: number | null
  open: number
}

export const LINES = 'requisition_items'
const at = (place: number, name: string) => fieldOf(LINES, place, name)

const findLines = async (db: Db, ids: readonly number[]): Promise<Map<number, Found>> => {
  const { rows } = await sql<Found>`
    select r.id, q.id as requisition, q.store_id as store, q.status, r.item_id as item, i.name as item_name, r.pack_id as pack,
      coalesce(r.supplier_id, (select s.id from suppliers s where s.id = k.supplier_id and s.is_active)) as supplier,
      coalesce(r.quantity_approved, 0) * r.pack_units - r.ordered_units - r.issued_units as open
    from requisition_items r join requisitions q on q.id = r.requisition_id join items i on i.id = r.item_id
    join stocked_items k on k.item_id = r.item_id
    where r.id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const requireNamedOnce = (asked: readonly Asked[]) => {
  const errors: FieldErrors = {}
  const seen = new Set<number>()
  for (const [place, { id }] of asked.entries()) {
    if (seen.has(id)) errors[at(place, 'id')] = ['Duplicate line.']
    seen.add(id)
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

/** What one of each pack is, with 400 at its place for one that is not in use. */
const findPacks = async (db: Db, asked: readonly Asked[], lines: readonly Found[]) => {
  try {
    return await unitsOf(
      db,
      lines.map(({ item, pack }, place) => ({ item, pack: asked[place]!.pack === undefined ? pack : asked[place]!.pack, quantity: 1 })),
      LINES,
    )
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error
    // A line has no field for its item: it is the line that cannot be ordered.
    throw invalidInput(
      Object.fromEntries(Object.entries(error.fields).map(([field, reported]) => [field.replace(/item$/, 'id'), reported])),
    )
  }
}

/**
 * So many packs of a line: what was said, else all that is open. The last pack may be opened for less than it holds. 409 not_open for a pack
 * more than that, or nothing.
 */
const quantityOf = ({ quantity }: Asked, { id, item_name, open, status }: Found, packUnits: number, place: number): number => {
  const isApproved = status === 'approved' || status === 'part-ordered'
  const wanted = quantity ?? Math.floor(open / packUnits)
  if (isApproved && open > 0 && wanted === 0) throw fieldError(at(place, 'pack'), 'Less than one pack is open: order single units.')
  if (isApproved && open > 0 && (wanted - 1) * packUnits < open) return wanted
  const left = isApproved ? Math.max(0, open) : 0
  throw conflict(
    'The quantity is more than is still open for ordering.',
    { lines: [{ id, item_name, open: left, wanted: wanted * packUnits }] },
    'not_open',
  )
}

/**
 * These lines as they are to be ordered, held until the transaction ends. 400 with the place: no such line, no supplier, a pack of another
 * item, less than a pack; 409 not_open with `lines` for more than is approved and still open.
 */
export const wantLines = async (db: Db, asked: readonly Asked[]): Promise<WantedLine[]> => {
  requireNamedOnce(asked)
  const ids = asked.map(({ id }) => id)
  await lockLines(db, ids)
  const found = await findLines(db, ids)
  const lines = asked.map(({ id }, place) => {
    const line = found.get(id)
    if (!line) throw fieldError(at(place, 'id'), 'Requisition line not found.')
    return line
  })
  const packs = await findPacks(db, asked, lines)
  return lines.map((line, place) => {
    const { pack, pack_units } = packs[place]!
    const quantity = quantityOf(asked[place]!, line, pack_units, place)
    const supplier = asked[place]!.supplier ?? line.supplier
    if (supplier === null) throw fieldError(at(place, 'supplier'), 'Choose the supplier: this item has no usual supplier.')
    const { requisition, store, item } = line
    const { unit_price } = asked[place]!
    return {
      place,
      line: line.id,
      requisition,
      store,
      item,
      supplier,
      pack,
      pack_units,
      quantity,
      units: Math.min(line.open, quantity * pack_units),
      unit_price,
    }
  })
}
