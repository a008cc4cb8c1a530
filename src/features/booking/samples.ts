import type { Insertable } from 'kysely'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { Schedules } from '#platform/db/tables.gen.ts'
import { aSchedule, anItem } from '../../testing/builders.ts'
import { nextIn } from '../../testing/calls/next-in.ts'
import type { Reply, TestClinic } from '../../testing/clinic.ts'
import type { createPublicBooking } from './contract.ts'

export type Booked = ResponseOf<typeof createPublicBooking>
export interface Refused {
  code?: string
  detail?: string
  free?: { doctor: number; doctor_name: string; start: string }[]
  consent?: { version: number; text: string }
  [field: string]: unknown
}

export const BOOK = '/patients/publicappointments/'
/** A Monday after the clinic's first one; its sessions begin at 08:00 in Nairobi. */
export const MONDAY = '2026-03-09'
export const at = (time: string, day = MONDAY) => `${day}T${time}:00+03:00`

let address = 0
/** Somewhere that nobody has called from yet, so that no limit answers instead. */
export const newAddress = () => {
  address += 1
  return `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`
}

interface From {
  ip?: string
  headers?: Record<string, string>
}

/** A call by nobody, from a place of its own unless one is named. */
export const callFrom =
  ({ app }: TestClinic) =>
  async (method: 'GET' | 'POST', url: string, body?: unknown, { ip = newAddress(), headers = {} }: From = {}): Promise<Reply> => {
    const response = await app.inject({
      method,
      url,
      remoteAddress: ip,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const { statusCode: status, headers: sent, body: text } = response
    return { status, headers: sent, text, next: nextIn(sent), json: <T>() => response.json<T>() }
  }

/** A public service of an open clinic, and a doctor who gives it on Mondays from 08:00 to 12:00. */
export const openToPublic = async ({ db }: TestClinic, session: Partial<Insertable<Schedules>> = {}) => {
  await db.updateTable('booking_settings').set({ is_public_open: true }).execute()
  const service = await anItem(db, '500.00', { category: 'consultation' })
  await db.insertInto('bookable_services').values({ item_id: service.id, is_public: true }).execute()
  const { doctor_id: doctor, id: schedule } = await aSchedule(db, session)
  return { item: service.id, service: service.name, doctor, schedule }
}

let people = 0
/** What somebody sends whom nobody else is like. */
export const aRequest = (more: object = {}) => {
  people += 1
  return {
    first_name: 'Zawadi',
    second_name: `Mwangi${String(people).replaceAll(/\d/g, (digit) => 'bdfgklmnrz'[Number(digit)]!)}`,
    date_of_birth: '1991-05-17',
    gender: 'female',
    appointment_date_time: at('08:00'),
    reason: 'Check-up',
    phone_number: `+25471${String(1_000_000 + people)}`,
    consent: true,
    consent_version: 1,
    ...more,
  }
}
