import { sql } from 'kysely'
import { clinicDay, requireDepartment } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import { catalogueRoutes } from '#platform/records/catalogue-routes.ts'
import { rooms } from '../contract.ts'
import { lockSchedules } from './lock.ts'

/** Refuses the name of another room, in whatever letter case. */
const refuseSameName = async (db: Db, name: string, except: number | null) => {
  const { rows } = await sql`select from rooms where lower(name) = lower(${name}) and id is distinct from ${except}`.execute(db)
  if (rows.length > 0) throw fieldError('name', 'There is a room of this name already.')
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

export const roomRoutes = catalogueRoutes(rooms, {
  table: 'rooms',
  entity: 'room',
  topics: ['schedules'],
  lock: lockSchedules,
  check: async ({ db, now, sent, before }) => {
    if (sent.name !== undefined) await refuseSameName(db, sent.name, before?.id ?? null)
    await requireDepartment(db, sent.department, before?.department)
    if (sent.is_active === false && before?.is_active) {
      const sessions = await countSessionsIn(db, before.id, now)
      if (sessions > 0) throw conflict('Sessions are held in this room. Move or end them first.', { sessions }, 'room_in_use')
    }
  },
})
