import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { appointmentStatuses } from '#features/appointments/rules.ts'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { usePages } from '#web/calls/rows.ts'
import { useUrlState } from '#web/state/url-state.ts'
import { listBookingRequests } from '../inbox-calls.ts'

const PAGE = 50
const state = {
  q: z.string().max(100),
  status: z.enum(appointmentStatuses),
  /** Every booking, instead of those that still have to be worked on. */
  show: z.literal('all'),
  open: Id,
}

/** What the address of the inbox says, and the bookings it asks for: those that still have to be worked on unless something else was asked for. */
export const useRequests = () => {
  const [url, setUrl] = useUrlState(state)
  const { q, status } = url
  // Whoever looks for somebody looks everywhere.
  const isAll = url.show === 'all' || q !== undefined || status !== undefined
  const rows = usePages({
    ...pages(listBookingRequests, { query: { q, status, ...(!isAll && { is_open: 'true' }), limit: PAGE, count: 'true' } }),
    placeholderData: keepPreviousData,
  })
  return { url, setUrl, rows, isAll, isNarrowed: q !== undefined || status !== undefined }
}
export type Requests = ReturnType<typeof useRequests>
