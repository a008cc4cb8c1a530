import { getPortalOverview } from '#calls/portal/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'

export type PortalOverview = ResponseOf<typeof getPortalOverview>
export type OwnOverview = NonNullable<PortalOverview['record']>

/** What the first page shows, and what the frame around all of them marks. */
export const overviewQuery = query(getPortalOverview)
