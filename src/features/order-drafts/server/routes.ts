import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { listOrderDrafts, listOrdersPending, saveOrderDraft } from '../contract.ts'
import { findDrafts, findPending } from './queries.ts'
import { saveDraft } from './save-draft.ts'

const findPatientOf = async (db: Db, visit: number) => {
  const { rows } = await sql<{ patient: number }>`select patient_id as patient from visits where id = ${visit}`.execute(db)
  return rows[0]?.patient
}

/** News goes out when the number of pending orders changes, not with every pause of somebody who types directions. */
export const routes = (): Route[] => [
  handle(listOrderDrafts, async ({ db, query, user, audit }) => {
    const [patient, drafts] = await Promise.all([findPatientOf(db, query.visit), findDrafts(db, query.visit, user.id)])
    if (patient === undefined) throw notFound('Visit')
    audit('read', { entity: 'order drafts', id: null, patient })
    return drafts
  }),

  handle(saveOrderDraft, async (context) => {
    const { body, ifMatch, audit, publish } = context
    const { id, patient, before, ...saved } = await saveDraft(context, body, body.version ?? ifMatch)
    const { kind, orders, version } = saved
    audit('update', { entity: 'order draft', id, patient, change: { visit: body.visit, kind, orders: [before, orders], version } })
    if (before !== orders) publish('orders', body.visit)
    return { visit: body.visit, ...saved }
  }),

  handle(listOrdersPending, ({ db, user, now }) => findPending(db, user, now)),
]
