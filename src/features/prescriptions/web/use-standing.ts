import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api.ts'
import { useRights } from '#web/rights.ts'
import { listPrescriptions } from '../contract.ts'

/** The prescription of a visit as it stands on the server. */
export const useStanding = (visit: number) => {
  const { can } = useRights()
  const asked = useQuery({ ...query(listPrescriptions, { query: { visit } }), enabled: can(listPrescriptions) })
  const [prescription] = asked.data ?? []
  return { asked, prescription, drugs: prescription?.prescribed_drugs ?? [] }
}
