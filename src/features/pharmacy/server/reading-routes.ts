import { dayOf } from '#features/stock/public.ts'
import { auditReads, changedFields } from '#platform/audit/audit.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { sharedRead } from '#platform/db/shared-read.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { getDispense, listDispenses } from '../contract.ts'
import { getPharmacyCounts, listPharmacyQueue } from '../contract-queue.ts'
import { listRegister } from '../contract-register.ts'
import { getPharmacySettings, updatePharmacySettings } from '../contract-settings.ts'
import { findCounts } from './counts.ts'
import { findDispense } from './dispenses.ts'
import { countDispenses, findDispenseIds, findDispenses } from './lists.ts'
import { countQueue, findQueue, findQueueIds } from './queue.ts'
import { countRegister, findRegister } from './register.ts'
import { changeSettings, readSettings } from './settings.ts'
import { findShelf } from './shelf.ts'

const patientsOf = (rows: readonly { patient: number | null }[]) => rows.flatMap(({ patient }) => (patient === null ? [] : [patient]))

/** The queue, its figures, what went over the counter, the register, and how the pharmacy works. */
export const readingRoutes: Route[] = [
  handle(listPharmacyQueue, async ({ db, query, user, now, audit }) => {
    const { limit: asked, cursor, count, state, q, store: named } = query
    const limit = limitOf(asked)
    const { id: store } = await findShelf(db, named)
    const filters = { store, state, ids: q === undefined || q.trim() === '' ? undefined : await findQueueIds(db, q, { user, now }) }
    const rows = await findQueue(db, filters, now, { cursor: readCursor(cursor), limit: limit + 1 })
    const page = pageOf(rows, limit, ({ since }) => since, count ? await countQueue(db, filters, now) : undefined)
    auditReads(audit, 'prescriptions', patientsOf(page.rows))
    return page
  }),

  handle(getPharmacyCounts, async ({ db, query, now }) => {
    const shelf = await findShelf(db, query.store)
    const day = await dayOf(db, now)
    const counts = await sharedRead(db, `pharmacy counts ${shelf.id} ${day}`, () => findCounts(db, shelf, { now, day }))
    return { store: shelf.id, store_name: shelf.name, ...counts }
  }),

  handle(listDispenses, async ({ db, query, user, now, audit }) => {
    const { limit: asked, cursor, count, q, ...rest } = query
    const limit = limitOf(asked)
    const filters = { ...rest, ids: q === undefined || q.trim() === '' ? undefined : await findDispenseIds(db, q, { user, now }) }
    const rows = await findDispenses(db, filters, { cursor: readCursor(cursor), limit: limit + 1 })
    const page = pageOf(rows, limit, ({ id }) => id, count ? await countDispenses(db, filters) : undefined)
    auditReads(audit, 'dispenses', patientsOf(page.rows), rest.patient_id)
    return page
  }),

  handle(getDispense, async ({ db, params, audit }) => {
    const dispense = await findDispense(db, params.id)
    if (!dispense) throw notFound('Dispense')
    audit('read', { entity: 'dispense', id: dispense.id, patient: dispense.patient })
    return dispense
  }),

  handle(listRegister, async ({ db, query, audit }) => {
    const { limit: asked, cursor, count, ...filters } = query
    const limit = limitOf(asked)
    const rows = await findRegister(db, filters, { cursor: readCursor(cursor), limit: limit + 1 })
    const page = pageOf(rows, limit, ({ id }) => id, count ? await countRegister(db, filters) : undefined)
    auditReads(audit, 'controlled drugs', patientsOf(page.rows))
    return page
  }),

  handle(getPharmacySettings, ({ db }) => readSettings(db)),
  handle(updatePharmacySettings, async ({ db, body, ifMatch, audit, publish }) => {
    const { before, after } = await changeSettings(db, body, body.version ?? ifMatch)
    audit('update', { entity: 'pharmacy settings', id: 1, change: changedFields(before, after) })
    publish('prescriptions')
    return after
  }),
]
