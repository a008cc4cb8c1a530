import { notFound } from '#platform/errors/problem.ts'
import { handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { getPrescriptionPaper } from '../contract-paper.ts'
import { findPrinted, printPrescription } from './print-prescription.ts'

/** The prescription that a patient takes along. */
export const paperRoutes = ({ files, printPdf }: Services): Route[] => [
  handlePrepared(
    getPrescriptionPaper,
    // Read and printed before the transaction begins: a connection waits for no paper.
    async ({ db, params, query, user, now }) => {
      const hasDiagnosis = query.diagnosis !== false && user.permissions.has('consultations.view')
      const printed = await findPrinted(db, files, params.id, { now, hasDiagnosis })
      if (!printed) throw notFound('Prescription')
      return { patient: printed.patient, download: await printPrescription(printPdf, printed) }
    },
    async ({ params, prepared: { patient, download }, audit }) => {
      audit('print', { entity: 'prescription', id: params.id, patient })
      return download
    },
  ),
]
