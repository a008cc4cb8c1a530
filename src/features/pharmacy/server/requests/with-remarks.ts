import { findOpenVisit } from '#features/attendance/public.ts'
import type { Context } from '#platform/http/handle.ts'
import type { PrescriptionRequest, RequestWithRemarks } from '#features/pharmacy/contract-requests.ts'
import { maySeeAllRequests } from '../policy.ts'
import { findRemarks } from './requests.ts'

/** A request as it opens: with its remarks and, for staff, the visit in which it would be written. */
export const withRemarks = async (
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  request: PrescriptionRequest,
): Promise<RequestWithRemarks> => {
  const [remarks, visit] = await Promise.all([
    findRemarks(db, request.id),
    maySeeAllRequests(user) ? findOpenVisit(db, request.patient, now) : undefined,
  ])
  return { ...request, remarks, visit: visit?.id ?? null }
}
