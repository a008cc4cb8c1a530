import { requirePatient } from '#features/patients/public.ts'
import { changedFields } from '#platform/audit/audit.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { addProblem, changeProblem, listDiagnosesOfPatient, listProblems } from '../contract-problems.ts'
import { insertProblem, updateProblem } from './change-problem.ts'
import { countDiagnosesOfPatient, findDiagnosesOfPatient, findProblem, findProblems } from './problem-queries.ts'

/** The problem list of patients, and what was diagnosed in their notes. */
export const problemRoutes: Route[] = [
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

  handle(listDiagnosesOfPatient, async ({ db, query, audit }) => {
    const { patient_id: patient, limit: asked, cursor, count } = query
    const limit = limitOf(asked)
    const rows = await findDiagnosesOfPatient(db, patient, { cursor: readCursor(cursor), limit: limit + 1 })
    if (rows.length === 0) await requirePatient(db, patient)
    audit('read', { entity: 'diagnoses', id: null, patient })
    return pageOf(rows, limit, ({ id }) => id, count ? await countDiagnosesOfPatient(db, patient) : undefined)
  }),
]
