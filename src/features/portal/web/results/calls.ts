import type {
  getOwnResults as GetOwnResults,
  listOwnResults as ListOwnResults,
  markResultsRead as MarkResultsRead,
  printOwnResults as PrintOwnResults,
} from '#features/portal/contract-results.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { bare } from '#web/calls/shell-calls.ts'

const live = ['portal'] as const
export const listOwnResults = bare<typeof ListOwnResults>({ method: 'GET', path: '/portal/results/', access: 'patient', paged: true, live })
export const getOwnResults = bare<typeof GetOwnResults>({ method: 'GET', path: '/portal/results/{id}/', access: 'patient', live })
export const markResultsRead = bare<typeof MarkResultsRead>({ method: 'POST', path: '/portal/results/{id}/read/', access: 'patient' })
export const printOwnResults = bare<typeof PrintOwnResults>({
  method: 'GET',
  path: '/portal/results/{id}/pdf/',
  access: 'patient',
  produces: 'application/pdf',
})

export type OwnResults = ResponseOf<typeof ListOwnResults>[number]
export type OpenedResults = ResponseOf<typeof GetOwnResults>
export type OwnResult = OpenedResults['results'][number]
