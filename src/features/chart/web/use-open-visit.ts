import { skipToken, useQuery } from '@tanstack/react-query'
import { listVisits } from '#features/attendance/contract.ts'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { query } from '#web/calls/api.ts'
import { useRights } from '#web/session/rights.ts'

/** The open visit of a patient, as far as the caller may read it: asked for once, for the head of the page and the overview. */
export const useOpenVisit = ({ id, open_visit }: Pick<PatientRecord, 'id' | 'open_visit'>) => {
  const { can } = useRights()
  const asked = query(listVisits, { query: { patient_id: id, open: 'true' } })
  const { data } = useQuery({ ...asked, ...((open_visit === null || !can(listVisits)) && { queryFn: skipToken }) })
  return open_visit === null ? undefined : data?.[0]
}
