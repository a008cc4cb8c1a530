import { useQuery } from '@tanstack/react-query'
import { getClinic } from '#calls/company/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from './api.ts'

export type Clinic = ResponseOf<typeof getClinic>

/** Name and formats of the clinic; hardly ever changes, and news about `company` brings it up to date. */
export const clinicQuery = { ...query(getClinic), staleTime: 10 * 60_000 }
export const useClinic = () => useQuery(clinicQuery).data
