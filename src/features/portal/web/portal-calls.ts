import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { bare } from '#web/calls/shell-calls.ts'
import type { getPortalOverview as GetPortalOverview } from '../contract-overview.ts'

export type PortalOverview = ResponseOf<typeof GetPortalOverview>
export type OwnOverview = NonNullable<PortalOverview['record']>

const getPortalOverview = bare<typeof GetPortalOverview>({
  method: 'GET',
  path: '/portal/overview/',
  access: 'patient',
  live: ['portal'],
})

/** What the first page shows, and what the frame around all of them marks. */
export const overviewQuery = query(getPortalOverview)
