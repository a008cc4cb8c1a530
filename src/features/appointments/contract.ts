import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, ignored, pageQuery, Ref } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

export const appointmentStatuses = ['pending', 'confirmed', 'cancelled', 'done'] as const

export const Appointment = z
  .object({
    id: z.int(),
    appointment_date_time: Instant,
    patient: z.int(),
    patient_number: z.string(),
    first_name: z.string(),
    second_name: z.string(),
    gender: z.enum(['male', 'female', 'other', 'unknown']),
    /** In whole years. */
    age: z.int().nullable(),
    doctor: z.int().nullable(),
    /** The doctor's name. */
    assigned_doctor: z.string().nullable(),
    status: z.enum(appointmentStatuses),
    reason: z.string(),
    item: z.int().nullable(),
    item_name: z.string().nullable(),
    /** What the service costs this patient, or their insurer, today; null without a price and for people without services.view. */
    sale_price: z.string().nullable(),
    date_created: Instant,
    date_changed: Instant,
    created_by: z.int().nullable(),
    version: z.int(),
  })
  .meta({ id: 'Appointment' })
export type Appointment = z.output<typeof Appointment>

export const listAppointments = endpoint({
  method: 'GET',
  path: '/patients/appointments/',
  summary: 'List appointments, those made last first',
  access: 'appointments.view',
  audit: 'read',
  paged: true,
  live: ['appointments'],
  query: fields({
    ...pageQuery,
    patient__id: Id.optional(),
    assigned_doctor__id: Id.optional(),
    status: z.enum(appointmentStatuses).optional(),
  }),
  response: z.array(Appointment),
})

export const listAppointmentsOfPatient = endpoint({
  method: 'GET',
  path: '/patients/appointments/by_patient_id/{patient_id}/',
  summary: 'The appointments of a patient, those made last first',
  access: 'appointments.view',
  audit: 'read',
  paged: true,
  live: ['appointments'],
  params: fields({ patient_id: Id }),
  query: fields({ ...pageQuery, status: z.enum(appointmentStatuses).optional() }),
  response: z.array(Appointment),
})

export const createAppointment = endpoint({
  method: 'POST',
  path: '/patients/appointments/',
  summary: 'Book an appointment; it costs nothing until the patient comes',
  access: 'appointments.change',
  body: fields({
    patient: Ref,
    appointment_date_time: Instant,
    reason: line(300),
    assigned_doctor: Ref.nullish(),
    /** The service that is asked for. */
    item: Ref.nullish(),
    status: z.enum(['pending', 'confirmed']).optional(),
    ...ignored('created_by', 'date_created', 'date_changed'),
  }),
  status: 201,
  response: Appointment,
})
