import { changedFields } from '#platform/audit/audit.ts'
import { notFound, conflict, fieldError, requireFound } from '#platform/errors/problem.ts'
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
  addAlert,
  addAllergy,
  addIdentifier,
  changeKin,
  createContact,
  createKin,
  endAlert,
  endAllergy,
  endKin,
  putInsurance,
  removeIdentifier,
  removeInsurance,
} from '../contract.ts'
import {
  listLikelyDuplicates,
  listMergeCandidates,
  listMerges,
  mergedColumns,
  mergePatients,
  previewMerge,
  previewUndo,
  undoMerge,
  type MergePreview,
} from '../contract-merge.ts'
import { listAccessLog } from '../contract-restricted.ts'
import { findUnprintableLetters } from '../contract-printing.ts'
import { findAccessLog } from './access-log.ts'
import { accountRoutes } from './account-routes.ts'
import { announceReplaced } from './announce-contact.ts'
import { lockToChange, setActive, updatePatientRow } from './change-patient.ts'
import { findDuplicates, MAX_SHOWN } from './find-duplicates.ts'
import { mayReadProfile } from './policy.ts'
import { ownRoutes } from './own-routes.ts'
import { printCard } from './print-card.ts'
import { findPatient, findPatients, findProfile, readPatient, searchSummaries } from './queries.ts'
import { refuseDuplicates } from './refuse-duplicates.ts'
import { checkNewPatient, insertPatient } from './register-patient.ts'
import { restrictedRoutes } from './restricted/routes.ts'
import type { Db } from '#platform/db/connect.ts'
import { sql } from 'kysely'
import type { Topic } from '#shared/topics.gen.ts'
import { pageAt, readPlace } from '#platform/db/keyset.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { fullName } from '../rules.ts'
import { endRequests } from './account-requests.ts'
import { findLikelyDuplicates } from './likely-duplicates.ts'
import { requirePatient } from './require-patient.ts'
import { findMerge, findMerges, findSince } from './merge/merges.ts'
import { findPreview } from './merge/preview-merge.ts'
import { endNoKnownAllergies, listPatientAllergies, recordNoKnownAllergies } from '../contract-allergies.ts'
import { endNone, findPatientAllergies, recordNone } from './allergy-status.ts'
import { insertKin, updateKin } from './change-kin.ts'
import { changing } from './changing.ts'
import { claimContact, endPart, findAllergy, insertAlert, insertAllergy, insertContact, removePart } from './record-sections.ts'

/** The parts of a patient's record: kin, contacts, allergies, alerts, identifiers, insurances. */
const partRoutes = [
  handle(createContact, async (context) => {
    const { tel_no = null, email_address = null, residence = null } = context.body
    const contact = await insertContact(context, { tel_no, email_address, residence }, null)
    context.audit('create', { entity: 'contact details', id: contact.id })
    return contact
  }),

  handle(createKin, (context) => {
    const { patient, contacts, contact } = context.body
    return changing(context, patient, ['create', 'next of kin'], async () => {
      const known = contacts ? await claimContact(context, contacts, patient) : undefined
      const { id, row } = await insertKin(context, patient, context.body, known ?? contact)
      return { id, row: { ...row, patient, contacts: row.contact?.id ?? null } }
    })
  }),

  handle(changeKin, (context) => {
    const { id: patientId, part: id } = context.params
    const { second_name = '', ...kin } = context.body
    return changing(context, patientId, ['update', 'next of kin'], () => updateKin(context, { patientId, id }, { ...kin, second_name }))
  }),

  handle(endKin, (context) => {
    const { id: patientId, part: id } = context.params
    return changing(context, patientId, ['end', 'next of kin'], () => endPart(context, 'next_of_kin', 'Next of kin', { patientId, id }))
  }),

  handle(addAllergy, (context) => {
    const { db, params, body } = context
    return changing(context, params.id, ['create', 'allergy'], async () => {
      const isIntolerance = body.is_intolerance ?? false
      if (await findAllergy(db, params.id, { substance: body.substance, isIntolerance }))
        throw fieldError('substance', 'This allergy is already recorded.')
      const row = await insertAllergy(context, params.id, body)
      return { id: row.id, row: { ...row, document: null } }
    })
  }),

  handle(endAllergy, (context) => {
    const { id: patientId, part: id } = context.params
    const { reason } = context.body
    return changing(context, patientId, ['end', 'allergy'], () => endPart(context, 'allergies', 'Allergy', { patientId, id }, reason))
  }),

  handle(listPatientAllergies, (context) => findPatientAllergies(context, context.query.patients)),

  handle(recordNoKnownAllergies, (context) => recordNone(context, context.params.id, context.body.version)),

  handle(endNoKnownAllergies, (context) => endNone(context, context.params.id, context.body)),

  handle(addAlert, (context) => {
    const { params, body } = context
    return changing(context, params.id, ['create', 'alert'], async () => {
      const row = await insertAlert(context, params.id, body)
      return { id: row.id, row }
    })
  }),

  handle(endAlert, (context) => {
    const { id: patientId, part: id } = context.params
    const { reason } = context.body
    return changing(context, patientId, ['end', 'alert'], () => endPart(context, 'patient_alerts', 'Alert', { patientId, id }, reason))
  }),

  handle(addIdentifier, (context) => {
    const { db, params, body } = context
    return changing(context, params.id, ['create', 'identifier'], async () => {
      const values = { ...body, issuer: body.issuer ?? null, patient_id: params.id }
      const row = await db.insertInto('patient_identifiers').values(values).returningAll().executeTakeFirstOrThrow()
      return { id: row.id, row }
    })
  }),

  handle(removeIdentifier, (context) => {
    const { id: patientId, part: id } = context.params
    return changing(context, patientId, ['remove', 'identifier'], () =>
      removePart(context.db, 'patient_identifiers', 'Identifier', { patientId, id }),
    )
  }),

  handle(putInsurance, (context) => {
    const { db, params, body } = context
    return changing(context, params.id, ['set', 'insurance'], async () => {
      const company = await db.selectFrom('insurance_companies').selectAll().where('id', '=', params.part).executeTakeFirst()
      if (!company) throw notFound('Insurance company')
      if (!company.is_active) throw conflict(`${company.name} is inactive.`)
      const member = { member_number: body.member_number ?? null, valid_until: body.valid_until ?? null }
      await db
        .insertInto('patient_insurances')
        .values({ patient_id: params.id, insurance_company_id: company.id, ...member })
        .onConflict((clash) => clash.constraint('patient_insurances_once').doUpdateSet(member))
        .execute()
      return { id: company.id, row: { id: company.id, name: company.name, ...member } }
    })
  }),

  handle(removeInsurance, (context) => {
    const { id: patientId, part: id } = context.params
    return changing(context, patientId, ['remove', 'insurance'], () =>
      removePart(context.db, 'patient_insurances', 'Insurance', { patientId, id }),
    )
  }),
]

/** Everything that a patient's rows are shown on. */
const shown: readonly Topic[] = [
  'attendance',
  'appointments',
  'messages',
  'laboratory',
  'records',
  'triage',
  'consultations',
  'orders',
  'referrals',
  'letters',
  'prescriptions',
  'billing',
]

const notify = ({ publish }: Pick<Context, 'publish'>, patients: readonly number[]) => {
  for (const id of patients) publish('patients', id)
  for (const topic of shown) publish(topic)
}

/** Refuses what nobody has seen, decided or confirmed. */
const check = (preview: MergePreview, body: { seen: string; typed_number?: string | undefined }) => {
  if (preview.stops.length > 0)
    throw conflict('These records cannot be merged yet. Resolve the conflicts listed first.', { stops: preview.stops }, 'stopped')
  if (preview.seen !== body.seen) throw conflict('The records have changed. Check them again before you merge.', { preview }, 'changed')
  if (preview.is_doubtful && body.typed_number !== preview.into.unique_id)
    throw fieldError('typed_number', 'Enter the number of the record to keep.')
}

/** Two records of one person become one, and two again. */
const mergeRoutes = [
  handle(listLikelyDuplicates, (context) => findLikelyDuplicates(context, context.query)),

  handle(listMergeCandidates, async ({ db, params, query, user, now, audit }) => {
    const patient = requireFound(await findPatient(db, params.id, now), 'Patient')
    audit('read', { entity: 'merge candidates', id: null, patient: params.id })
    const person = { ...patient, identifiers: patient.identifiers.map(({ value }) => value) }
    const place = readPlace(query.cursor)
    const found = fullName(patient) === '' ? [] : await findDuplicates({ db, user, now }, person, { thorough: true, except: params.id })
    return pageAt(found.slice(place), { limit: query.limit ?? MAX_SHOWN, place })
  }),

  handle(previewMerge, async ({ db, query, now, audit }) => {
    const preview = await findPreview(db, query, now)
    for (const id of [query.from, query.into]) audit('read', { entity: 'patient', id, patient: id })
    return preview
  }),

  handle(mergePatients, async (context) => {
    const { db, body, now, user, audit } = context
    const { from, into, take = [] } = body
    // The lower id first, so that two people who merge the same two records wait for each other.
    await db.selectFrom('patients').select('id').where('id', 'in', [from, into]).orderBy('id').forUpdate().execute()
    const preview = await findPreview(db, { from, into }, now)
    check(preview, body)
    await endRequests(db, [from, into], 'The record was merged.', { at: now, by: user.id })
    const leave: Record<string, number[]> = {}
    for (const { kind, id } of preview.same) (leave[kind] ??= []).push(id)
    const { rows } = await sql<{ id: number }>`
      select merge_patients(${from}, ${into}, ${take}::text[], ${mergedColumns(take)}::text[],
        ${JSON.stringify(leave)}::jsonb, ${now}, ${user.id}) as id`.execute(db)
    const merge = (await findMerge(db, rows[0]!.id))!
    audit('merge into', { entity: 'patient', id: from, patient: from, change: { into, moved: merge.moved } })
    audit('merge', { entity: 'patient', id: into, patient: into, change: { from, take, moved: merge.moved } })
    await announceReplaced(context, preview.into, (await findPatient(db, into, now))!, `merge ${merge.id}`)
    notify(context, [from, into])
    return merge
  }),

  handle(listMerges, async ({ db, params, query, audit }) => {
    await requirePatient(db, params.id)
    audit('read', { entity: 'patient merge', id: null, patient: params.id })
    return findMerges(db, params.id, query)
  }),

  handle(previewUndo, async ({ db, params, audit }) => {
    const merge = requireFound(await findMerge(db, params.id), 'Merge')
    if (merge.undone_at) throw conflict('This merge was already undone.')
    audit('read', { entity: 'patient merge', id: merge.id, patient: merge.into.id })
    return { merge, ...(await findSince(db, merge)) }
  }),

  handle(undoMerge, async (context) => {
    const { db, params, now, user, audit } = context
    const merge = requireFound(await findMerge(db, params.id), 'Merge')
    const before = (await findPatient(db, merge.into.id, now))!
    await sql`select undo_patient_merge(${merge.id}, ${now}, ${user.id})`.execute(db)
    for (const { id } of [merge.from, merge.into])
      audit('undo merge', { entity: 'patient', id, patient: id, change: { merge: merge.id, from: merge.from.id, into: merge.into.id } })
    await announceReplaced(context, before, (await findPatient(db, before.id, now))!, `merge ${merge.id} undone`)
    notify(context, [merge.from.id, merge.into.id])
    return (await findMerge(db, merge.id))!
  }),
]

/** The patient on whose record somebody's account is; undefined when it is on none. */
const findOwnPatient = async (db: Db, user: number): Promise<number | undefined> =>
  (await db.selectFrom('patients').select('id').where('user_id', '=', user).executeTakeFirst())?.id

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
    return requireFound(await readPatient(db, params.id, now, trail), 'Patient')
  }),

  handle(createPatient, async ({ db, body, now, user, audit, publish }) => {
    const { not_a_duplicate, ...patient } = body
    if (!not_a_duplicate && !patient.is_unidentified)
      await refuseDuplicates({ db, user, now }, { ...patient, identifiers: patient.identifiers?.map(({ value }) => value) })
    await checkNewPatient(db, patient)
    const id = await insertPatient(db, patient, { id: user.id, now })
    audit('create', { entity: 'patient', id, patient: id, change: body })
    publish('patients', id)
    return (await findPatient(db, id, now))!
  }),

  handle(updatePatient, async (context) => {
    const { db, params, body, user, ifMatch, now, audit, publish } = context
    const before = await lockToChange(db, params.id)
    await requireUnchanged(before, body.version ?? ifMatch, () => findPatient(db, params.id, now))
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
    const owner = may ? patient?.id : await findOwnPatient(db, userId)
    audit(may ? 'read' : 'denied', { entity: 'patient', id: owner ?? null, patient: owner ?? null })
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
    const log = requireFound(await findAccessLog(db, params.id, query), 'Patient')
    audit('read', { entity: 'access log', id: null, patient: params.id })
    return log
  }),
  ...partRoutes,
]
