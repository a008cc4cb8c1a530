import { sql } from 'kysely'
import { changeUntil, isOpen } from '#features/appointments/rules.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { PublicBooking } from '../contract-public.ts'
import type { BookingLinks } from './link.ts'
import { qrRows } from '#platform/barcodes.ts'

interface Row extends Omit<PublicBooking, 'clinic' | 'link' | 'qr' | 'change_until'> {
  link_nonce: string
  clinic_name: string
  clinic_phone: string | null
  clinic_address: string | null
  change_until_minutes: number
}

/** What the person said it is about, whatever the desk has made of it since. */
const reasonAsSent = sql`coalesce((select c.change #>> '{reason,0}' from appointment_changes c
  where c.appointment_id = a.id and c.kind = 'changed' and c.change ? 'reason' order by c.id limit 1), a.reason)`

/** A booking as its own link shows it: what was sent, where it stands, and nothing that the clinic has written since. */
export const readPublicBooking = async (db: Db, id: number, links: BookingLinks, now: Date): Promise<PublicBooking> => {
  const { rows } = await sql<Row>`
    select b.id, a.number, c.name as clinic_name, coalesce(c.phone1, c.phone2) as clinic_phone, c.address1 as clinic_address, c.time_zone,
      i.name as item, i.id as item_id, ${nameOf(sql`a.doctor_id`)} as doctor, a.doctor_id, b.first_name, b.second_name, b.date_of_birth,
      b.gender, b.phone_number, b.email, a.appointment_date_time,
      (extract(epoch from a.ends_at - a.appointment_date_time) / 60)::integer as minutes, a.status, ${reasonAsSent} as reason,
      b.created_at as date_created, b.link_nonce, s.change_until_minutes
    from public_bookings b join appointments a on a.public_booking_id = b.id cross join company c cross join booking_settings s
    -- A service that is not for the public may be why somebody came: it is the desk's word.
    left join bookable_services o on o.item_id = a.item_id and o.is_public left join items i on i.id = o.item_id
    where b.id = ${id}`.execute(db)
  const { link_nonce, clinic_name, clinic_phone, clinic_address, change_until_minutes, ...booking } = rows[0]!
  const until = changeUntil(booking.appointment_date_time, change_until_minutes)
  return {
    ...booking,
    clinic: { name: clinic_name, phone: clinic_phone, address: clinic_address },
    link: links.linkOf({ id, link_nonce }),
    qr: qrRows(booking.number),
    change_until: isOpen(booking.status) && now <= until ? until : null,
  }
}
