import { sql } from 'kysely'
import { cancelMessages, queueMessage } from '#features/messages/public.ts'
import type { MessageKind } from '#features/messages/rules.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import type { Db } from '#platform/db/connect.ts'
import { holdsPlace, isOpen } from '../rules.ts'
import type { Changed } from './change-appointment.ts'

/** Makes the address at which a public booking is cancelled or moved; null when nobody knows where the clinic is reached. */
export type LinkMaker = (booking: { id: number; link_nonce: string }) => string | null

export interface Announcer {
  now: Date
  /** The member of staff behind it. */
  by: number | null
  linkOf?: LinkMaker | undefined
}

export interface Recipient {
  id: number
  number: string
  version: number
  start: Date
  doctor: string | null
  zone: string
  patient: number | null
  first_name: string
  phone: string | null
  email: string | null
  language: string | null
  booking: number | null
  link_nonce: string | null
}

/** Whom an appointment is told to: the patient on file, else whoever booked; nobody for a record that was put away. A select without a where, over `a`. */
export const recipientRows = sql`
  select a.id, a.number, a.version, a.appointment_date_time as start, c.time_zone as zone, a.patient_id as patient,
    (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = a.doctor_id) as doctor,
    coalesce(nullif(p.first_name, ''), b.first_name, '') as first_name,
    case when p.deactivated_at is null and died_on(p.id) is null then coalesce(p.phone, b.phone_number) end as phone,
    case when p.deactivated_at is null and died_on(p.id) is null then coalesce(p.email, b.email) end as email,
    coalesce(b.language, p.language) as language, b.id as booking, b.link_nonce
  from company c cross join appointments a left join patients p on p.id = a.patient_id left join public_bookings b on b.id = a.public_booking_id`

/** Queues one message about an appointment, once for its `onceKey`; how many were queued. */
export const writeTo = (db: Db, to: Recipient, kind: MessageKind, onceKey: string, { now, by, linkOf }: Announcer): Promise<number> =>
  queueMessage(db, {
    kind,
    recipient: { email: to.email, phone: to.phone, language: to.language, patient: to.patient },
    values: {
      first_name: to.first_name,
      ...wallTimeOf(to.start, to.zone),
      doctor: to.doctor,
      number: to.number,
      link: to.booking !== null && to.link_nonce !== null ? (linkOf?.({ id: to.booking, link_nonce: to.link_nonce }) ?? null) : null,
    },
    entity: { kind: 'appointment', id: to.id },
    onceKey,
    now,
    sendBefore: to.start,
    by,
  })

/**
 * Tells the patient of an appointment, in the transaction that changes it; nothing about what has begun. How many messages were queued:
 * when there is one, publish 'messages'.
 */
export const announce = async (db: Db, id: number, kind: MessageKind, announcer: Announcer): Promise<number> => {
  const { rows } = await sql<Recipient>`${recipientRows} where a.id = ${id} and a.appointment_date_time > ${announcer.now}
    and exists (select from message_settings s where s.email_is_on or s.sms_is_on)`.execute(db)
  const to = rows[0]
  return to ? writeTo(db, to, kind, `appointment:${id}:${kind}:${to.version}`, announcer) : 0
}

const isMoved = ({ before, after }: Changed) =>
  before.appointment_date_time.getTime() !== after.appointment_date_time.getTime() || before.doctor !== after.doctor

/** What a change is told as; null for what nobody has to know. */
export const kindOf = (changed: Changed): MessageKind | null => {
  const { before, after } = changed
  if (!holdsPlace(after.status)) return after.status === 'cancelled' && before.status !== 'cancelled' ? 'cancelled' : null
  // A time that the clinic has not confirmed is a request, also where it is another one than before.
  if (isMoved(changed)) return after.status === 'pending' ? 'booked' : 'moved'
  if (after.status === before.status || before.status === 'arrived') return null
  if (after.status === 'confirmed') return 'confirmed'
  return before.status === 'cancelled' ? 'booked' : null
}

const messageKinds = ['booked', 'confirmed', 'moved', 'reminder'] as const

/** Tells of a change, and takes back what still waits and is no longer true. */
export const announceChange = async (db: Db, changed: Changed, announcer: Announcer): Promise<number> => {
  const { before, after } = changed
  const isOff = holdsPlace(before.status) && !holdsPlace(after.status)
  const isBack = !holdsPlace(before.status) && holdsPlace(after.status)
  if (isOff || isMoved(changed)) await cancelMessages(db, { kind: 'appointment', id: after.id }, messageKinds)
  if (isBack) await cancelMessages(db, { kind: 'appointment', id: after.id }, ['cancelled'])
  const kind = kindOf(changed)
  return kind === null ? 0 : announce(db, after.id, kind, announcer)
}

/**
 * Takes back what waits for somebody who is not on the appointment any more, and tells it to whoever is. How many messages were queued or
 * taken back.
 */
export const announceDetached = async (db: Db, { after }: Changed, announcer: Announcer): Promise<number> => {
  const taken = await cancelMessages(db, { kind: 'appointment', id: after.id }, [...messageKinds, 'cancelled'])
  if (taken === 0 || !isOpen(after.status)) return taken
  return taken + (await announce(db, after.id, after.status === 'confirmed' ? 'confirmed' : 'booked', announcer))
}
