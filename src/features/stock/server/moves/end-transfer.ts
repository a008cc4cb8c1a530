import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#platform/db/connect.ts'
import { conflict, type FieldErrors, fieldError, forbidden, invalidInput, requireFound } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { type receiveTransfer, TransferDetail } from '#features/stock/contract-moves.ts'
import { type Movement, writeEntry } from '../core/entries.ts'
import { lockLevels } from '../core/levels.ts'
import { dayOf } from '../core/numbers.ts'
import { findTransfer } from './transfers.ts'
import { findUnfit } from './unfit.ts'

interface Locked {
  id: number
  number: string
  from: number
  to: number
  sent_by: number
  requisition: number | null
}
interface Line {
  id: number
  item: number
  batch: number
  quantity: number
}
/** What became of a line: together what was sent. */
interface Ended extends Line {
  received: number
  returned: number
  lost: number
}
type ReceivedItems = NonNullable<z.output<typeof receiveTransfer.body>['items']>
type Ender = Pick<User, 'id' | 'permissions'>

/** What follows when something comes back of a transfer that serves a requisition: in its transaction, before any stock is held. */
export type OnReturn = (
  db: Db,
  came: { requisition: number; returned: { item: number; units: number }[] },
  actor: { by: number; now: Date },
) => Promise<void>

/** The transfer, held until the transaction ends. 404; 412 when it is no longer as it was seen; 409 not_sent when it has ended. */
const lockTransfer = async (db: Db, id: number, seen: number | null, user: Ender): Promise<Locked> => {
  const { rows } = await sql<Locked & { status: string; version: number }>`
    select id, number, from_store_id as "from", to_store_id as "to", sent_by, requisition_id as requisition, status, version
    from transfers where id = ${id} for no key update`.execute(db)
  const transfer = requireFound(rows[0], 'Transfer')
  if (transfer.status !== 'sent')
    throw conflict(
      transfer.status === 'received' ? 'This transfer is already received.' : 'This transfer is already cancelled.',
      { status: transfer.status },
      'not_sent',
    )
  return requireUnchanged(transfer, seen, async () => TransferDetail.encode((await findTransfer(db, id, user))!))
}

const findLines = async (db: Db, transfer: number): Promise<Line[]> => {
  const { rows } = await sql<Line>`
    select id, item_id as item, batch_id as batch, quantity from transfer_items where transfer_id = ${transfer} order by id`.execute(db)
  return rows
}

/** What arrived, went back and was lost of each line; 400 with the place of what does not add up. */
const endsOf = (lines: readonly Line[], items: ReceivedItems): Ended[] => {
  const errors: FieldErrors = {}
  const byId = new Map(lines.map((line) => [line.id, { ...line, received: line.quantity, returned: 0, lost: 0 }]))
  const named = new Set<number>()
  for (const [place, { id, received, returned = 0, lost = 0 }] of items.entries()) {
    const line = byId.get(id)
    if (!line) errors[`items.${place}.id`] = ['This line is not in the transfer.']
    else if (named.has(id)) errors[`items.${place}.id`] = ['Duplicate line.']
    else if ((received ?? line.quantity - returned - lost) + returned + lost !== line.quantity || returned + lost > line.quantity)
      errors[`items.${place}.received`] = ['Received, returned and lost must add up to the quantity sent.']
    else byId.set(id, { ...line, received: line.quantity - returned - lost, returned, lost })
    named.add(id)
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return [...byId.values()]
}

/** The movements that end a transfer; what must not be used any more comes into quarantine. */
const movementsOf = ({ from, to }: Locked, lines: readonly Ended[], unfit: ReadonlyMap<number, unknown>): Movement[] =>
  lines.flatMap(({ item, batch, received, returned, lost }) => {
    const of = { item, batch }
    const state = unfit.has(batch) ? ('quarantined' as const) : ('usable' as const)
    const onItsWay = { ...of, store: to, state: 'in transit' as const }
    const moved: Movement[] = [
      { ...onItsWay, kind: 'issue_in', quantity: -(received + returned) },
      { ...of, store: to, state, kind: 'issue_in', quantity: received },
      { ...of, store: from, state, kind: 'issue_in', quantity: returned },
      { ...onItsWay, kind: 'loss', quantity: -lost },
    ]
    return moved.filter(({ quantity }) => quantity !== 0)
  })

interface End {
  status: 'received' | 'cancelled'
  reason: string
  by: number
  now: Date
  onReturn: OnReturn
}
const end = async (db: Db, transfer: Locked, lines: readonly Ended[], { status, reason, by, now, onReturn }: End): Promise<void> => {
  const { id, number, from, to, requisition } = transfer
  const returned = lines.flatMap(({ item, returned: units }) => (units > 0 ? [{ item, units }] : []))
  if (requisition !== null && returned.length > 0) await onReturn(db, { requisition, returned }, { by, now })
  await lockLevels(
    db,
    lines.flatMap(({ item, returned }) => [{ store: to, item }, ...(returned > 0 ? [{ store: from, item }] : [])]),
  )
  // Read when nobody can recall any of it any more.
  const batches = lines.map(({ batch }) => batch)
  const unfit = await findUnfit(db, batches, await dayOf(db, now))
  await sql`
    update transfer_items t set received = w.received, returned = w.returned, lost = w.lost
    from json_to_recordset(${JSON.stringify(lines)}::json) as w(id integer, received integer, returned integer, lost integer)
    where t.id = w.id`.execute(db)
  await db
    .updateTable('transfers')
    .set({ status, ended_at: now, ended_by: by, end_reason: reason, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await writeEntry(db, { number, document: { transfer: id }, by, now }, movementsOf(transfer, lines, unfit))
}

export interface Receiving {
  /** Lines that are not named arrived whole. */
  items?: ReceivedItems | undefined
  reason?: string | null | undefined
  seen?: number | null
}
/**
 * Ends a transfer with what arrived. 404, 412, 409 not_sent; 400 for parts that are not what was sent, or a loss or return without a reason.
 * Batches that expired or were recalled on the way come into quarantine.
 */
export const receiveStock = async (
  db: Db,
  id: number,
  { items = [], reason, seen = null }: Receiving,
  user: Ender,
  now: Date,
  onReturn: OnReturn,
) => {
  const transfer = await lockTransfer(db, id, seen, user)
  const lines = endsOf(await findLines(db, id), items)
  if (!reason && lines.some(({ received, quantity }) => received < quantity))
    throw fieldError('reason', 'Enter why less arrived than was sent.')
  await end(db, transfer, lines, { status: 'received', reason: reason ?? '', by: user.id, now, onReturn })
}

/** Calls a transfer back whole. 404, 412, 409 not_sent; 403 for anybody but the person who sent it. */
export const callBack = async (
  db: Db,
  id: number,
  { reason, seen = null }: { reason: string; seen?: number | null },
  user: Ender,
  now: Date,
  onReturn: OnReturn,
) => {
  const transfer = await lockTransfer(db, id, seen, user)
  if (transfer.sent_by !== user.id) throw forbidden('of the person who sent it')
  const lines = (await findLines(db, id)).map((line) => ({ ...line, received: 0, returned: line.quantity, lost: 0 }))
  await end(db, transfer, lines, { status: 'cancelled', reason, by: user.id, now, onReturn })
}
