import { departmentProblem } from '#features/company/public.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, notFound, stale } from '#platform/errors/problem.ts'
import { handle } from '#platform/http/handle.ts'
import { createRoom, listRooms, updateRoom } from '../contract.ts'
import { lockSchedules } from './lock.ts'
import { countSessionsIn, findRoom, findRooms, getRoom, insertRoom, isRoomName, updateRoomRow } from './rooms.ts'

interface Sent {
  name?: string | undefined
  department?: number | null | undefined
}
const requireFits = async (db: Db, { name, department }: Sent, before?: { id: number; department: number | null }) => {
  if (name !== undefined && (await isRoomName(db, name, before?.id ?? null)))
    throw fieldError('name', 'There is a room of this name already.')
  if (department == null || department === before?.department) return
  const problem = await departmentProblem(db, department)
  if (problem !== null) throw fieldError('department', problem)
}

const columnsOf = <T extends Sent>({ department, ...rest }: T) => ({
  ...rest,
  ...(department !== undefined && { department_id: department }),
})

export const roomRoutes = [
  handle(listRooms, ({ db, query }) => findRooms(db, query.active)),

  handle(createRoom, async ({ db, body, audit, publish }) => {
    await lockSchedules(db)
    await requireFits(db, body)
    const room = await getRoom(db, await insertRoom(db, columnsOf(body)))
    audit('create', { entity: 'room', id: room.id, change: body })
    publish('schedules', room.id)
    return room
  }),

  handle(updateRoom, async ({ db, params, body, ifMatch, now, audit, publish }) => {
    await lockSchedules(db)
    const before = await findRoom(db, params.id)
    if (!before) throw notFound('Room')
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(before)
    await requireFits(db, change, before)
    if (change.is_active === false && before.is_active) {
      const sessions = await countSessionsIn(db, before.id, now)
      if (sessions > 0) throw conflict('Sessions are held in this room. Move or end them first.', { sessions }, 'room_in_use')
    }
    await updateRoomRow(db, before.id, columnsOf(change))
    const after = await getRoom(db, before.id)
    audit('change', { entity: 'room', id: after.id, change: changedFields(before, after) })
    publish('schedules', after.id)
    return after
  }),
]
