import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, notFound, stale } from '#platform/errors/problem.ts'
import { handle } from '#platform/http/handle.ts'
import { createHoliday, deleteHoliday, listHolidays, updateHoliday } from '../contract.ts'
import { findHolidays, insertHoliday, isHolidayDay, lockHoliday, removeHoliday, updateHolidayRow } from './holidays.ts'

const requireDay = async (db: Db, day: string | undefined, id: number | null) => {
  if (day !== undefined && (await isHolidayDay(db, day, id))) throw fieldError('day', 'This day is a holiday already.')
}

export const holidayRoutes = [
  handle(listHolidays, ({ db, query }) => findHolidays(db, query.year)),

  handle(createHoliday, async ({ db, body, audit, publish }) => {
    await requireDay(db, body.day, null)
    const holiday = await insertHoliday(db, body)
    audit('create', { entity: 'holiday', id: holiday.id, change: body })
    publish('schedules', holiday.id)
    return holiday
  }),

  handle(updateHoliday, async ({ db, params, body, ifMatch, audit, publish }) => {
    const before = await lockHoliday(db, params.id)
    if (!before) throw notFound('Holiday')
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(before)
    await requireDay(db, change.day, before.id)
    const after = await updateHolidayRow(db, before.id, change)
    audit('change', { entity: 'holiday', id: after.id, change: changedFields(before, after) })
    publish('schedules', after.id)
    return after
  }),

  handle(deleteHoliday, async ({ db, params, ifMatch, audit, publish }) => {
    const before = await lockHoliday(db, params.id)
    if (!before) throw notFound('Holiday')
    if (ifMatch !== null && ifMatch !== before.version) throw stale(before)
    await removeHoliday(db, before.id)
    const { day, name, is_yearly } = before
    audit('delete', { entity: 'holiday', id: before.id, change: { day, name, is_yearly } })
    publish('schedules', before.id)
  }),
]
