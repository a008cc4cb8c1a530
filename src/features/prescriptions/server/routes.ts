import { requirePatient } from '#features/patients/index.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { createPrescribedDrug } from '../contract.ts'
import { listPrescribedDrugsOfPatient, listPrescribedDrugsOfPrescription, updatePrescribedDrug } from '../contract-lines.ts'
import { cancelDrug } from './cancel-drug.ts'
import { prescribe } from './prescribe.ts'
import { countDrugsOfPatient, findDrug, findDrugsOfPatient, findDrugsOfPrescription } from './queries.ts'

const mayPrice = ({ user }: Pick<Context, 'user'>) => user.permissions.has('services.view')

export const prescriptionRoutes: Route[] = [
  handle(listPrescribedDrugsOfPatient, async ({ db, params, query, user, audit }) => {
    const { limit: asked, cursor, count } = query
    const patient = params.patient_id
    const limit = limitOf(asked)
    const rows = await findDrugsOfPatient(db, patient, mayPrice({ user }), { cursor: readCursor(cursor), limit: limit + 1 })
    if (rows.length === 0) await requirePatient(db, patient)
    audit('read', { entity: 'prescribed drugs', id: null, patient })
    return pageOf(rows, limit, ({ id }) => id, count ? await countDrugsOfPatient(db, patient) : undefined)
  }),

  handle(listPrescribedDrugsOfPrescription, async ({ db, params, user, audit }) => {
    const paper = await db.selectFrom('prescriptions').select('patient_id').where('id', '=', params.id).executeTakeFirst()
    if (!paper) throw notFound('Prescription')
    audit('read', { entity: 'prescription', id: params.id, patient: paper.patient_id })
    return findDrugsOfPrescription(db, params.id, mayPrice({ user }))
  }),

  handle(createPrescribedDrug, async (context) => {
    const { db, body, user, now, audit, publish } = context
    const id = await prescribe(db, body, user.id, now)
    const drug = (await findDrug(db, id, mayPrice(context)))!
    const { patient, prescription, item, dosage, frequency, duration, note, quantity } = drug
    const change = { prescription, item, dosage, frequency, duration, note, quantity }
    audit('prescribe', { entity: 'prescribed drug', id, patient, change })
    publish('prescriptions', id)
    publish('billing', drug.invoice!)
    return { ...drug, warnings: [] }
  }),

  handle(updatePrescribedDrug, async (context) => {
    const { db, params, body, ifMatch, audit, publish } = context
    const { reason = '' } = body
    const cancelled = await cancelDrug(context, { id: params.id, reason, seen: body.version ?? ifMatch })
    const { patient_id: patient, item_id: item, charge } = cancelled
    audit('cancel', { entity: 'prescribed drug', id: params.id, patient, change: { item, reason, charge } })
    publish('prescriptions', params.id)
    publish('billing')
    return { ...(await findDrug(db, params.id, mayPrice(context)))!, warnings: [] }
  }),
]
