import type { ResponseOf } from '#shared/endpoint.ts'
import type { getRequisition, listRequisitions } from '../requisition-calls.ts'

export type Requisition = ResponseOf<typeof getRequisition>
export type RequisitionItem = Requisition['items'][number]
export type RequisitionSummary = ResponseOf<typeof listRequisitions>[number]
