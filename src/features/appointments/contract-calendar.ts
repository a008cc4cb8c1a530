import { z } from 'zod'
import { Day } from '#features/schedules/contract.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, PatientId, YesNo } from '#shared/paging.ts'
import { appointmentStatuses, MAX_CALENDAR_DAYS, MAX_COUNT_DAYS, MAX_SLOT_DAYS } from './rules.ts'

const DAY_MS = 86_400_000
/** Days of the clinic, both included, at most so many of them. */
const daysUpTo = <T extends z.core.$ZodLooseShape>(max: number, more: T) =>
  fields({ from: Day, to: Day, ...more }).check(({ value, issues }) => {
    if (issues.length > 0) return
    const { from, to } = value as { from: string; to: string }
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
    const message = days < 1 ? 'The last day comes before the first.' : days > max ? `Ask for ${max} days at most.` : null
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
