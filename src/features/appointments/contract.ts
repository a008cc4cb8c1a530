import { z } from 'zod'
import { CloseLeftOpen, Visit, priorities, Track } from '#features/attendance/contract.ts'
import { Day } from '#features/schedules/contract.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, PatientId, Ref, version, YesNo } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { appointmentStatuses, MAX_CALENDAR_DAYS, MAX_COUNT_DAYS, MAX_SLOT_DAYS } from './rules.ts'

const Minutes = z.int().min(5).max(1_440)

export const Appointment = z
  .object({
    id: z.int(),
    number: z.string(),
    appointment_date_time: Instant,
    ends_at: Instant,
    minutes: z.int(),
    /** Null for a public booking that nobody has put on a record yet; its names stand here all the same. */
    patient: PatientId.nullable(),
    patient_number: z.string().nullable(),
    /** The names on file, or those of the booking; 'Unknown' for a person without any. */
    patient_name: z.string(),
    first_name: z.string(),
    second_name: z.string(),
    gender: z.enum(['male', 'female', 'other', 'unknown']),
    date_of_birth: z.string().nullable(),
    /** The age of a patient who died stops on this day; null for the living. */
    died_on: z.string().nullable(),
    /** In whole years. */
    age: z.int().nullable(),
    /** By which they are reached about it. */
    phone_number: z.string().nullable(),
    email: z.string().nullable(),
    /** The public booking it came from. */
    public_booking: z.int().nullable(),
    doctor: z.int().nullable(),
    /** The doctor's name. */
    assigned_doctor: z.string().nullable(),
    room: z.int().nullable(),
    room_name: z.string().nullable(),
    /** Which of the places that the doctor has at that time. */
    place: z.int(),
    status: z.enum(appointmentStatuses),
    /** Why it was cancelled, or what else was said at the last change of status. */
    status_reason: z.string(),
    reason: z.string(),
    item: z.int().nullable(),
    item_name: z.string().nullable(),
    /** What the service costs this patient, or their insurer, today; null without a price and for people without services.view. */
    sale_price: z.string().nullable(),
    /** The visit it became. */
    visit: z.int().nullable(),
    date_created: Instant,
    date_changed: Instant,
    created_by: z.int().nullable(),
    created_by_name: z.string().nullable(),
    version: z.int(),
    /** What the person signed in may make of it now: change it, check the patient in, and the states they may bring it to. */
    may: z.object({ change: z.boolean(), check_in: z.boolean(), statuses: z.array(z.enum(appointmentStatuses)) }),
  })
  .meta({ id: 'Appointment' })
export type Appointment = z.output<typeof Appointment>

/** What a patient's overview shows of the next appointment. */
export const NextAppointment = z
  .object({
    id: z.int(),
    at: Instant,
    doctor_name: z.string().nullable(),
    status: z.enum(appointmentStatuses),
    item_name: z.string().nullable(),
  })
  .meta({ id: 'NextAppointment' })
export type NextAppointment = z.output<typeof NextAppointment>

/** A free time that a refusal offers instead (`free` of a 409), soonest first. */
export const FreeSlot = z.object({
  doctor: z.int().nullable(),
  doctor_name: z.string().nullable(),
  start: Instant,
  room: z.int().nullable(),
})
export type FreeSlot = z.output<typeof FreeSlot>

const inOrder = { path: ['to'], error: 'The last day must not be before the first.' }

export const listAppointments = endpoint({
  method: 'GET',
  path: '/patients/appointments/',
  summary: 'List appointments, those made last first unless by time; a patient reads their own',
  access: 'signed-in',
  allowsRestricted: true,
  audit: 'read',
  paged: true,
  live: ['appointments', 'patients', 'portal'],
  query: fields({
    ...pageQuery,
    patient__id: Id.optional(),
    assigned_doctor__id: Id.optional(),
    /** Those without a doctor alone. */
    unassigned: YesNo.optional(),
    status: z.enum(appointmentStatuses).optional(),
    room: Id.optional(),
    /** Days of the clinic, both included. */
    from: Day.optional(),
    to: Day.optional(),
    number: z.string().max(40).optional(),
    /** A number, or a patient as the patient search knows them; for patients themselves a whole number alone. */
    q: z.string().max(100).optional(),
    sort: z.enum(['-created', 'time', '-time']).optional(),
  }).refine(({ from, to }) => !from || !to || from <= to, inOrder),
  response: z.array(Appointment),
})

const ofOne = { ...pageQuery, status: z.enum(appointmentStatuses).optional() }

export const listAppointmentsOfPatient = endpoint({
  method: 'GET',
  path: '/patients/appointments/by_patient_id/{patient_id}/',
  summary: 'The appointments of a patient, those made last first; a patient reads their own',
  access: 'signed-in',
  allowsRestricted: true,
  audit: 'read',
  paged: true,
  live: ['appointments', 'patients', 'portal'],
  params: fields({ patient_id: Id }),
  query: fields(ofOne),
  response: z.array(Appointment),
})

export const listAppointmentsOfDoctor = endpoint({
  method: 'GET',
  path: '/patients/appointments/by_doctor/{doctor_id}/',
  summary: 'The appointments of a doctor, those made last first',
  access: 'appointments.view',
  allowsRestricted: true,
  audit: 'read',
  paged: true,
  live: ['appointments', 'patients'],
  params: fields({ doctor_id: Id }),
  query: fields(ofOne),
  response: z.array(Appointment),
})

/** What happened to an appointment. */
export const AppointmentChange = z.object({
  id: z.int(),
  changed_at: Instant,
  /** Nobody: by the person's own link. */
  changed_by: z.int().nullable(),
  changed_by_name: z.string().nullable(),
  kind: z.enum(['booked', 'status', 'moved', 'changed', 'patient']),
  /** The fields with what they were before and after; of a booking, as it was made. */
  change: z.record(z.string(), z.unknown()),
  reason: z.string(),
})

export const getAppointment = endpoint({
  method: 'GET',
  path: '/patients/appointments/{id}/',
  summary: 'Read an appointment with what happened to it, oldest first; a patient reads their own',
  access: 'signed-in',
  allowsRestricted: true,
  audit: 'read',
  live: ['appointments', 'patients', 'portal'],
  params: ById,
  response: Appointment.extend({ changes: z.array(AppointmentChange) }).meta({ id: 'AppointmentWithChanges' }),
})

const oneLength = { path: ['minutes'], error: 'Send the end or the length, not both.' }
const isOneLength = ({ ends_at, minutes }: { ends_at?: unknown; minutes?: unknown }) => ends_at == null || minutes == null

export const createAppointment = endpoint({
  method: 'POST',
  path: '/patients/appointments/',
  summary:
    'Book an appointment; a patient books their own. 409 `slot_taken`, `outside_schedule`, `overbook_full` (with `free` slots), `patient_busy` or `room_taken`; for a patient also `booking_closed`, `too_many_ahead`, `not_linked`, `deactivated`',
  access: 'signed-in',
  eyes: 'clinic',
  allowsRestricted: true,
  body: fields({
    /** Staff name the patient; a patient is the one that their account is on. */
    patient: Ref.optional(),
    appointment_date_time: Instant,
    ends_at: Instant.nullish(),
    /** As long as the service, else a slot of the session, when absent. */
    minutes: Minutes.nullish(),
    reason: line(300),
    assigned_doctor: Ref.nullish(),
    /** The session's own when absent. */
    room: Ref.nullish(),
    /** The service that is asked for. */
    item: Ref.nullish(),
    status: z.enum(['pending', 'confirmed']).optional(),
    /** Said on purpose: beside those who have the time already, as far as the session allows. */
    overbook: z.boolean().optional(),
    ...ignored('created_by', 'date_created', 'date_changed'),
  }).refine(isOneLength, oneLength),
  status: 201,
  response: Appointment,
})

const changeable = {
  appointment_date_time: Instant.optional(),
  ends_at: Instant.nullish(),
  minutes: Minutes.nullish(),
  assigned_doctor: Ref.nullish(),
  room: Ref.nullish(),
  item: Ref.nullish(),
  reason: line(300).optional(),
  status: z.enum(appointmentStatuses).optional(),
  /** Needed to cancel. */
  status_reason: z.union([line(300), z.literal('')]).nullish(),
  overbook: z.boolean().optional(),
  ...version,
}
const conflicts =
  '409 `move_not_allowed` for a state that does not follow, `not_open` for a move of what is over, and the refusals of a booking; 412 when it changed meanwhile'

export const updateAppointment = endpoint({
  method: 'PATCH',
  path: '/patients/appointments/{id}/',
  summary: `Move an appointment, change its doctor, room, service or reason, or bring it to another state; patients move and cancel their own. ${conflicts}; 409 \`too_late\`, \`booking_closed\`, \`not_linked\` or \`deactivated\` for a patient`,
  access: 'signed-in',
  eyes: 'clinic',
  allowsRestricted: true,
  params: ById,
  body: fields(changeable)
    .refine((change) => Object.keys(change).some((name) => name !== 'version' && name !== 'overbook'), 'Nothing to change.')
    .refine(isOneLength, oneLength),
  response: Appointment,
})

export const replaceAppointment = endpoint({
  method: 'PUT',
  path: '/patients/appointments/{id}/',
  summary: `The same with the whole appointment: what is as it was is left alone. ${conflicts}`,
  access: 'appointments.change',
  allowsRestricted: true,
  params: ById,
  body: fields({
    ...changeable,
    appointment_date_time: Instant,
    reason: line(300),
    ...ignored(
      'id',
      'number',
      'patient',
      'patient_number',
      'patient_name',
      'first_name',
      'second_name',
      'gender',
      'date_of_birth',
      'age',
      'died_on',
    ),
    ...ignored('phone_number', 'email', 'public_booking', 'doctor', 'room_name', 'place', 'item_name', 'sale_price', 'visit', 'may'),
    ...ignored('date_created', 'date_changed', 'created_by', 'created_by_name', 'changes'),
  }),
  response: Appointment,
})

export const checkIn = endpoint({
  method: 'POST',
  path: '/patients/appointments/{id}/check-in/',
  summary:
    'The patient is here: starts the visit and charges the service. 409 `visit_open` while they are in another (one of an earlier day is closed as left with `close_left_open`), `not_converted` without a record, `move_not_allowed` on another day',
  access: 'attendance.start',
  allowsRestricted: true,
  params: ById,
  body: fields({
    track: Track.optional(),
    priority: z.enum(priorities).optional(),
    /** The appointment's own when absent. */
    reason: line(200).optional(),
    doctor: Ref.nullish(),
    close_left_open: CloseLeftOpen,
    ...version,
  }),
  status: 201,
  response: z.object({ appointment: Appointment, visit: Visit }),
})

export const changeStatuses = endpoint({
  method: 'POST',
  path: '/patients/appointments/statuses/',
  summary: 'Bring up to a hundred appointments to another state: all of them or, when one does not follow, none',
  access: 'appointments.change',
  allowsRestricted: true,
  body: fields({
    ids: z.array(Ref).min(1).max(100),
    status: z.enum(appointmentStatuses),
    reason: line(300).optional(),
  }),
  status: 200,
  response: z.array(Appointment),
})

const DAY_MS = 86_400_000
/** Days of the clinic, both included, at most so many of them. */
const daysUpTo = <T extends z.core.$ZodLooseShape>(max: number, more: T) =>
  fields({ from: Day, to: Day, ...more }).check(({ value, issues }) => {
    if (issues.length > 0) return
    const { from, to } = value as { from: string; to: string }
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
    const message = days < 1 ? 'The last day must not be before the first.' : days > max ? `Ask for ${max} days at most.` : null
    if (message) issues.push({ code: 'custom', path: ['to'], message, input: to })
  })

/** Free times of one doctor on one day, in one room and of one length. */
export const Slots = z.object({
  doctor: z.int(),
  /** A day of the clinic. */
  day: z.string(),
  room: z.int().nullable(),
  minutes: z.int(),
  /** Instants, in UTC. */
  starts: z.array(z.string()),
  /** How many places are left at each of them. */
  left: z.array(z.int()),
})
export type Slots = z.output<typeof Slots>

export const listSlots = endpoint({
  method: 'GET',
  path: '/patients/appointments/slots/',
  summary: `Free slots of up to ${MAX_SLOT_DAYS} days, by doctor and day`,
  access: 'appointments.view',
  live: ['appointments', 'schedules'],
  query: daysUpTo(MAX_SLOT_DAYS, {
    doctor: Id.optional(),
    item: Id.optional(),
    room: Id.optional(),
    /** As long as the service, else a slot of the session, when absent. */
    minutes: z.coerce.number<number>().int().min(5).max(480).optional(),
    /** An appointment that is to be moved: its own time counts as free. */
    moving: Id.optional(),
  }),
  response: z.array(Slots),
})

/** An appointment as a calendar shows it. */
export const CalendarEntry = z.object({
  id: z.int(),
  number: z.string(),
  start: Instant,
  end: Instant,
  doctor: z.int().nullable(),
  room: z.int().nullable(),
  place: z.int(),
  status: z.enum(appointmentStatuses),
  /** Null for a public booking that is on no record yet. */
  patient: PatientId.nullable(),
  name: z.string(),
  item_name: z.string().nullable(),
  public_booking: z.int().nullable(),
  visit: z.int().nullable(),
  version: z.int(),
})
export type CalendarEntry = z.output<typeof CalendarEntry>

const Named = z.object({ id: z.int(), name: z.string() })

export const Calendar = z
  .object({
    /** Of the clinic: days and hours below are its own. */
    time_zone: z.string(),
    entries: z.array(CalendarEntry),
    sessions: z.array(
      z.object({
        schedule: z.int(),
        doctor: z.int(),
        room: z.int().nullable(),
        item: z.int().nullable(),
        start: Instant,
        end: Instant,
        slot_minutes: z.int(),
        capacity: z.int(),
        overbook: z.int(),
      }),
    ),
    time_off: z.array(z.object({ id: z.int(), doctor: z.int(), start: Instant, end: Instant, kind: z.string() })),
    holidays: z.array(z.object({ day: z.string(), name: z.string() })),
    /** Whoever has a session or an entry, by name. */
    doctors: z.array(Named),
    rooms: z.array(Named),
  })
  .meta({ id: 'Calendar' })
export type Calendar = z.output<typeof Calendar>

export const getCalendar = endpoint({
  method: 'GET',
  path: '/patients/appointments/calendar/',
  summary: `The calendar of up to ${MAX_CALENDAR_DAYS} days; what was cancelled only when asked for. 400 when it would hold too much to show`,
  access: 'appointments.view',
  live: ['appointments', 'schedules', 'patients'],
  query: daysUpTo(MAX_CALENDAR_DAYS, { doctor: Id.optional(), room: Id.optional(), cancelled: YesNo.optional() }),
  response: Calendar,
})

export const countDays = endpoint({
  method: 'GET',
  path: '/patients/appointments/days/',
  summary: `How many appointments each of up to ${MAX_COUNT_DAYS} days has, by state; days without any are left out`,
  access: 'appointments.view',
  live: ['appointments'],
  query: daysUpTo(MAX_COUNT_DAYS, { doctor: Id.optional(), room: Id.optional() }),
  response: z.array(z.object({ day: z.string(), total: z.int(), counts: z.record(z.enum(appointmentStatuses), z.int()) })),
})

export const printDay = endpoint({
  method: 'GET',
  path: '/patients/appointments/day/',
  summary: 'Print the list of a day, by doctor',
  access: 'appointments.view',
  audit: 'read',
  produces: 'application/pdf',
  query: fields({ date: Day, doctor: Id.optional() }),
  response: z.unknown(),
})
