import { keepReport, makeReport } from '#features/laboratory/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import { ownPatient } from '#platform/http/own-patient.ts'
import type { Services } from '#platform/services.ts'
import { requireFound } from '#platform/errors/problem.ts'
import { readPage } from '#platform/db/keyset.ts'
import { getOwnResults, listOwnResults, markResultsRead, printOwnResults } from '#features/portal/contract.ts'
import { countOwnResults, findOwnRequest, findOwnResults } from './find-results.ts'
import { findOwnValues, keepLooks } from './find-values.ts'

/** Another patient's request, one that there is not and one of which nothing is to be seen yet are the same to whoever asks. */
const requireRequest = async (db: Db, patient: number, id: number, now: Date) => {
  return requireFound(await findOwnRequest(db, patient, id, now), 'Laboratory request')
}

/** A patient's own laboratory results. */
export const resultRoutes = (services: Pick<Services, 'files' | 'printPdf' | 'publicUrl'>): Route[] => [
  handle(listOwnResults, ({ db, user, query, now, audit }) => {
    const patient = ownPatient(user)
    audit('read', { entity: 'lab test results', id: null, patient })
    return readPage(query, {
      find: (position) => findOwnResults(db, patient, { ...position, now }),
      count: () => countOwnResults(db, patient, now),
    })
  }),

  handle(getOwnResults, async ({ db, user, params, now, audit }) => {
    const patient = ownPatient(user)
    const { process: _process, is_new: _isNew, ...request } = await requireRequest(db, patient, params.id, now)
    audit('read', { entity: 'lab test results', id: params.id, patient })
    return { ...request, results: await findOwnValues(db, patient, params.id, now) }
  }),

  handlePrepared(
    printOwnResults,
    async (before) => {
      const { id, process } = await requireRequest(before.db, ownPatient(before.user), before.params.id, before.now)
      return makeReport(before, services, { process, request: id, isForPatient: true })
    },
    (context) => keepReport(context, context.prepared),
  ),

  handle(markResultsRead, async ({ db, user, params, body, now, publish }) => {
    const patient = ownPatient(user)
    const { is_new: wasNew } = await requireRequest(db, patient, params.id, now)
    if (!wasNew) return { id: params.id, is_new: false }
    await keepLooks(db, patient, { user: user.id, request: params.id, results: body.results, now })
    publish('portal', user.id)
    return { id: params.id, is_new: (await requireRequest(db, patient, params.id, now)).is_new }
  }),
]
