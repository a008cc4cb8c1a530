import { type Route, handle, type Context } from '#platform/http/handle.ts'
import { type OnReturn, callBack, receiveStock } from './end-transfer.ts'
import type { Services } from '#platform/services.ts'
import { requireFound } from '#platform/errors/problem.ts'
import { listRoute } from '#platform/records/list-route.ts'
import { recallRoutes } from './recall-routes.ts'
import {
  cancelTransfer,
  createTransfer,
  listTransfers,
  readTransfer,
  receiveTransfer,
  createConsumption,
  createQuarantine,
  createRelease,
  createWriteOff,
  listStockNotes,
  readStockNote,
  reverseStockNote,
} from '#features/stock/contract-moves.ts'
import { sendTransfer } from './send-transfer.ts'
import { countTransfers, findTransfer, findTransfers } from './transfers.ts'
import { countNotes, findNote, findNotes } from './notes.ts'
import { reverseNote } from './reverse-note.ts'
import { consume, quarantine, release, writeOff } from './write-notes.ts'

/** Says that a note was written, and answers it. */
const written = async ({ db, user, audit, publish }: Context, id: number, action: string, change: object) => {
  const note = (await findNote(db, id, user))!
  audit(action, { entity: 'stock note', id, change: { number: note.number, ...change } })
  publish('stock')
  return note
}

/** The small acts of a store, each with its note. */
const noteRoutes: Route[] = [
  listRoute(listStockNotes, { find: findNotes, count: countNotes }),

  handle(readStockNote, async ({ db, params, user }) => {
    return requireFound(await findNote(db, params.id, user), 'Stock note')
  }),

  handle(createConsumption, async (context) => {
    const { db, body, user, now } = context
    return written(context, await consume(db, body, user.id, now), 'use up', body)
  }),

  handle(createWriteOff, async (context) => {
    const { db, body, user, now } = context
    return written(context, await writeOff(db, body, user.id, now), 'write off', body)
  }),

  handle(createQuarantine, async (context) => {
    const { db, body, user, now } = context
    return written(context, await quarantine(db, body, user.id, now), 'quarantine', body)
  }),

  handle(createRelease, async (context) => {
    const { db, body, user, now } = context
    return written(context, await release(db, body, user.id, now), 'release', body)
  }),

  handle(reverseStockNote, async (context) => {
    const { db, params, body, user, now } = context
    const id = await reverseNote(db, params.id, body.reason, user, now)
    return written(context, id, 'reverse', { reverses: params.id, reason: body.reason })
  }),
]

const ENTITY = 'transfer'

/** From one store to another, in two steps. */
const transferRoutes = (onReturn: OnReturn): Route[] => [
  listRoute(listTransfers, { find: findTransfers, count: countTransfers }),

  handle(readTransfer, async ({ db, params, user }) => {
    return requireFound(await findTransfer(db, params.id, user), 'Transfer')
  }),

  handle(createTransfer, async ({ db, body, user, now, audit, publish }) => {
    const id = await sendTransfer(db, body, user.id, now)
    const transfer = (await findTransfer(db, id, user))!
    audit('send', { entity: ENTITY, id, change: { number: transfer.number, ...body } })
    publish('stock')
    return transfer
  }),

  handle(receiveTransfer, async ({ db, params, body, user, now, ifMatch, audit, publish }) => {
    const { version = ifMatch, ...change } = body
    await receiveStock(db, params.id, { ...change, seen: version }, user, now, onReturn)
    audit('receive', { entity: ENTITY, id: params.id, change })
    const transfer = (await findTransfer(db, params.id, user))!
    publish('stock')
    if (transfer.requisition !== null) publish('purchasing', transfer.requisition)
    return transfer
  }),

  handle(cancelTransfer, async ({ db, params, body, user, now, ifMatch, audit, publish }) => {
    const { version = ifMatch, ...change } = body
    await callBack(db, params.id, { ...change, seen: version }, user, now, onReturn)
    audit('cancel', { entity: ENTITY, id: params.id, change })
    const transfer = (await findTransfer(db, params.id, user))!
    publish('stock')
    if (transfer.requisition !== null) publish('purchasing', transfer.requisition)
    return transfer
  }),
]

/** Everything that moves stock within the clinic, and out of it without a sale. */
export const moveRoutes = (services: Pick<Services, 'printPdf'>, onReturn: OnReturn): Route[] => [
  ...transferRoutes(onReturn),
  ...noteRoutes,
  ...recallRoutes(services),
]
