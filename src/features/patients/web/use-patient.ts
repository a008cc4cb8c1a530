import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { getPatient } from '../contract.ts'

/** A patient's record as screens hold it. */
export type PatientRecord = ResponseOf<typeof getPatient>

/** The record, kept up to date by live news. Each reading is in the access log. */
export const usePatient = (id: number) => useQuery(query(getPatient, { params: { id } }))
