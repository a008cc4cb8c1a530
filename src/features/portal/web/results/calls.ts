import type { listOwnResults, getOwnResults } from '#calls/portal/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

export type OwnResults = ResponseOf<typeof listOwnResults>[number]
export type OpenedResults = ResponseOf<typeof getOwnResults>
export type OwnResult = OpenedResults['results'][number]
