import { useState } from 'react'
import { listAppointments } from '#calls/appointments/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '../calls/api.ts'

export type FoundAppointment = ResponseOf<typeof listAppointments>[number]

const MATCHES = 4

/** Letters, a dash, digits: what a number of an appointment looks like, however the clinic forms them. */
const NUMBER = /^[\p{L}/-]{0,12}[-/ ]?\d[\d\p{L}/-]*$/u

/** Appointments by number: asked only for what may be one. */
export const useAppointmentNumbers = () => {
  const [appointments, setAppointments] = useState<FoundAppointment[]>([])
  const searchAppointments = async (text: string): Promise<FoundAppointment[]> => {
    const number = text.trim()
    const found = NUMBER.test(number) ? await call(listAppointments, { query: { number, limit: MATCHES } }) : []
    setAppointments(found)
    return found
  }
  return { appointments, searchAppointments }
}
