import { sql } from 'kysely'
import type { z } from 'zod'
import { requireStore, sendTransfer } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, type FieldErrors, fieldError, invalidInput } from '#platform/errors/problem.ts'
import type { issueRequisition } from '#features/purchasing/contract-requisitions.ts'
import { type Actor, countUnits, followCoverage, lockLines } from './cover.ts'
import { lockRequisition } from './lock.ts'

type Issue = Pick<z.output<typeof issueRequisition.body>, 'store' | 'items' | 'note'>
interface OpenLine {
  id: number
  item: number
  open: number
}

const findOpen = async (db: Db, requisition: number): Promise<OpenLine[]> => {
  const { rows } = await sql<OpenLine>`
    select id, item_id as item, quantity_approved * pack_units - ordered_units - issued_units as open
    from requisition_items where requisition_id = ${requisition} order by id`.execute(db)
  return rows
}

/** How much of which line is handed over: what was said, or all that is open. 400 with the place of what cannot be. */
const toWants = (lines: readonly OpenLine[], message: Issue['items']) => {
  const open = lines.filter((line) => line.open > 0)
  if (!message) return open.map(({ id, item, open: units }) => ({ id, item, units }))
  const errors: FieldErrors = {}
  const named = new Set<number>()
  const wants = message.map(({ id, units }, place) => {
    const line = lines.find((one) => one.id === id)
    if (!line) errors[`items.${place}.id`] = ['This line is not in the requisition.']
    else if (named.has(id)) errors[`items.${place}.id`] = ['Duplicate line.']
    else if (units > line.open) errors[`items.${place}.units`] = ['This is more than is open.']
    named.add(id)
    return { id, item: line?.item ?? 0, units }
  })
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return wants
}

/**
 * Hands over from a store what is open of an approved requisition: answers the transfer that is on its way to the store that asks. 404, 412;
 * 400 with the place; 409 not_a_move, nothing_open, and whatever stock refuses (not_enough_stock).
 */
export const issueLines = async (db: Db, id: number, { store, items, note }: Issue, seen: number | null, { by, now }: Actor) => {
  const { status, store_id } = await lockRequisition(db, id, seen)
  if (status !== 'approved' && status !== 'part-ordered')
    throw conflict('Only an approved requisition can be issued.', { status }, 'not_a_move')
  if (store === store_id) throw fieldError('store', 'Choose a store other than the requesting one.')
  await requireStore(db, store)
  const found = await findOpen(db, id)
  await lockLines(
    db,
    found.map((line) => line.id),
  )
  const wants = toWants(await findOpen(db, id), items)
  if (wants.length === 0) throw conflict('This requisition has no open lines.', {}, 'nothing_open')
  await countUnits(db, 'issued_units', wants)
  await followCoverage(db, [id], { by, now })
  const transfer = { from_store: store, to_store: store_id, note: note ?? '', requisition: id }
  const lines = wants.map(({ item, units }) => ({ item, quantity: units }))
  return sendTransfer(db, { ...transfer, items: lines }, by, now)
}

/** Counts what came back of a transfer as open again. Called before its stock is held: the requisition comes first. */
export const undoIssued = async (
  db: Db,
  { requisition, returned }: { requisition: number; returned: readonly { item: number; units: number }[] },
  actor: Actor,
): Promise<void> => {
  await lockRequisition(db, requisition)
  const lines = await findOpen(db, requisition)
  const counts = returned.flatMap(({ item, units }) => {
    const line = lines.find((one) => one.item === item)
    return line && units > 0 ? [{ id: line.id, units: -units }] : []
  })
  if (counts.length === 0) return
  await lockLines(
    db,
    counts.map(({ id }) => id),
  )
  await countUnits(db, 'issued_units', counts)
  await followCoverage(db, [requisition], actor)
}
