import { type Route, handle, type Context } from '#platform/http/handle.ts'
import { requirePatient } from '#features/patients/public.ts'
import { changedFields, auditReads } from '#platform/audit/audit.ts'
import {
  addProblem,
  changeProblem,
  listDiagnosesOfPatient,
  listProblems,
  addAddendum,
  addDiagnosis,
  changeDiagnosis,
  createConsultation,
  getConsultation,
  listConsultations,
  removeDiagnosis,
  saveConsultation,
  signConsultation,
} from '../contract.ts'
import { insertProblem, updateProblem } from './change-problem.ts'
import { countDiagnosesOfPatient, findDiagnosesOfPatient, findProblem, findProblems } from './problem-queries.ts'
import { conflict, requireFound } from '#platform/errors/problem.ts'
import { requireVersion } from '#platform/records/version.ts'
import { readPage } from '#platform/db/keyset.ts'
import { noteTexts } from '../rules.ts'
import { beginNote, contentOf } from './begin-note.ts'
import { takeOffDiagnosis, updateDiagnosis } from './change-diagnoses.ts'
import { insertDiagnoses } from './insert-diagnoses.ts'
import { lockDraft, touchDraft } from './lock-draft.ts'
import { countNotes, findNote, findNotes } from './queries.ts'
import { saveDraft, sizesOf } from './save-draft.ts'
import { signDraft } from './sign-note.ts'

type Draft = Awaited<ReturnType<typeof lockDraft>>
interface DiagnosisChange {
  action: string
  id: number
  change: unknown
}

/** Locks a draft, lets `change` do its work on a diagnosis of it, and answers the whole note with its new version. */
const diagnosing = async (context: Context, id: number, sent: number | undefined, change: (draft: Draft) => Promise<DiagnosisChange>) => {
  const { db, user, now, audit, publish, ifMatch } = context
  const draft = await lockDraft(context, id, sent ?? ifMatch)
  const changed = await change(draft)
  await touchDraft(db, draft, user.id, now)
  audit(changed.action, { entity: 'diagnosis', id: changed.id, patient: draft.patient_id, change: changed.change })
  publish('consultations', id)
  return (await findNote(db, user, id))!
}

/** Notes of visits. News of a draft that is saved as it is typed is no news: screens would ask again with every pause of a doctor. */
const noteRoutes: Route[] = [
  handle(createConsultation, async (context) => {
    const { db, body, user, audit, publish } = context
    const id = await beginNote(context, body)
    const note = (await findNote(db, user, id))!
    const { visit, patient, diagnoses } = note
    const change = { visit, ...sizesOf(contentOf(body), noteTexts), diagnoses: diagnoses.map(({ title }) => title) }
    audit(body.sign ? 'sign' : 'create', { entity: 'note', id, patient, change })
    publish('consultations', id)
    publish('notes', visit)
    return note
  }),

  handle(listConsultations, async ({ db, query, user, audit }) => {
    const { patient_id: patient } = query
    const page = await readPage(query, {
      find: (position) => findNotes(db, user, query, position),
      ifEmpty: () => patient && requirePatient(db, patient),
      count: () => countNotes(db, query),
    })
    auditReads(audit, 'notes', page.rows, patient)
    return page
  }),

  handle(getConsultation, async ({ db, params, user, audit }) => {
    const note = requireFound(await findNote(db, user, params.id), 'Note')
    audit('read', { entity: 'note', id: note.id, patient: note.patient })
    return note
  }),

  handle(saveConsultation, async (context) => {
    const { params, body, ifMatch, audit } = context
    const { version, ...sent } = body
    const { patient_id: patient, ...saved } = await saveDraft(context, params.id, body, version ?? ifMatch)
    audit('update', { entity: 'note', id: params.id, patient, change: { version: saved.version, ...sizesOf(sent, noteTexts) } })
    return saved
  }),

  handle(signConsultation, async (context) => {
    const { db, params, body, user, ifMatch, audit, publish } = context
    const draft = await lockDraft(context, params.id, body.version ?? ifMatch)
    requireVersion(body.version ?? ifMatch)
    const kept = await signDraft(context, draft, body.keep_orders ?? false)
    const change = { version: draft.version + 1, ...(kept > 0 && { kept_orders: kept }) }
    audit('sign', { entity: 'note', id: draft.id, patient: draft.patient_id, change })
    publish('consultations', draft.id)
    return (await findNote(db, user, draft.id))!
  }),

  handle(addAddendum, async ({ db, params, body, user, now, audit, publish }) => {
    const note = requireFound(await findNote(db, user, params.id), 'Note')
    if (note.signed_at === null) throw conflict('This note is still a draft: edit the draft instead.', { id: note.id }, 'draft')
    const { id } = await db
      .insertInto('consultation_addenda')
      .values({ consultation_id: note.id, text: body.text, added_at: now, added_by: user.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    audit('create', { entity: 'addendum', id, patient: note.patient, change: { note: note.id, text: body.text } })
    publish('consultations', note.id)
    return (await findNote(db, user, note.id))!
  }),

  handle(addDiagnosis, (context) => {
    const { db, params, body, user, now } = context
    return diagnosing(context, params.id, body.version, async (draft) => {
      const [id] = await insertDiagnoses(db, draft, [body], { by: user.id, now, fieldOf: (_index, name) => name })
      const { diagnosis_code, title, certainty, is_primary } = body
      return { action: 'create', id: id!, change: { note: draft.id, diagnosis_code, title, certainty, is_primary } }
    })
  }),

  handle(changeDiagnosis, (context) => {
    const { db, params, body } = context
    return diagnosing(context, params.id, body.version, async (draft) => {
      const { certainty, is_primary } = body
      const before = await updateDiagnosis(db, { note: draft.id, part: params.part }, { certainty, is_primary })
      return { action: 'update', id: params.part, change: { note: draft.id, title: before.title, certainty, is_primary } }
    })
  }),

  handle(removeDiagnosis, (context) => {
    const { db, params, body, user, now } = context
    return diagnosing(context, params.id, body.version, async (draft) => {
      const { title } = await takeOffDiagnosis(db, { note: draft.id, part: params.part }, user.id, now)
      return { action: 'remove', id: params.part, change: { note: draft.id, title } }
    })
  }),
]

/** The problem list of patients, and what was diagnosed in their notes. */
const problemRoutes: Route[] = [
  handle(listProblems, async ({ db, params, audit }) => {
    const rows = await findProblems(db, params.id)
    if (rows.length === 0) await requirePatient(db, params.id)
    audit('read', { entity: 'problems', id: null, patient: params.id })
    return rows
  }),

  handle(addProblem, async (context) => {
    const { db, params, body, audit, publish } = context
    const id = await insertProblem(context, params.id, body)
    const problem = (await findProblem(db, params.id, id))!
    const { diagnosis_code, title, onset_on, note } = problem
    audit('create', { entity: 'problem', id, patient: params.id, change: { diagnosis_code, title, onset_on, note } })
    publish('consultations')
    return problem
  }),

  handle(changeProblem, async (context) => {
    const { db, params, body, ifMatch, audit, publish } = context
    const before = await updateProblem(context, { patient: params.id, id: params.part }, body, body.version ?? ifMatch)
    const after = (await findProblem(db, params.id, params.part))!
    const kept = ({ status, onset_on, resolved_on, note }: typeof after) => ({ status, onset_on, resolved_on, note })
    audit('update', { entity: 'problem', id: after.id, patient: params.id, change: changedFields(kept(before), kept(after)) })
    publish('consultations')
    return after
  }),

  handle(listDiagnosesOfPatient, ({ db, query, audit }) => {
    const { patient_id: patient } = query
    audit('read', { entity: 'diagnoses', id: null, patient })
    return readPage(query, {
      find: (position) => findDiagnosesOfPatient(db, patient, position),
      ifEmpty: () => requirePatient(db, patient),
      count: () => countDiagnosesOfPatient(db, patient),
    })
  }),
]

export const routes = (): Route[] => [...noteRoutes, ...problemRoutes]
