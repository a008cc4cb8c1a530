import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { type FieldErrors, invalidInput } from '#platform/errors/problem.ts'
import type { heldStates } from '#features/stock/contract-items.ts'
import { lockLevels } from '../core/levels.ts'
import { refuseShort } from '../core/short.ts'

type Held = (typeof heldStates)[number]
/** So many units of one batch, in a state. */
export interface BatchLine {
  batch: number
  state: Held
  quantity: number
}
export interface NamedLine extends BatchLine {
  item: number
  name: string
  lot: string
  expires_on: string | null
}

/** The lines with the items that their batches are of; 400 of the line for a batch that there is not. */
const withItems = async (db: Db, lines: readonly BatchLine[]): Promise<NamedLine[]> => {
  const batches = lines.map(({ batch }) => batch)
  const { rows } = await sql<Omit<NamedLine, 'state' | 'quantity'>>`
    select b.id as batch, b.item_id as item, i.name, b.lot, b.expires_on
    from batches b join items i on i.id = b.item_id where b.id = any(${batches}::integer[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.batch, row]))
  const errors: FieldErrors = {}
  const named = lines.flatMap((line, place) => {
    const found = byId.get(line.batch)
    if (!found) errors[`items.${place}.batch`] = ['Batch not found.']
    return found ? [{ ...found, ...line }] : []
  })
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return named
}

const keyOf = ({ batch, state }: Pick<BatchLine, 'batch' | 'state'>) => `${batch} ${state}`

/**
 * Holds what a store has of these batches until the transaction ends, and answers the lines with their items. 400 with the place of a line
 * whose batch does not exist; 409 not_enough_stock with what is short and left.
 */
export const lockBatches = async (db: Db, store: number, lines: readonly BatchLine[]): Promise<NamedLine[]> => {
  const named = await withItems(db, lines)
  await lockLevels(
    db,
    named.map(({ item }) => ({ store, item })),
  )
  const { rows } = await sql<BatchLine>`
    select batch_id as batch, state, quantity from batch_stock
    where store_id = ${store} and batch_id = any(${named.map(({ batch }) => batch)}::integer[])
      and item_id = any(${named.map(({ item }) => item)}::integer[])`.execute(db)
  const left = new Map(rows.map((row) => [keyOf(row), row.quantity]))
  const short = named.flatMap(({ item, name, batch, lot, state, quantity }) => {
    const there = left.get(keyOf({ batch, state })) ?? 0
    left.set(keyOf({ batch, state }), Math.max(0, there - quantity))
    return there < quantity ? [{ item, name, batch, lot, wanted: quantity, left: there }] : []
  })
  refuseShort(short)
  return named
}
