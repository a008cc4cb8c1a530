import { auditReads } from '#platform/audit/audit.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import { findHidden } from '#platform/http/restricted.ts'
import type { Services } from '#platform/services.ts'
import { fileOf, tableFile } from '#platform/tables/render.ts'
import { requireFound } from '#platform/errors/problem.ts'
import { listRoute } from '#platform/records/list-route.ts'
import { createRecall, exportRecall, liftRecall, listRecalls, listRecallUses, readRecall } from '#features/stock/contract-recalls.ts'
import { maySeeDispenses, maySeePatients } from '../policy.ts'
import { liftLot, recallLot } from './recall-lot.ts'
import { recallTable } from './recall-list.ts'
import { readUsePage } from './recall-uses.ts'
import { countRecalls, findRecall, findRecalls } from './recalls.ts'

const ENTITY = 'recall'

/** Lots that must not be used any more. */
export const recallRoutes = ({ printPdf }: Pick<Services, 'printPdf'>): Route[] => [
  listRoute(listRecalls, { find: findRecalls, count: countRecalls }),

  handle(readRecall, async ({ db, params, user }) => {
    return requireFound(await findRecall(db, params.id, user), 'Recall')
  }),

  handle(listRecallUses, async ({ db, params, query, user, audit }) => {
    const page = await readUsePage(db, params.id, query, { dispenses: maySeeDispenses(user), patients: maySeePatients(user) })
    const patients = page.rows.map(({ patient }) => ({ patient: patient?.id ?? null }))
    auditReads(audit, ENTITY, patients)
    return page
  }),

  handlePrepared(
    exportRecall,
    async ({ db, params, user, now, type }) => {
      const recall = requireFound(await findRecall(db, params.id, user), 'Recall')
      const { table, head, patients } = await recallTable(
        db,
        recall,
        { dispenses: maySeeDispenses(user), patients: maySeePatients(user) },
        now,
        await findHidden(db, user, now),
      )
      const reply = fileOf(type) ? await tableFile(table, type, { name: `recall-${recall.number}`, printPdf, head }) : table
      return { reply, patients }
    },
    async ({ audit, prepared }) => {
      auditReads(audit, ENTITY, prepared.patients)
      return prepared.reply
    },
  ),

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
