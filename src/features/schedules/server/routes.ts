import { type Route, handle } from '#platform/http/handle.ts'
import { sql } from 'kysely'
import { changedFields } from '#platform/audit/audit.ts'
import { conflict, fieldError, invalidInput, requireFound } from '#platform/errors/problem.ts'
import {
  BookingSettings,
  getBookingSettings,
  updateBookingSettings,
  rooms,
  createHoliday,
  deleteHoliday,
  listHolidays,
  updateHoliday,
  type BookableService,
  listBookableServices,
  updateBookableServices,
  cancelTimeOff,
  createTimeOff,
  listTimeOff,
  TimeOff,
  updateTimeOff,
  createSchedule,
  endSchedule,
  listSchedules,
  updateSchedule,
  type ScheduleInput,
  type Schedule,
} from '../contract.ts'
import { bookingSettings } from './read-plan.ts'
import { clinicDay, requireDepartment, clinicTimeZone } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { catalogueRoutes } from '#platform/records/catalogue-routes.ts'
import { findHolidays, insertHoliday, isHolidayDay, lockHoliday, removeHoliday, updateHolidayRow } from './holidays.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { changeFrom, requireUnchanged, requireAllUnchanged, requireVersion } from '#platform/records/version.ts'
import { listRoute } from '#platform/records/list-route.ts'
import { countServices, findServices, findServicesById, upsertServices } from './services.ts'
import { countTimeOffs, findOverlap, findTimeOff, findTimeOffs, insertTimeOff, isDoctor, updateTimeOffRow } from './time-off.ts'
import { without } from '#shared/paging.ts'
import { checkSession } from './check-session.ts'
import { findSession, findSessions, getSession, insertSession, updateSessionRow, countInSession, deleteSession } from './sessions.ts'
import { addDays, wallTimeOf } from '#shared/zoned.ts'
import { firstDayOf, isDue, occurrenceOf } from '../sessions.ts'

/** Lets one change of sessions, leave and rooms at a time through: whether they overlap is asked and answered without anybody between. */
const lockSchedules = async (db: Db) => {
  await sql`select pg_advisory_xact_lock(hashtextextended('schedules', 0))`.execute(db)
}

/** Ends a session with the last time that it has begun; one that never began is removed. Answers how many appointments lose it. */
const endSession = async (db: Db, session: Schedule, now: Date) => {
  const zone = await clinicTimeZone(db)
  const hasBegun = (day: string) => occurrenceOf(session, day, zone).start <= now
  const first = firstDayOf(session)
  if (first === null || !hasBegun(first)) {
    const affected = await countInSession(db, session, now, null)
    await deleteSession(db, session.id)
    return { is_removed: true, valid_to: null, affected }
  }
  const { day: today } = wallTimeOf(now, zone)
  const last = isDue(session, today) && hasBegun(today) ? today : addDays(today, -1)
  if (session.valid_to !== null && session.valid_to <= last) throw conflict('This session has already ended.')
  const affected = await countInSession(db, session, now, last)
  await updateSessionRow(db, session.id, { valid_to: last })
  return { is_removed: false, valid_to: last, affected }
}

/** What was left out. */
const usual = { room: null, item: null, valid_to: null, capacity: 1, overbook: 0, is_public: true, on_holidays: false, every_weeks: 1 }

/** What was sent, under the names of the columns. */
const columnsOf = <T extends Pick<Partial<ScheduleInput>, 'room' | 'item'>>({ room, item, ...rest }: T) => ({
  ...rest,
  ...(room !== undefined && { room_id: room }),
  ...(item !== undefined && { item_id: item }),
})

const sessionRoutes = [
  handle(listSchedules, ({ db, query }) => findSessions(db, query)),

  handle(createSchedule, async ({ db, body, user, now, audit, publish }) => {
    await lockSchedules(db)
    const { room = null, item = null, valid_to = null, ...rest } = body
    await checkSession(db, { ...usual, ...rest, room, item, valid_to, id: null })
    const { doctor, ...columns } = columnsOf(body)
    const id = await insertSession(db, { ...columns, doctor_id: doctor, created_at: now, created_by: user.id })
    audit('create', { entity: 'schedule', id, change: body })
    publish('schedules', id)
    return getSession(db, id)
  }),

  handle(updateSchedule, async ({ db, params, body, ifMatch, audit, publish }) => {
    await lockSchedules(db)
    const { before, change } = await changeFrom(await findSession(db, params.id), body, { ifMatch, what: 'Session' })
    await checkSession(db, { ...before, ...change }, before)
    await updateSessionRow(db, before.id, columnsOf(change))
    const after = await getSession(db, before.id)
    audit('change', { entity: 'schedule', id: after.id, change: changedFields(before, after) })
    publish('schedules', after.id)
    return after
  }),

  handle(endSchedule, async ({ db, params, ifMatch, now, audit, publish }) => {
    await lockSchedules(db)
    const session = await requireUnchanged(requireFound(await findSession(db, params.id), 'Session'), ifMatch)
    const ended = await endSession(db, session, now)
    const change = ended.is_removed ? without(session, ['version']) : { valid_to: [session.valid_to, ended.valid_to] }
    audit(ended.is_removed ? 'delete' : 'end', { entity: 'schedule', id: session.id, change })
    publish('schedules', session.id)
    return ended
  }),
]

const onWire = (timeOff: TimeOff) => TimeOff.encode(timeOff)

const requireFits = async (db: Db, span: { id: number | null; doctor: number; starts_at: Date; ends_at: Date }) => {
  if (span.ends_at <= span.starts_at) throw fieldError('ends_at', 'The end of the leave must be after its start.')
  const other = await findOverlap(db, span)
  if (other) throw conflict('The doctor has other leave at that time.', { other: onWire(other) }, 'time_off_overlap')
}

const lockTimeOff = async (db: Db, id: number) => {
  await lockSchedules(db)
  return requireFound(await findTimeOff(db, id), 'Leave')
}

const timeOffRoutes = [
  listRoute(listTimeOff, { find: findTimeOffs, by: ({ starts_at }) => starts_at.toISOString(), count: countTimeOffs }),

  handle(createTimeOff, async ({ db, body, user, now, audit, publish }) => {
    await lockSchedules(db)
    if (!(await isDoctor(db, body.doctor))) throw fieldError('doctor', 'Choose an active doctor.')
    await requireFits(db, { ...body, id: null })
    const { doctor, ...rest } = body
    const id = await insertTimeOff(db, { ...rest, doctor_id: doctor, created_at: now, created_by: user.id })
    audit('create', { entity: 'time off', id, change: body })
    publish('schedules', id)
    return (await findTimeOff(db, id))!
  }),

  handle(updateTimeOff, async ({ db, params, body, ifMatch, audit, publish }) => {
    const before = await lockTimeOff(db, params.id)
    const { version = ifMatch, ...change } = body
    await requireUnchanged(before, version, () => onWire(before))
    if (change.note !== undefined && before.note !== '' && change.note !== before.note) requireVersion(version)
    if (before.cancelled_at !== null) throw conflict('This leave was cancelled. Record a new one.')
    await requireFits(db, { ...before, ...change })
    await updateTimeOffRow(db, before.id, change)
    const after = (await findTimeOff(db, before.id))!
    audit('change', { entity: 'time off', id: after.id, change: changedFields(onWire(before), onWire(after)) })
    publish('schedules', after.id)
    return after
  }),

  handle(cancelTimeOff, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
    const before = await lockTimeOff(db, params.id)
    await requireUnchanged(before, body.version ?? ifMatch, () => onWire(before))
    if (before.cancelled_at !== null) throw conflict('This leave has already been cancelled.')
    await updateTimeOffRow(db, before.id, { cancelled_at: now, cancelled_by: user.id })
    audit('cancel', { entity: 'time off', id: before.id })
    publish('schedules', before.id)
    return (await findTimeOff(db, before.id))!
  }),
]

type Sent = ParsedOf<typeof updateBookableServices>['body']['services']

const requireInUse = (services: Sent, known: ReadonlyMap<number, BookableService>) => {
  const unknown = services.flatMap(({ id }, index) => (known.has(id) ? [] : [[`services.${index}.id`, ['Choose an active service.']]]))
  if (unknown.length > 0) throw invalidInput(Object.fromEntries(unknown))
}

const bookingOf = ({ minutes, is_public }: Pick<BookableService, 'minutes' | 'is_public'>) => ({ minutes, is_public })

const serviceRoutes = [
  handle(listBookableServices, async ({ db, query: { limit, cursor, count, ...filters } }) => {
    // Whole unless a page is asked for; a cursor without a limit goes on with pages of the usual size.
    const size = cursor === undefined ? limit : limitOf(limit)
    const rows = await findServices(db, filters, { cursor: readCursor(cursor), limit: size === undefined ? undefined : size + 1 })
    const total = count ? await countServices(db, filters) : undefined
    return pageOf(rows, size ?? rows.length, ({ sort_name }) => sort_name, total)
  }),

  handle(updateBookableServices, async ({ db, body: { services }, audit, publish }) => {
    await lockSchedules(db)
    const ids = services.map(({ id }) => id)
    const before = await findServicesById(db, ids)
    const known = new Map(before.map((service) => [service.id, service]))
    requireInUse(services, known)
    await requireAllUnchanged(before, services, () => before.map(({ sort_name: _sort, ...service }) => service))
    await upsertServices(db, services)
    for (const service of services) {
      const change = changedFields(bookingOf(known.get(service.id)!), bookingOf(service))
      audit('change', { entity: 'bookable service', id: service.id, change })
    }
    publish('schedules')
    return findServicesById(db, ids)
  }),
]

const requireDay = async (db: Db, day: string | undefined, id: number | null) => {
  if (day !== undefined && (await isHolidayDay(db, day, id))) throw fieldError('day', 'This day is already a holiday.')
}

const holidayRoutes = [
  handle(listHolidays, ({ db, query }) => findHolidays(db, query.year)),

  handle(createHoliday, async ({ db, body, audit, publish }) => {
    await requireDay(db, body.day, null)
    const holiday = await insertHoliday(db, body)
    audit('create', { entity: 'holiday', id: holiday.id, change: body })
    publish('schedules', holiday.id)
    return holiday
  }),

  handle(updateHoliday, async ({ db, params, body, ifMatch, audit, publish }) => {
    const { before, change } = await changeFrom(await lockHoliday(db, params.id), body, { ifMatch, what: 'Holiday' })
    await requireDay(db, change.day, before.id)
    const after = await updateHolidayRow(db, before.id, change)
    audit('change', { entity: 'holiday', id: after.id, change: changedFields(before, after) })
    publish('schedules', after.id)
    return after
  }),

  handle(deleteHoliday, async ({ db, params, ifMatch, audit, publish }) => {
    const before = await requireUnchanged(requireFound(await lockHoliday(db, params.id), 'Holiday'), ifMatch)
    await removeHoliday(db, before.id)
    const { day, name, is_yearly } = before
    audit('delete', { entity: 'holiday', id: before.id, change: { day, name, is_yearly } })
    publish('schedules', before.id)
  }),
]

/** Refuses the name of another room, in whatever letter case. */
const refuseSameName = async (db: Db, name: string, except: number | null) => {
  const { rows } = await sql`select from rooms where lower(name) = lower(${name}) and id is distinct from ${except}`.execute(db)
  if (rows.length > 0) throw fieldError('name', 'A room with this name already exists.')
}

/** How many sessions are held in the room today or later. */
const countSessionsIn = async (db: Db, room: number, now: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('schedules')
    .select(sql<number>`count(*)`.as('count'))
    .where('room_id', '=', room)
    .where(sql<boolean>`(valid_to is null or valid_to >= ${clinicDay(now)})`)
    .executeTakeFirstOrThrow()
  return count
}

const roomRoutes = catalogueRoutes(rooms, {
  table: 'rooms',
  entity: 'room',
  topics: ['schedules'],
  lock: lockSchedules,
  check: async ({ db, now, sent, before }) => {
    if (sent.name !== undefined) await refuseSameName(db, sent.name, before?.id ?? null)
    await requireDepartment(db, sent.department, before?.department)
    if (sent.is_active === false && before?.is_active) {
      const sessions = await countSessionsIn(db, before.id, now)
      if (sessions > 0) throw conflict('This room has sessions. Move or end them first.', { sessions }, 'room_in_use')
    }
  },
})

const texts = ['intro', 'consent_text'] as const

const settingsRoutes = [
  handle(getBookingSettings, ({ db }) => bookingSettings(db)),

  handle(updateBookingSettings, async ({ db, body, ifMatch, audit, publish }) => {
    const before = await db.selectFrom('booking_settings').selectAll().forUpdate().executeTakeFirstOrThrow()
    const { version = ifMatch, consent_version: _decided, ...change } = body
    await requireUnchanged(before, version, () => BookingSettings.parse(before))
    if (texts.some((name) => change[name] !== undefined && change[name] !== before[name])) requireVersion(version)
    const isNewConsent = change.consent_text !== undefined && change.consent_text !== before.consent_text
    const after = await db
      .updateTable('booking_settings')
      .set({ ...change, version: sql`version + 1`, ...(isNewConsent && { consent_version: sql`consent_version + 1` }) })
      .returningAll()
      .executeTakeFirstOrThrow()
    audit('change', { entity: 'booking settings', id: null, change: changedFields(before, after) })
    publish('schedules')
    return after
  }),
]

export const routes = (): Route[] => [
  ...roomRoutes,
  ...sessionRoutes,
  ...timeOffRoutes,
  ...holidayRoutes,
  ...serviceRoutes,
  ...settingsRoutes,
]
