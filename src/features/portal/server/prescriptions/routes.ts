import { askRefill } from '#features/pharmacy/public.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { ownActivePatient, ownPatient } from '#platform/http/own-patient.ts'
import { createRefillRequest, listOwnMedicines, listOwnPrescriptions } from '#features/portal/contract.ts'
import { countOwnPrescriptions, findCurrentMedicines, findOwnPrescriptions } from './find-prescriptions.ts'

/** What a patient was prescribed, and asking for it again. */
export const prescriptionRoutes: Route[] = [
  handle(listOwnMedicines, ({ db, user, now, audit }) => {
    const patient = ownPatient(user)
    audit('read', { entity: 'medicines', id: null, patient })
    return findCurrentMedicines(db, patient, now)
  }),

  handle(listOwnPrescriptions, async ({ db, user, query, now, audit }) => {
    const patient = ownPatient(user)
    audit('read', { entity: 'prescriptions', id: null, patient })
    const limit = limitOf(query.limit)
    const rows = await findOwnPrescriptions(db, patient, { cursor: readCursor(query.cursor), limit: limit + 1, now })
    return pageOf(rows, limit, ({ id }) => id, query.count ? await countOwnPrescriptions(db, patient) : undefined)
  }),

  handle(createRefillRequest, (context) => askRefill(context, ownActivePatient(context.user), context.body)),
]
