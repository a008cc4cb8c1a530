import { sql } from 'kysely'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { changeFrom } from '#platform/records/version.ts'
import { changeChannel, createChannel, listAnnouncementChannels } from '../contract.ts'

const ENTITY = 'announcement channel'

const findChannels = (db: Db, active: boolean | undefined) =>
  db
    .selectFrom('announcement_channels')
    .selectAll()
    .$if(active !== undefined, (query) => query.where('is_active', '=', active ?? true))
    .orderBy(sql`lower(name)`)
    .execute()

export const isChannelInUse = async (db: Db, id: number): Promise<boolean> => {
  const found = await db
    .selectFrom('announcement_channels')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

/** The channels, and their administration. */
export const channelRoutes: Route[] = [
  handle(listAnnouncementChannels, ({ db, query }) => findChannels(db, query.active)),

  handle(createChannel, async ({ db, body, audit, publish }) => {
    const { name } = body
    const channel = await db.insertInto('announcement_channels').values({ name }).returningAll().executeTakeFirstOrThrow()
    audit('create', { entity: ENTITY, id: channel.id, change: { name } })
    publish('announcements')
    return channel
  }),

  handle(changeChannel, async ({ db, params, body, ifMatch, audit, publish }) => {
    const locked = await db.selectFrom('announcement_channels').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst()
    const { before, change } = await changeFrom(locked, body, { ifMatch, what: 'Channel' })
    const changed = await db
      .updateTable('announcement_channels')
      .set({ ...change, version: sql`version + 1` })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    audit('change', { entity: ENTITY, id: before.id, change: changedFields(before, changed) })
    publish('announcements')
    return changed
  }),
]
