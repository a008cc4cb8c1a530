import { z } from 'zod'
import { appointmentStatuses } from '#features/appointments/rules.ts'
import { messageLanguages } from '#features/messages/rules.ts'
import { Day } from '#features/schedules/contract.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, Ref } from '#shared/paging.ts'
import { email, line, phone } from '#shared/text.ts'
import { bookedGenders, MAX_PUBLIC_DAYS, rangeProblem } from './rules.ts'

/** How the clinic is reached: all that a closed page says. */
const Clinic = z.object({ name: z.string(), phone: z.string().nullable(), address: z.string().nullable() })

/** Everything that the booking page needs to begin with. Closed: the clinic alone, and nothing to choose from. */
export const BookingPage = z
  .object({
    clinic: Clinic,
    /** False: booking is by telephone. */
    is_open: z.boolean(),
    intro: z.string(),
    /** Days and hours are the clinic's own. */
    time_zone: z.string(),
    /** The clinic's day now, and the last one that may be booked. */
    today: z.string(),
    last_day: z.string(),
    min_notice_minutes: z.int(),
    /** How long before its time a booking may still be cancelled or moved. */
    change_until_minutes: z.int(),
    /** Services that some doctor gives, by name; `minutes` null: as long as a slot. */
    services: z.array(z.object({ id: z.int(), name: z.string(), minutes: z.int().nullable(), doctors: z.array(z.int()) })),
    doctors: z.array(z.object({ id: z.int(), name: z.string() })),
    consent: z.object({ version: z.int(), text: z.string() }),
  })
  .meta({ id: 'BookingPage' })
export type BookingPage = z.output<typeof BookingPage>

export const getBookingPage = endpoint({
  method: 'GET',
  path: '/public/booking/',
  summary: 'What may be booked without signing in, and the words of consent',
  access: 'public',
  response: BookingPage,
})

/** Free times of one doctor on one day. */
export const PublicSlots = z.object({ doctor: z.int(), day: z.string(), minutes: z.int(), starts: z.array(Instant) })
export type PublicSlots = z.output<typeof PublicSlots>

export const listPublicSlots = endpoint({
  method: 'GET',
  path: '/public/booking/slots/',
  summary: `Times that may be booked, of up to ${MAX_PUBLIC_DAYS} days, by day and doctor; 409 \`booking_closed\``,
  access: 'public',
  query: fields({ from: Day, to: Day, item: Id.optional(), doctor: Id.optional() }).check(({ value, issues }) => {
    const message = rangeProblem(value)
    if (message) issues.push({ code: 'custom', path: ['to'], message, input: value.to })
  }),
  response: z.array(PublicSlots),
})

/** A booking as the person who made it sees it: what they sent, and where it stands. */
export const PublicBooking = z
  .object({
    id: z.int(),
    /** Told at the desk; also in the QR code. */
    number: z.string(),
    clinic: Clinic,
    time_zone: z.string(),
    /** The name of the service; `item_id` and `doctor_id` ask for other times of the same. */
    item: z.string().nullable(),
    item_id: z.int().nullable(),
    doctor: z.string().nullable(),
    doctor_id: z.int().nullable(),
    first_name: z.string(),
    second_name: z.string(),
    date_of_birth: z.string(),
    gender: z.enum(['male', 'female', 'other', 'unknown']),
    phone_number: z.string().nullable(),
    email: z.string().nullable(),
    appointment_date_time: Instant,
    minutes: z.int(),
    status: z.enum(appointmentStatuses),
    reason: z.string(),
    date_created: Instant,
    /** Opens, moves and cancels the booking: whoever has it may. The page is /booking/{link}. */
    link: z.string(),
    /** The number as a QR code: rows of dark (1) and light (0). */
    qr: z.array(z.string()),
    /** Until when it may be cancelled or moved; null when that is over. */
    change_until: Instant.nullable(),
  })
  .meta({ id: 'PublicBooking' })
export type PublicBooking = z.output<typeof PublicBooking>

interface Contacts {
  phone_number?: unknown
  email?: unknown
}
/** Said on both, together with whatever else is wrong. */
const contactRule = (field: keyof Contacts) => ({
  path: [field],
  error: 'Enter a phone number or an e-mail address.',
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
})
const hasContact = ({ phone_number, email: address }: Contacts) => Boolean(phone_number ?? address)

export const createPublicBooking = endpoint({
  method: 'POST',
  path: '/patients/publicappointments/',
  summary:
    'Book without signing in. 409 `booking_closed`, `consent_changed` (with the current `consent`), `slot_taken` or `outside_schedule` (with `free` times)',
  access: 'public',
  perMinute: 20,
  body: fields({
    first_name: line(100),
    second_name: line(100),
    date_of_birth: z.iso.date(),
    gender: z.enum(bookedGenders),
    appointment_date_time: Instant,
    reason: line(300),
    /** The service; none for whatever the doctor does. */
    item: Ref.nullish(),
    /** Whoever is free at that time when absent. */
    doctor: Ref.nullish(),
    phone_number: phone.nullish(),
    email: email.nullish(),
    /** What messages about it are written in; the clinic's own when absent. */
    language: z.enum(messageLanguages).optional(),
    consent: z.literal(true, 'Without your consent, the booking cannot be kept.'),
    consent_version: z.int().min(1).max(2_147_483_647),
    /** Nobody sees this box: whoever fills it in is a program. */
    website: z.string().max(200).optional(),
  })
    .refine(hasContact, contactRule('phone_number'))
    .refine(hasContact, contactRule('email')),
  status: 201,
  response: PublicBooking,
})

const ByLink = fields({ link: z.string().max(200) })

export const getPublicBooking = endpoint({
  method: 'GET',
  path: '/public/bookings/{link}/',
  summary: 'The booking behind its link; the same 404 for every other link',
  access: 'public',
  perMinute: 30,
  params: ByLink,
  response: PublicBooking,
})

export const cancelPublicBooking = endpoint({
  method: 'POST',
  path: '/public/bookings/{link}/cancel/',
  summary: 'Cancel the booking; 409 `too_late` or `not_open`',
  access: 'public',
  perMinute: 30,
  params: ByLink,
  body: fields({ reason: line(300).nullish() }),
  status: 200,
  response: PublicBooking,
})

export const movePublicBooking = endpoint({
  method: 'POST',
  path: '/public/bookings/{link}/move/',
  summary: 'Move the booking to another free time; 409 `too_late`, `not_open`, `booking_closed`, `slot_taken` or `outside_schedule`',
  access: 'public',
  perMinute: 30,
  params: ByLink,
  body: fields({
    appointment_date_time: Instant,
    /** The same doctor when absent. */
    doctor: Ref.optional(),
  }),
  status: 200,
  response: PublicBooking,
})
