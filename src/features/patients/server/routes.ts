import { changedFields } from '#platform/audit/audit.ts'
import { notFound, stale } from '#platform/errors/problem.ts'
import { handle, type Context } from '#platform/http/handle.ts'
import { openPrintFonts } from '#platform/pdf/fonts/print-fonts.ts'
import type { Services } from '#platform/services.ts'
import {
  createPatient,
  deactivatePatient,
  deactivatePatientByBody,
  findDuplicates as findDuplicatesOf,
  getPatient,
  getProfile,
  listPatients,
  printPatientCard,
  reactivatePatient,
  searchPatients,
  updatePatient,
} from '../contract.ts'
import { listAccessLog } from '../contract-access.ts'
import { findUnprintableLetters } from '../contract-printing.ts'
import { findAccessLog } from './access-log.ts'
import { accountRoutes } from './account-routes.ts'
import { announceReplaced } from './announce-contact.ts'
import { lockToChange, setActive, updatePatientRow } from './change-patient.ts'
import { findDuplicates, MAX_SHOWN } from './find-duplicates.ts'
import { findOwnPatient } from './own-patient.ts'
import { mergeRoutes } from './merge/merge-routes.ts'
import { partRoutes } from './part-routes.ts'
import { mayReadProfile } from './policy.ts'
import { ownRoutes } from './own-routes.ts'
import { printCard } from './print-card.ts'
import { findPatient, findPatients, findProfile, readPatient, searchSummaries } from './queries.ts'
import { refuseDuplicates } from './refuse-duplicates.ts'
import { checkInsurances, insertPatient } from './register-patient.ts'
import { restrictedRoutes } from './restricted/routes.ts'

const DEFAULT_MATCHES = 25
const printFonts = openPrintFonts()

const deactivate = async (context: Context, id: number, reason: string | null = null) => {
  await setActive(context.db, id, { at: context.now, by: context.user.id, reason })
  context.audit('deactivate', { entity: 'patient', id, patient: id, change: { reason } })
  context.publish('patients', id)
}

/** The patients feature: register, find, read, change. */
export const routes = (services: Services) => [
  ...accountRoutes(services),
  ...ownRoutes(services),
  ...mergeRoutes,
  ...restrictedRoutes(services),

  handle(listPatients, (context) => findPatients(context, context.query)),

  handle(searchPatients, (context) => searchSummaries(context, { limit: DEFAULT_MATCHES, ...context.query })),

  handle(getPatient, async ({ db, params, now, trail }) => {
    const patient = await readPatient(db, params.id, now, trail)
    if (!patient) throw notFound('Patient')
    return patient
  }),

  handle(createPatient, async ({ db, body, now, user, audit, publish }) => {
    const { not_a_duplicate, ...patient } = body
    if (!not_a_duplicate && !patient.is_unidentified)
      await refuseDuplicates({ db, user, now }, { ...patient, identifiers: patient.identifiers?.map(({ value }) => value) })
    await checkInsurances(db, patient)
    const id = await insertPatient(db, patient, { id: user.id, now })
    audit('create', { entity: 'patient', id, patient: id, change: body })
    publish('patients', id)
    return (await findPatient(db, id, now))!
  }),

  handle(updatePatient, async (context) => {
    const { db, params, body, user, ifMatch, now, audit, publish } = context
    const before = await lockToChange(db, params.id)
    const expected = body.version ?? ifMatch
    if (expected !== null && expected !== before.version) throw stale(await findPatient(db, params.id, now))
    const isNamed = before.is_unidentified && body.is_unidentified === false
    if (isNamed && !body.not_a_duplicate) await refuseDuplicates({ db, user, now }, { ...before, ...body }, before.id)
    await updatePatientRow(db, before, body)
    const after = (await findPatient(db, params.id, now))!
    audit('update', { entity: 'patient', id: params.id, patient: params.id, change: changedFields(before, { ...after }) })
    await announceReplaced(context, before, after, `version ${before.version}`)
    publish('patients', params.id)
    return after
  }),

  handle(deactivatePatient, (context) => deactivate(context, context.params.id, context.query.reason)),

  handle(deactivatePatientByBody, async (context) => {
    await deactivate(context, context.body.id, context.body.reason)
    return { detail: 'The patient was deactivated.' }
  }),

  handle(reactivatePatient, async ({ db, params, now, audit, publish }) => {
    await setActive(db, params.id, null)
    audit('reactivate', { entity: 'patient', id: params.id, patient: params.id })
    publish('patients', params.id)
    return (await findPatient(db, params.id, now))!
  }),

  handle(getProfile, async (context) => {
    const { db, own, query, now, user, audit } = context
    const userId = query.userId ?? query.user_id ?? user.id
    const may = mayReadProfile(user, userId)
    const patient = may ? await findProfile(own, userId, now) : undefined
    // The trail says whose record was tried.
    const whose = may ? patient?.id : await findOwnPatient(db, userId)
    audit(may ? 'read' : 'denied', { entity: 'patient', id: whose ?? null, patient: whose ?? null })
    // Answered, not thrown: the row in the trail stays.
    return patient ?? notFound('Patient')
  }),

  handle(findDuplicatesOf, async (context) => (await findDuplicates(context, context.body, { thorough: true })).slice(0, MAX_SHOWN)),

  handle(findUnprintableLetters, async ({ body }) => ({ letters: [...printFonts.findUnprintable(body.text)] })),

  handle(printPatientCard, async ({ db, params, query, now, audit }) => {
    if (!(await findPatient(db, params.id, now))) throw notFound('Patient')
    audit('print', { entity: 'patient card', id: params.id, patient: params.id })
    return printCard({ db, now }, services.printPdf, params.id, query.kind ?? 'card')
  }),

  handle(listAccessLog, async ({ db, params, query, audit }) => {
    const log = await findAccessLog(db, params.id, query)
    if (!log) throw notFound('Patient')
    audit('read', { entity: 'access log', id: null, patient: params.id })
    return log
  }),
  ...partRoutes,
]
