import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from './api.ts'
import { getClinic } from './shell-calls.ts'

export type Clinic = ResponseOf<typeof getClinic>

/** Name and formats of the clinic; hardly ever changes, and news about `company` brings it up to date. */
export const clinicQuery = { ...query(getClinic), staleTime: 10 * 60_000 }
export const useClinic = () => useQuery(clinicQuery).data
