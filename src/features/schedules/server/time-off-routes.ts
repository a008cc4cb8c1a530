import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { conflict, fieldError, notFound, stale, versionNeeded } from '#platform/errors/problem.ts'
import { handle } from '#platform/http/handle.ts'
import { cancelTimeOff, createTimeOff, listTimeOff, TimeOff, updateTimeOff } from '../contract.ts'
import { lockSchedules } from './lock.ts'
import { countTimeOffs, findOverlap, findTimeOff, findTimeOffs, insertTimeOff, isDoctor, updateTimeOffRow } from './time-off.ts'

const onWire = (timeOff: TimeOff) => TimeOff.encode(timeOff)

const requireFits = async (db: Db, span: { id: number | null; doctor: number; starts_at: Date; ends_at: Date }) => {
  if (span.ends_at <= span.starts_at) throw fieldError('ends_at', 'Leave ends after it starts.')
  const other = await findOverlap(db, span)
  if (other) throw conflict('The doctor has other leave at that time.', { other: onWire(other) }, 'time_off_overlap')
}

const lockTimeOff = async (db: Db, id: number) => {
  await lockSchedules(db)
  const timeOff = await findTimeOff(db, id)
  if (!timeOff) throw notFound('Leave')
  return timeOff
}

export const timeOffRoutes = [
  handle(listTimeOff, async ({ db, query: { limit: asked, cursor, count, ...filters } }) => {
    const limit = limitOf(asked)
    const rows = await findTimeOffs(db, filters, { cursor: readCursor(cursor), limit: limit + 1 })
    return pageOf(rows, limit, ({ starts_at }) => starts_at.toISOString(), count ? await countTimeOffs(db, filters) : undefined)
  }),

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
    if (version !== null && version !== before.version) throw stale(onWire(before))
    if (version === null && change.note !== undefined && before.note !== '' && change.note !== before.note) throw versionNeeded()
    if (before.cancelled_at !== null) throw conflict('This leave was cancelled. Write down a new one.')
    await requireFits(db, { ...before, ...change })
    await updateTimeOffRow(db, before.id, change)
    const after = (await findTimeOff(db, before.id))!
    audit('change', { entity: 'time off', id: after.id, change: changedFields(onWire(before), onWire(after)) })
    publish('schedules', after.id)
    return after
  }),

  handle(cancelTimeOff, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
    const before = await lockTimeOff(db, params.id)
    const { version = ifMatch } = body
    if (version !== null && version !== before.version) throw stale(onWire(before))
    if (before.cancelled_at !== null) throw conflict('This leave was cancelled already.')
    await updateTimeOffRow(db, before.id, { cancelled_at: now, cancelled_by: user.id })
    audit('cancel', { entity: 'time off', id: before.id })
    publish('schedules', before.id)
    return (await findTimeOff(db, before.id))!
  }),
]
