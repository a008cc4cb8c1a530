import { sql } from 'kysely'
import type { AppointmentStatus } from '#features/appointments/rules.ts'
import type { Db } from '#platform/db/connect.ts'
import { notFound } from '#platform/errors/problem.ts'
import type { BookingLinks } from './link.ts'

/** How long after its time a booking can still be read by its link. */
const KEPT_DAYS = 30
/** Stands in where there is no booking, so that a wrong link costs what a right one does. */
const noLink = { id: 0, link_nonce: '' }

export interface OpenedLink {
  id: number
  link_nonce: string
  appointment: number
  doctor: number | null
  start: Date
  status: AppointmentStatus
  phone_number: string | null
  email: string | null
}

/** The booking behind a link; the same 404 for one that is wrong, foreign or old. With `lock` its appointment is held until the transaction ends. */
export const openLink = async (db: Db, links: BookingLinks, link: string, now: Date, { lock = false } = {}): Promise<OpenedLink> => {
  const { rows } = await sql<OpenedLink & { is_kept: boolean }>`
    select b.id, b.link_nonce, a.id as appointment, a.doctor_id as doctor, a.appointment_date_time as start, a.status,
      b.phone_number, b.email,
      a.ends_at > ${now}::timestamptz - make_interval(days => ${KEPT_DAYS}) as is_kept
    from public_bookings b join appointments a on a.public_booking_id = b.id
    where b.id = ${links.idOf(link)} ${lock ? sql`for no key update of a` : sql``}`.execute(db)
  const found = rows[0]
  const isGenuine = links.isOf(link, found ?? noLink)
  if (!found || !isGenuine || !found.is_kept) throw notFound('Booking')
  return found
}
