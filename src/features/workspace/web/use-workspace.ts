import { queryOptions, useQuery } from '@tanstack/react-query'
import { listLabTestRequests } from '#features/laboratory/contract.ts'
import { listPrescriptions } from '#features/prescriptions/contract.ts'
import { listReferrals } from '#features/referrals/contract.ts'
import { getTimeline } from '#features/timeline/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, pages, query } from '#web/calls/api.ts'
import type { LiveNews } from '#web/calls/live-stream.ts'
import type { LiveMeta } from '#web/calls/news-about.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { getWorkspace } from '../contract.ts'

export type WorkspaceOnScreen = ResponseOf<typeof getWorkspace>
/** As many events as the server sends along. */
const EVENTS = 40

/** Puts what came along where the parts of the screen look for it: they open without asking. */
const share = (patient: number, { visit, prescription, tests, referrals, timeline }: WorkspaceOnScreen) => {
  const events = pages(getTimeline, { params: { id: patient }, query: { limit: EVENTS } })
  queryClient.setQueryData(events.queryKey, { pages: [{ ...timeline, total: null }], pageParams: [null] })
  if (!visit) return
  if (prescription) queryClient.setQueryData(query(listPrescriptions, { query: { visit: visit.id } }).queryKey, [prescription])
  if (referrals) queryClient.setQueryData(query(listReferrals, { query: { visit: visit.id, limit: 100 } }).queryKey, referrals)
  const process = visit.process_test_req
  if (tests && process !== null) queryClient.setQueryData(query(listLabTestRequests, { query: { process, limit: 100 } }).queryKey, tests)
}

/** News of the records on the screen is news of the workspace, the rest of the house is not: each reading leaves a row in the trail. */
const isAbout =
  (patient: number, key: readonly unknown[]) =>
  ({ topic, id }: LiveNews) => {
    const workspace = queryClient.getQueryData<WorkspaceOnScreen>(key)
    if (!workspace) return true
    const { visit, triage, draft, notes } = workspace
    if (topic === 'patients') return id === patient
    if (topic === 'attendance') return id === visit?.id
    if (topic === 'triage') return id === triage?.id
    if (topic === 'notes') return id === visit?.id
    return id === draft?.id || notes.some((note) => note.id === id)
  }

const workspaceOf = (patient: number) => {
  const asked = query(getWorkspace, { params: { id: patient } })
  return queryOptions({
    ...asked,
    meta: { ...asked.meta, isAbout: isAbout(patient, asked.queryKey) } satisfies LiveMeta,
    queryFn: async ({ signal }) => {
      const workspace = await call(getWorkspace, { params: { id: patient } }, { signal })
      share(patient, workspace)
      return workspace
    },
  })
}

/** All that a doctor needs of a patient, in one request. */
export const useWorkspace = (patient: number) => useQuery(workspaceOf(patient))
/** Asks for the next patient's before they are opened. */
export const prefetchWorkspace = (patient: number) => void queryClient.prefetchQuery(workspaceOf(patient))
