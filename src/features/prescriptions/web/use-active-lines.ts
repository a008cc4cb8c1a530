import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { useRights } from '#web/session/rights.ts'
import { listPrescriptions } from '../contract.ts'

/** The prescription of a visit as it stands on the server; none without a visit. */
export const useActiveLines = (visit: number | null) => {
  const { can } = useRights()
  const asked = useQuery({
    ...query(listPrescriptions, { query: { visit: visit ?? 0 } }),
    enabled: visit !== null && can(listPrescriptions),
  })
  const [prescription] = asked.data ?? []
  return { asked, prescription, drugs: prescription?.prescribed_drugs ?? [] }
}
