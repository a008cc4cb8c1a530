import type { getCompany as GetCompany } from '#features/company/contract.ts'
import { bare } from '#web/calls/shell-calls.ts'
import type { listOwnAccess as ListOwnAccess } from '#features/portal/contract-access.ts'

// By their facts alone: a telephone loads no schemas for them.
export const listOwnAccess = bare<typeof ListOwnAccess>({
  method: 'GET',
  path: '/portal/access-log/',
  access: 'patient',
  paged: true,
  live: ['portal'],
})
export const getCompany = bare<typeof GetCompany>({ method: 'GET', path: '/company/company/', access: 'signed-in', live: ['company'] })
