import { askRefill } from '#features/pharmacy/index.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { ownActivePatient, ownPatient } from '#platform/http/own-patient.ts'
import { createRefillRequest, listOwnMedicines, listOwnPrescriptions } from '#features/portal/contract-prescriptions.ts'
import { countOwnPrescriptions, findCurrentMedicines, findOwnPrescriptions } from './find-prescriptions.ts'

/** What a patient was prescribed, and asking for it again. */
export const prescriptionRoutes: Route[] = [
  handle(listOwnMedicines, ({ db, user, now }) => findCurrentMedicines(db, ownPatient(user), now)),

  handle(listOwnPrescriptions, async ({ db, user, query, now }) => {
    const patient = ownPatient(user)
    const limit = limitOf(query.limit)
    const rows = await findOwnPrescriptions(db, patient, { cursor: readCursor(query.cursor), limit: limit + 1, now })
    return pageOf(rows, limit, ({ id }) => id, query.count ? await countOwnPrescriptions(db, patient) : undefined)
  }),

  handle(createRefillRequest, (context) => askRefill(context, ownActivePatient(context.user), context.body)),
]
