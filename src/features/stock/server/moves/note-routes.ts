import { notFound } from '#platform/errors/problem.ts'
import { type Context, handle, type Route } from '#platform/http/handle.ts'
import {
  createConsumption,
  createQuarantine,
  createRelease,
  createWriteOff,
  listStockNotes,
  readStockNote,
  reverseStockNote,
} from '#features/stock/contract-moves.ts'
import { findNote, readNotePage } from './notes.ts'
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
export const noteRoutes: Route[] = [
  handle(listStockNotes, ({ db, query }) => readNotePage(db, query)),

  handle(readStockNote, async ({ db, params, user }) => {
    const note = await findNote(db, params.id, user)
    if (!note) throw notFound('Stock note')
    return note
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
