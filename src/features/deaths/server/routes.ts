import { changing, requirePatient } from '#features/patients/public.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { correctDeath, listDeaths, previewDeath, recordDeath, undoDeath } from '../contract.ts'
import { findDeathPreview } from './open-work.ts'
import { findDeath, findDeaths } from './queries.ts'
import { changeDeath, holdVisitOf, insertDeath, withdrawDeath } from './record-death.ts'

/** The death of a patient: what it would end, recorded, corrected and undone. */
export const routes = (): Route[] => [
  handle(listDeaths, async ({ db, params, audit }) => {
    await requirePatient(db, params.id)
    auditReads(audit, 'deaths', [], params.id)
    return findDeaths(db, params.id)
  }),

  handle(previewDeath, async ({ db, params, now, audit }) => {
    await requirePatient(db, params.id)
    audit('read', { entity: 'deaths', id: null, patient: params.id })
    return findDeathPreview(db, params.id, now)
  }),

  handle(recordDeath, async (context) => {
    const { db, params, body } = context
    await holdVisitOf(db, params.id)
    return changing(context, params.id, ['create', 'death'], async () => {
      const id = await insertDeath(context, params.id, body)
      return { id, row: (await findDeath(db, params.id, id))! }
    })
  }),

  handle(correctDeath, (context) =>
    changing(context, context.params.id, ['update', 'death'], () => changeDeath(context, context.params, context.body)),
  ),

  handle(undoDeath, (context) =>
    changing(context, context.params.id, ['undo', 'death'], () => withdrawDeath(context, context.params, context.body)),
  ),
]
