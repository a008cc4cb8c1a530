import { useQuery } from '@tanstack/react-query'
import { getLabSettings } from '#calls/lab-catalogue/contract.ts'
import { listLabTestRequestsOfProcess, listSamplesOfProcess } from '#calls/laboratory/contract.ts'
import { getEntry } from '#calls/laboratory/contract-results.ts'
import { query } from '#web/calls/api.ts'

/** Everything that the screen of one visit shows. */
export const useVisit = (process: number) => {
  const params = { process_id: process }
  const entry = useQuery({ ...query(getEntry, { params }), enabled: process > 0 })
  const requests = useQuery({ ...query(listLabTestRequestsOfProcess, { params, query: {} }), enabled: process > 0 })
  const samples = useQuery({ ...query(listSamplesOfProcess, { params }), enabled: process > 0 })
  const settings = useQuery(query(getLabSettings, { query: {} }))
  return {
    entry,
    requests: requests.data ?? [],
    samples: samples.data ?? [],
    mustDiffer: settings.data?.approver_must_differ ?? false,
  }
}
