import { auditReads } from '#platform/audit/audit.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { createRecall, liftRecall, listRecalls, listRecallUses, readRecall } from '#features/stock/contract-recalls.ts'
import { maySeeDispenses, maySeePatients } from '../policy.ts'
import { liftLot, recallLot } from './recall-lot.ts'
import { readUsePage } from './recall-uses.ts'
import { findRecall, readRecallPage } from './recalls.ts'

const ENTITY = 'recall'

/** Lots that must not be used any more. */
export const recallRoutes: Route[] = [
  handle(listRecalls, ({ db, query }) => readRecallPage(db, query)),

  handle(readRecall, async ({ db, params, user }) => {
    const recall = await findRecall(db, params.id, user)
    if (!recall) throw notFound('Recall')
    return recall
  }),

  handle(listRecallUses, async ({ db, params, query, user, audit }) => {
    const page = await readUsePage(db, params.id, query, { dispenses: maySeeDispenses(user), patients: maySeePatients(user) })
    auditReads(
      audit,
      ENTITY,
      page.rows.flatMap(({ patient }) => (patient ? [patient.id] : [])),
    )
    return page
  }),

  handle(createRecall, async ({ db, body, user, now, audit, publish }) => {
    const id = await recallLot(db, body, user.id, now)
    const recall = (await findRecall(db, id, user))!
    audit('recall', { entity: ENTITY, id, change: { number: recall.number, ...body } })
    publish('stock')
    return recall
  }),

  handle(liftRecall, async ({ db, params, body, user, now, ifMatch, audit, publish }) => {
    const { version = ifMatch, reason } = body
    await liftLot(db, params.id, { reason, seen: version }, user, now)
    audit('lift', { entity: ENTITY, id: params.id, change: { reason } })
    publish('stock')
    return (await findRecall(db, params.id, user))!
  }),
]
