import { z } from 'zod'
import { appointmentStatuses } from '#features/appointments/rules.ts'
import { genders, PatientSummary } from '#features/patients/contract.ts'
import { isBirthDate } from '#features/patients/rules.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery, PatientId, Ref, version, YesNo } from '#shared/paging.ts'
import { email, line, phone } from '#shared/text.ts'
import { comparedFields, takenOverFields } from './rules.ts'

export * from './contract-public.ts'

/** A public booking as the desk works on it. */
export const BookingRequest = z
  .object({
    id: z.int(),
    /** The appointment that it is, and its number and version. */
    appointment: z.int(),
    number: z.string(),
    version: z.int(),
    /** As the person sent it; on a restricted record that is shut to the reader the names alone, and nothing of what for. */
    first_name: z.string(),
    second_name: z.string(),
    date_of_birth: z.string().nullable(),
    /** In whole years. */
    age: z.int().nullable(),
    gender: z.enum(genders),
    phone_number: z.string().nullable(),
    email: z.string().nullable(),
    language: z.string(),
    consent_version: z.int(),
    consent_text: z.string(),
    consented_at: Instant,
    date_created: Instant,
    reason: z.string(),
    item: z.int().nullable(),
    item_name: z.string().nullable(),
    doctor: z.int().nullable(),
    doctor_name: z.string().nullable(),
    room: z.int().nullable(),
    room_name: z.string().nullable(),
    appointment_date_time: Instant,
    ends_at: Instant,
    minutes: z.int(),
    status: z.enum(appointmentStatuses),
    status_reason: z.string(),
    /** The record it was put on. */
    patient: PatientId.nullable(),
    patient_number: z.string().nullable(),
    patient_name: z.string().nullable(),
    visit: z.int().nullable(),
    converted_at: Instant.nullable(),
    converted_by_name: z.string().nullable(),
    /** What the record did not have, and has from this booking. */
    taken_over: z.array(z.enum(takenOverFields)),
    /** Still to be worked on: on no record, and neither cancelled nor over. */
    is_open: z.boolean(),
    /** What the person signed in may make of it now. */
    may: z.object({ convert: z.boolean(), register: z.boolean(), unlink: z.boolean(), change: z.boolean() }),
  })
  .meta({ id: 'BookingRequest' })
export type BookingRequest = z.output<typeof BookingRequest>

export const listBookingRequests = endpoint({
  method: 'GET',
  path: '/patients/publicappointments/',
  summary: 'List public bookings, newest first',
  access: 'appointments.view',
  allowsRestricted: true,
  audit: 'read',
  paged: true,
  live: ['appointments', 'patients'],
  query: fields({
    ...pageQuery,
    status: z.enum(appointmentStatuses).optional(),
    is_open: YesNo.optional(),
    /** A number, a telephone, an e-mail, or the beginnings of names. */
    q: z.string().trim().max(100).optional(),
  }),
  response: z.array(BookingRequest),
})

export const countBookingRequests = endpoint({
  method: 'GET',
  path: '/patients/publicappointments/count/',
  summary: 'How many public bookings are still to be worked on',
  access: 'appointments.view',
  live: ['appointments'],
  response: z.object({ open: z.int() }),
})

export const getBookingRequest = endpoint({
  method: 'GET',
  path: '/patients/publicappointments/{id}/',
  summary: 'Read a public booking',
  access: 'appointments.view',
  allowsRestricted: true,
  audit: 'read',
  live: ['appointments', 'patients'],
  params: ById,
  response: BookingRequest,
})

/** Somebody on file who may have made the booking. */
export const BookingMatch = z.object({
  patient: PatientSummary,
  /** 0 to 100. */
  score: z.int(),
  /** What speaks for it, and which fields of the record say something else than the booking. */
  because: z.array(z.string()),
  differs: z.array(z.enum(comparedFields)),
})
export type BookingMatch = z.output<typeof BookingMatch>

export const listBookingMatches = endpoint({
  method: 'GET',
  path: '/patients/publicappointments/{id}/matches/',
  summary: 'Who on file may have made the booking, most likely first, five on a page',
  access: 'appointments.view',
  allowsRestricted: true,
  audit: 'read',
  live: ['appointments', 'patients'],
  paged: true,
  params: ById,
  query: fields({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
  response: z.array(BookingMatch),
})

/** What the desk knows better than the booking; what is left out is as it was sent. */
const Registration = fields({
  first_name: line(100).optional(),
  second_name: line(100).optional(),
  other_names: line(100).nullish(),
  gender: z.enum(genders).optional(),
  date_of_birth: z.iso
    .date()
    .refine((day) => isBirthDate(day), 'Enter a date of birth between 1900 and today.')
    .optional(),
  phone: phone.nullish(),
  email: email.nullish(),
  residence: line(200).nullish(),
})

const isOneWay = ({ patient, register }: { patient?: unknown; register?: unknown }) => (patient === undefined) !== (register === undefined)

export const convertBookingRequest = endpoint({
  method: 'POST',
  path: '/patients/publicappointments/{id}/convert/',
  summary:
    'Put a public booking on a record: one on file, or a new one (patients.add). 409 `already_converted`, `not_open`, `patient_busy`, or `possible_duplicate` with who it may be',
  access: 'appointments.change',
  allowsRestricted: true,
  params: ById,
  body: fields({
    patient: Ref.optional(),
    register: Registration.optional(),
    /** The desk saw the possible duplicates and says that this is somebody else. */
    not_a_duplicate: z.boolean().optional(),
    /** Confirms the appointment too, when it is pending. */
    confirm: z.boolean().optional(),
    ...version,
  }).refine(isOneWay, { path: ['patient'], error: 'Choose a patient or register a new one.' }),
  status: 200,
  response: BookingRequest,
})

export const unlinkBookingRequest = endpoint({
  method: 'POST',
  path: '/patients/publicappointments/{id}/unlink/',
  summary:
    'Take a public booking off a wrong record, with what the record took over from it and still has; 409 `not_converted` or `visit_begun`',
  access: 'appointments.change',
  allowsRestricted: true,
  params: ById,
  body: fields({ reason: line(300).optional(), ...version }),
  status: 200,
  response: BookingRequest,
})
