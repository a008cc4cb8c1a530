import { lockToChange, requirePatient } from '#features/patients/public.ts'
import { changedFields } from '#platform/audit/audit.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { createMedicine, listCurrentMedicines, listMedicines, updateMedicine } from '../contract-medicines.ts'
import { findCurrentMedicines } from './current-medicines.ts'
import { changeMedicine, findMedicines, insertMedicine } from './medicines.ts'

export const medicineRoutes: Route[] = [
  handle(listMedicines, async ({ db, params: { id }, audit }) => {
    const medicines = await findMedicines(db, id)
    if (medicines.length === 0) await requirePatient(db, id)
    audit('read', { entity: 'medicines', id: null, patient: id })
    return medicines
  }),

  handle(createMedicine, async ({ db, params: { id }, body, user, now, audit, publish }) => {
    await lockToChange(db, id)
    const medicine = await insertMedicine(db, id, body, user.id, now)
    audit('add', { entity: 'medicine', id: medicine.id, patient: id, change: body })
    publish('prescriptions')
    return medicine
  }),

  handle(updateMedicine, async ({ db, params, body, ifMatch, now, audit, publish }) => {
    await lockToChange(db, params.id)
    const seen = body.version ?? ifMatch
    const { before, after } = await changeMedicine(db, { patient: params.id, id: params.part, change: body, seen, now })
    audit('change', { entity: 'medicine', id: params.part, patient: params.id, change: changedFields(before, after) })
    publish('prescriptions')
    return after
  }),

  handle(listCurrentMedicines, async ({ db, params: { id }, now, audit }) => {
    const medicines = await findCurrentMedicines(db, id, now)
    if (medicines.length === 0) await requirePatient(db, id)
    audit('read', { entity: 'medicines', id: null, patient: id })
    return medicines
  }),
]
