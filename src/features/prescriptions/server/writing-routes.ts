import { sql } from 'kysely'
import { isRestricted, requirePatient } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { limitOf, readPlace } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handle, type Route, type User } from '#platform/http/handle.ts'
import { requireOpenRecord } from '#platform/http/restricted.ts'
import {
  checkPrescription,
  createFavourite,
  deleteFavourite,
  getLastPrescription,
  listFavourites,
  listPrescribableItems,
} from '../contract-writing.ts'
import { checkLines } from './check-lines.ts'
import { findFavourites, keepFavourite, removeFavourite } from './favourites.ts'
import { findLastPrescription } from './last-prescription.ts'
import { mayPrice, requireMayCheck } from './policy.ts'
import { findPrescribable } from './prescribable-items.ts'

/** Refuses a visit of a restricted record that is shut to the reader. */
const requireOpenVisit = async (db: Db, visit: number, user: Pick<User, 'id'>, now: Date) => {
  const { rows } = await sql<{ patient: number }>`
    select v.patient_id as patient from visits v where v.id = ${visit} and ${isRestricted(sql`v.patient_id`)}`.execute(db)
  if (rows[0]) await requireOpenRecord(db, user, now, rows[0].patient, 'visit')
}

export const writingRoutes: Route[] = [
  handle(checkPrescription, async ({ db, body, user, now, audit }) => {
    requireMayCheck(user)
    const checked = await checkLines(db, body, mayPrice(user), now)
    audit('check', { entity: 'prescription', id: null, patient: body.patient })
    return checked
  }),

  handle(getLastPrescription, async ({ db, query, audit }) => {
    const last = await findLastPrescription(db, query.patient_id, query.attendance_process)
    if (!last) await requirePatient(db, query.patient_id)
    audit('read', { entity: 'prescription', id: last?.id ?? null, patient: query.patient_id })
    return last
  }),

  handle(listPrescribableItems, async ({ db, query, user, now }) => {
    const { q = '', limit, cursor, attendance_process: visit } = query
    // Prices tell who pays for the patient.
    if (visit !== undefined) await requireOpenVisit(db, visit, user, now)
    const asking = { q, limit: limitOf(limit), place: readPlace(cursor), payer: { visit }, mayPrice: mayPrice(user) }
    return findPrescribable(db, asking, now)
  }),

  handle(listFavourites, ({ db, user }) => findFavourites(db, user.id)),

  handle(createFavourite, async ({ db, body, user, now, audit }) => {
    const favourite = await keepFavourite(db, body, user.id, now)
    audit('add', { entity: 'prescription favourite', id: favourite.id, change: { item: body.item, directions: body.directions } })
    return favourite
  }),

  handle(deleteFavourite, async ({ db, params, user, audit }) => {
    if (!(await removeFavourite(db, params.id, user.id))) throw notFound('Favourite')
    audit('remove', { entity: 'prescription favourite', id: params.id })
  }),
]
