import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, patchOf, Ref, version, YesNo } from '#shared/paging.ts'
import { line, prose } from '#shared/text.ts'

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
    message: 'The last day is before the first.',
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
