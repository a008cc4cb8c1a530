import type { getPortalOverview as GetPortalOverview } from '#features/portal/contract-overview.ts'
import { query } from '#web/api.ts'
import { bare } from '#web/shell-calls.ts'

const getPortalOverview = bare<typeof GetPortalOverview>({
  method: 'GET',
  path: '/portal/overview/',
  access: 'patient',
  live: ['portal'],
})

/** What the first page shows, and what the frame around all of them marks. */
export const overviewQuery = query(getPortalOverview)
