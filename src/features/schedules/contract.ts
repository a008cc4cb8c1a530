import { z } from 'zod'
import { catalogue } from '#shared/catalogue.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, patchOf, Ref } from '#shared/paging.ts'
import { choice, link, text } from '#shared/record.ts'
import { Day } from './contract-time-off.ts'

export * from './contract-services.ts'
export * from './contract-time-off.ts'

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
    kind: choice(roomKinds, { label: 'Kind', presence: 'preset', fhir: { path: 'Location.physicalType' } }),
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
