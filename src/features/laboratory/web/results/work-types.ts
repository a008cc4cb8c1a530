import type { ResponseOf } from '#shared/endpoint.ts'
import type { getEntry, getWorklist } from '#features/laboratory/contract-results.ts'
import type { enterResults } from '#features/laboratory/contract-results.ts'

// As screens read them: instants are texts.
export type Work = ResponseOf<typeof getWorklist>
export type WorkRow = Work['rows'][number]
export type WorkCell = WorkRow['cells'][number]
export type WorkPanel = Work['panels'][number]
export type EntryRow = ResponseOf<typeof getEntry>[number]
export type Saved = ResponseOf<typeof enterResults>[number]
