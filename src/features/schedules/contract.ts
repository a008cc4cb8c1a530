import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, patchOf, Ref, version, YesNo, ignored } from '#shared/paging.ts'
import { line, prose } from '#shared/text.ts'
import { catalogue } from '#shared/catalogue.ts'
import { choice, link, text } from '#shared/record.ts'

/** A day on which a clinic may plan. */
export const Day = z.iso.date().refine((day) => day >= '2000-01-01' && day < '2200-01-01', 'Enter a day between 2000 and 2199.')
const When = Instant.refine((at) => at.getUTCFullYear() >= 2000 && at.getUTCFullYear() < 2200, 'Enter a day between 2000 and 2199.')

export const timeOffKinds = ['leave', 'sick', 'training', 'other'] as const

export const TimeOffInput = fields({
  doctor: Ref,
  starts_at: When,
  /** The first instant at which the doctor is back. */
  ends_at: When,
  kind: z.enum(timeOffKinds).optional(),
  note: prose(500).optional(),
})

export const TimeOff = z
  .object({
    id: z.int(),
    doctor: z.int(),
    doctor_name: z.string(),
    starts_at: Instant,
    ends_at: Instant,
    kind: z.enum(timeOffKinds),
    note: z.string(),
    created_at: Instant,
    /** The name of who wrote it down. */
    created_by: z.string().nullable(),
    cancelled_at: Instant.nullable(),
    cancelled_by: z.string().nullable(),
    /** Appointments, pending or confirmed, that stand in it; none once it is cancelled. */
    affected: z.int(),
    version: z.int(),
  })
  .meta({ id: 'TimeOff' })
export type TimeOff = z.output<typeof TimeOff>

export const listTimeOff = endpoint({
  method: 'GET',
  path: '/schedules/time-off/',
  summary: 'List the leave of doctors, the latest first; with from and to that which touches the range of days',
  access: 'appointments.view',
  paged: true,
  live: ['schedules', 'appointments', 'users'],
  query: fields({
    ...pageQuery,
    doctor: Id.optional(),
    from: Day.optional(),
    to: Day.optional(),
    /** Absent: all of it. */
    cancelled: YesNo.optional(),
  }).refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    message: 'The last day must not be before the first.',
  }),
  response: z.array(TimeOff),
})
export const createTimeOff = endpoint({
  method: 'POST',
  path: '/schedules/time-off/',
  summary: 'Write down leave of a doctor; the reply says how many appointments stand in it; 409 time_off_overlap, with the other one',
  access: 'schedules.change',
  body: TimeOffInput,
  status: 201,
  response: TimeOff,
})
export const updateTimeOff = endpoint({
  method: 'PATCH',
  path: '/schedules/time-off/{id}/',
  summary: 'Change leave; it stays with its doctor',
  access: 'schedules.change',
  params: ById,
  body: patchOf(TimeOffInput.omit({ doctor: true })),
  response: TimeOff,
})
export const cancelTimeOff = endpoint({
  method: 'POST',
  path: '/schedules/time-off/{id}/cancel/',
  summary: 'Cancel leave: the doctor is there after all',
  access: 'schedules.change',
  params: ById,
  body: fields(version),
  status: 200,
  response: TimeOff,
})

export const HolidayInput = fields({
  day: Day,
  name: line(100),
  /** The same day every year; the 29th of February only in leap years. */
  is_yearly: z.boolean().optional(),
})
export const Holiday = z
  .object({ id: z.int(), day: z.string(), name: z.string(), is_yearly: z.boolean(), version: z.int() })
  .meta({ id: 'Holiday' })
export type Holiday = z.output<typeof Holiday>

export const listHolidays = endpoint({
  method: 'GET',
  path: '/schedules/holidays/',
  summary: 'List holidays, by day; with year those of that year, yearly ones too',
  access: 'appointments.view',
  live: ['schedules'],
  query: fields({ year: z.coerce.number<number>().int().min(2000).max(2199).optional() }),
  response: z.array(Holiday),
})
export const createHoliday = endpoint({
  method: 'POST',
  path: '/schedules/holidays/',
  summary: 'Add a holiday',
  access: 'schedules.change',
  body: HolidayInput,
  status: 201,
  response: Holiday,
})
export const updateHoliday = endpoint({
  method: 'PATCH',
  path: '/schedules/holidays/{id}/',
  summary: 'Change a holiday',
  access: 'schedules.change',
  params: ById,
  body: patchOf(HolidayInput),
  response: Holiday,
})
export const deleteHoliday = endpoint({
  method: 'DELETE',
  path: '/schedules/holidays/{id}/',
  summary: 'Remove a holiday',
  access: 'schedules.change',
  params: ById,
  status: 204,
  response: z.void(),
})

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:30.')
const EndTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Enter a time such as 12:30, at most 24:00.')

/** What kind of place a room is: what is booked, what somebody lies in, what samples are worked on. */
export const roomKinds = ['consulting room', 'treatment room', 'bed', 'laboratory bench', 'other'] as const
export const rooms = catalogue({
  name: 'Room',
  path: '/schedules/rooms/',
  summaries: {
    list: 'List rooms, by name',
    create: 'Add a room',
    update: 'Change a room, or take it out of use, which is refused while sessions are held in it',
  },
  access: { view: 'appointments.view', change: 'schedules.change' },
  live: ['schedules'],
  fields: {
    name: text(60, { label: 'Name', presence: 'required', fhir: { path: 'Location.name' } }),
    kind: choice(roomKinds, { label: 'Type', presence: 'preset', fhir: { path: 'Location.physicalType' } }),
    department: link('departments', { label: 'Department', fhir: { path: 'Location.partOf' } }),
  },
})
export const { list: listRooms, create: createRoom, update: updateRoom } = rooms
export type Room = z.output<typeof rooms.row>

/** One session of a doctor's week; times are the clinic's own clock. Whatever is left out: one patient at a time, public, every week. */
export const ScheduleInput = fields({
  doctor: Ref,
  room: Ref.nullish(),
  /** The one service that is given then; none for every service. */
  item: Ref.nullish(),
  /** ISO: Monday is 1, Sunday 7. */
  weekday: z.int().min(1).max(7),
  starts_at: Time,
  /** 24:00 is the end of the day. */
  ends_at: EndTime,
  slot_minutes: z.int().min(5).max(480),
  /** Patients at the same time. */
  capacity: z.int().min(1).max(50).optional(),
  /** How many more the desk may squeeze in beside them. */
  overbook: z.int().min(0).max(50).optional(),
  is_public: z.boolean().optional(),
  on_holidays: z.boolean().optional(),
  valid_from: Day,
  /** The last day, included; none for ever. */
  valid_to: Day.nullish(),
  /** Every week, every second one and so on, counted from the week of valid_from. */
  every_weeks: z.int().min(1).max(8).optional(),
})
export type ScheduleInput = z.output<typeof ScheduleInput>

export const Schedule = z
  .object({
    id: z.int(),
    doctor: z.int(),
    doctor_name: z.string(),
    room: z.int().nullable(),
    room_name: z.string().nullable(),
    item: z.int().nullable(),
    item_name: z.string().nullable(),
    weekday: z.int(),
    /** HH:mm */
    starts_at: z.string(),
    ends_at: z.string(),
    slot_minutes: z.int(),
    capacity: z.int(),
    overbook: z.int(),
    is_public: z.boolean(),
    on_holidays: z.boolean(),
    valid_from: z.string(),
    valid_to: z.string().nullable(),
    every_weeks: z.int(),
    version: z.int(),
  })
  .meta({ id: 'Schedule' })
export type Schedule = z.output<typeof Schedule>

export const listSchedules = endpoint({
  method: 'GET',
  path: '/schedules/',
  summary: 'List sessions, by doctor, weekday and time; with from and to those that hold on some day of the range',
  access: 'appointments.view',
  live: ['schedules', 'users', 'catalogue'],
  query: fields({ doctor: Id.optional(), room: Id.optional(), item: Id.optional(), from: Day.optional(), to: Day.optional() }),
  response: z.array(Schedule),
})
export const createSchedule = endpoint({
  method: 'POST',
  path: '/schedules/',
  summary: 'Add a session; 409 session_overlap, with the other one, when the doctor or the room has one at that time on a common day',
  access: 'schedules.change',
  body: ScheduleInput,
  status: 201,
  response: Schedule,
})
export const updateSchedule = endpoint({
  method: 'PATCH',
  path: '/schedules/{id}/',
  summary: 'Change a session; it stays with its doctor',
  access: 'schedules.change',
  params: ById,
  body: patchOf(ScheduleInput.omit({ doctor: true })),
  response: Schedule,
})
export const endSchedule = endpoint({
  method: 'DELETE',
  path: '/schedules/{id}/',
  summary: 'End a session now; one that was never held is removed altogether',
  access: 'schedules.change',
  params: ById,
  response: z.object({
    is_removed: z.boolean(),
    /** Its last day, when it was held before. */
    valid_to: z.string().nullable(),
    /** Appointments, pending or confirmed, that were to be in it from now on, and stand outside of it now. */
    affected: z.int(),
  }),
})

export const BookableService = z
  .object({
    /** The item of the catalogue. */
    id: z.int(),
    name: z.string(),
    category: z.string(),
    department_name: z.string().nullable(),
    /** None: as long as a slot of the session. */
    minutes: z.int().nullable(),
    is_public: z.boolean(),
    /** 0 until its booking was first set. */
    version: z.int(),
  })
  .meta({ id: 'BookableService' })
export type BookableService = z.output<typeof BookableService>

export const listBookableServices = endpoint({
  method: 'GET',
  path: '/schedules/services/',
  summary: 'List what may be booked, by name, with how long it takes; all of it when no limit is sent',
  access: 'appointments.view',
  paged: true,
  live: ['schedules', 'catalogue'],
  query: fields({
    ...pageQuery,
    q: z.string().max(100).optional(),
    is_public: YesNo.optional(),
  }),
  response: z.array(BookableService),
})

export const updateBookableServices = endpoint({
  method: 'PUT',
  path: '/schedules/services/',
  summary: 'Set how long services take and whether the public may book them: all that are named or none; the others stay as they are',
  access: 'schedules.change',
  body: fields({
    services: z
      .array(
        fields({
          id: Ref,
          minutes: z.int().min(5).max(480).nullable(),
          is_public: z.boolean(),
          version: z.int().min(0).optional(),
        }),
      )
      .min(1)
      .max(500)
      .refine((services) => new Set(services.map(({ id }) => id)).size === services.length, 'Send each service once.'),
  }),
  response: z.array(BookableService),
})

const SettingsInput = fields({
  is_public_open: z.boolean(),
  /** Between a public booking and its time, at least and at most. */
  min_notice_minutes: z.int().min(0).max(43_200),
  max_days_ahead: z.int().min(1).max(365),
  /** How long before its time the public may still cancel or move. */
  change_until_minutes: z.int().min(0).max(43_200),
  confirms_itself: z.boolean(),
  /** How long an appointment takes where neither its service nor a session says. */
  default_minutes: z.int().min(5).max(480),
  intro: prose(2000),
  consent_text: prose(4000).refine((text) => text.trim() !== '', 'This field is required.'),
})
export const BookingSettings = z
  .object({ ...SettingsInput.shape, consent_text: z.string(), consent_version: z.int(), version: z.int() })
  .meta({ id: 'BookingSettings' })
export type BookingSettings = z.output<typeof BookingSettings>

export const getBookingSettings = endpoint({
  method: 'GET',
  path: '/schedules/settings/',
  summary: 'Read how booking works',
  access: 'appointments.view',
  live: ['schedules'],
  query: fields({}),
  response: BookingSettings,
})
export const updateBookingSettings = endpoint({
  method: 'PUT',
  path: '/schedules/settings/',
  summary: 'Change how booking works; fields that are not sent stay as they are; new words of consent get the next consent_version',
  access: 'schedules.change',
  body: SettingsInput.partial()
    .extend({ ...version, ...ignored('consent_version') })
    .refine((change) => Object.keys(change).some((name) => name !== 'version' && name !== 'consent_version'), 'Nothing to change.'),
  response: BookingSettings,
})
