import type { VisitOpener } from '#features/attendance/public.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { writePrescription } from '#features/pharmacy/contract-requests.ts'
import { findRequest } from './requests.ts'
import { transcribe } from './transcribe.ts'
import { withRemarks } from './with-remarks.ts'

/** Makes prescriptions of the clinic out of what was sent in. */
export const transcribeRoutes = (openers: readonly VisitOpener[]): Route[] => [
  handle(writePrescription, async (context) => {
    const { db, params, body } = context
    const warnings = await transcribe(context, params.id, body, openers)
    return { ...(await withRemarks(context, (await findRequest(db, params.id))!)), warnings }
  }),
]
