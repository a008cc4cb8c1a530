import { without } from '#shared/paging.ts'
import { changedFields } from '#platform/audit/audit.ts'
import { notFound, stale } from '#platform/errors/problem.ts'
import { handle } from '#platform/http/handle.ts'
import { createSchedule, endSchedule, listSchedules, updateSchedule, type ScheduleInput } from '../contract.ts'
import { checkSession } from './check-session.ts'
import { endSession } from './end-session.ts'
import { lockSchedules } from './lock.ts'
import { findSession, findSessions, getSession, insertSession, updateSessionRow } from './sessions.ts'

/** What was left out. */
const usual = { room: null, item: null, valid_to: null, capacity: 1, overbook: 0, is_public: true, on_holidays: false, every_weeks: 1 }

/** What was sent, under the names of the columns. */
const columnsOf = <T extends Pick<Partial<ScheduleInput>, 'room' | 'item'>>({ room, item, ...rest }: T) => ({
  ...rest,
  ...(room !== undefined && { room_id: room }),
  ...(item !== undefined && { item_id: item }),
})

export const sessionRoutes = [
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
    const before = await findSession(db, params.id)
    if (!before) throw notFound('Session')
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(before)
    await checkSession(db, { ...before, ...change }, before)
    await updateSessionRow(db, before.id, columnsOf(change))
    const after = await getSession(db, before.id)
    audit('change', { entity: 'schedule', id: after.id, change: changedFields(before, after) })
    publish('schedules', after.id)
    return after
  }),

  handle(endSchedule, async ({ db, params, ifMatch, now, audit, publish }) => {
    await lockSchedules(db)
    const session = await findSession(db, params.id)
    if (!session) throw notFound('Session')
    if (ifMatch !== null && ifMatch !== session.version) throw stale(session)
    const ended = await endSession(db, session, now)
    const change = ended.is_removed ? without(session, ['version']) : { valid_to: [session.valid_to, ended.valid_to] }
    audit(ended.is_removed ? 'delete' : 'end', { entity: 'schedule', id: session.id, change })
    publish('schedules', session.id)
    return ended
  }),
]
