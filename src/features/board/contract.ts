import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { TrackWait, Visit } from '#features/attendance/contract.ts'
import { fields } from '#shared/paging.ts'

/** The house at this moment: everybody on an open visit, and how long they wait. One call, so that it can never disagree with itself. */
export const getBoard = endpoint({
  method: 'GET',
  path: '/patients/board/',
  summary: 'The live board: every open visit, with waiting times by track',
  access: 'attendance.view',
  live: ['attendance', 'patients'],
  query: fields({}),
  response: z.object({ at: Instant, visits: z.array(Visit), waits: z.array(TrackWait) }),
})
