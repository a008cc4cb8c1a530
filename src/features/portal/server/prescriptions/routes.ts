import { askRefill } from '#features/pharmacy/public.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { ownActivePatient, ownPatient } from '#platform/http/own-patient.ts'
import { readPage } from '#platform/db/keyset.ts'
import { createRefillRequest, listOwnMedicines, listOwnPrescriptions } from '#features/portal/contract.ts'
import { countOwnPrescriptions, findCurrentMedicines, findOwnPrescriptions } from './find-prescriptions.ts'

/** What a patient was prescribed, and asking for it again. */
export const prescriptionRoutes: Route[] = [
  handle(listOwnMedicines, ({ db, user, now, audit }) => {
    const patient = ownPatient(user)
    audit('read', { entity: 'medicines', id: null, patient })
    return findCurrentMedicines(db, patient, now)
  }),

  handle(listOwnPrescriptions, ({ db, user, query, now, audit }) => {
    const patient = ownPatient(user)
    audit('read', { entity: 'prescriptions', id: null, patient })
    return readPage(query, {
      find: (position) => findOwnPrescriptions(db, patient, { ...position, now }),
      count: () => countOwnPrescriptions(db, patient),
    })
  }),

  handle(createRefillRequest, (context) => askRefill(context, ownActivePatient(context.user), context.body)),
]
