import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { User } from '#platform/http/handle.ts'
import type { Notification } from '../contract.ts'
import { isCritical, levelOf, MOST_COUNTED, type Kind, type Level } from '../rules.ts'
import { kindsFor, maySeeNames, sharedKinds } from './policy.ts'

export interface Reader {
  user: Pick<User, 'id' | 'role' | 'permissions'>
  /** What the person wants to see of what they may. */
  kinds: readonly Kind[]
}
export interface Filters {
  unread?: boolean | undefined
  all?: boolean | undefined
}

/** The kinds that somebody has switched off. */
export const findOff = async (db: Db, user: number): Promise<Set<Kind>> => {
  const rows = await db.selectFrom('notification_preferences').select('kind').where('user_id', '=', user).execute()
  return new Set(rows.map(({ kind }) => kind as Kind))
}

/** Who reads: what their rights let them see now, without what they have switched off. */
export const findReader = async (db: Db, user: Reader['user'], only: { kind?: Kind; level?: Level } = {}): Promise<Reader> => {
  const off = await findOff(db, user.id)
  const isWanted = (kind: Kind) => isCritical(kind) || !off.has(kind)
  const isAsked = (kind: Kind) => kind === (only.kind ?? kind) && levelOf(kind) === (only.level ?? levelOf(kind))
  return { user, kinds: kindsFor(user).filter((kind) => isWanted(kind) && isAsked(kind)) }
}

const isRead = (user: number) => sql`exists (select from notification_reads r where r.user_id = ${user} and r.notification_id = n.id)`

/**
 * The newest of a person's notifications `n`, `limit` of each kind at most. Each kind is looked up by itself, so that what others are
 * told of is never walked through; what is of this person alone comes from their own index.
 */
const mine = ({ user: { id }, kinds }: Reader, { unread, all }: Filters, bound: RawBuilder<unknown>, limit: number) => {
  const rest = sql`${all ? sql`true` : sql`n.resolved_at is null`} and ${unread ? sql`not ${isRead(id)}` : sql`true`} and ${bound}`
  return sql`(
    select n.* from unnest(${sharedKinds(kinds)}::text[]) as k(kind) cross join lateral (
      select n.* from notifications n
      where n.kind = k.kind and n.user_id is null and not (n.except_ids @> array[${id}::integer]) and ${rest}
      order by n.id desc limit ${limit}
    ) n
    union all (
      select n.* from notifications n where n.user_id = ${id} and n.kind = any(${kinds}::text[]) and ${rest} order by n.id desc limit ${limit}
    )
  )`
}

const patientName = sql`coalesce(nullif(concat_ws(' ', nullif(p.first_name, ''), nullif(p.other_names, ''), nullif(p.second_name, '')), ''), 'Unknown')`

type Row = Omit<Notification, 'level'>

/** What waits is listed with what is critical first; what also was dealt with, by time alone. */
export const isCriticalFirst = ({ all }: Filters) => !all

/** A person's notifications after the cursor: critical ones first (`isCriticalFirst`), then the newest. */
export const findNotifications = async (db: Db, reader: Reader, filters: Filters, { cursor, limit }: Position): Promise<Notification[]> => {
  const { user } = reader
  const rank = isCriticalFirst(filters) ? sql`(n.kind = any(${reader.kinds.filter(isCritical)}::text[]))` : sql`(n.id is null)`
  const bound = before(rank, sql`n.id`, sql`boolean`, cursor)
  // Names are not even asked for by those who may not see them.
  const named = maySeeNames(user)
  const { rows } = await sql<Row>`
    select n.id, n.kind, n.entity_id, n.words, ${named ? sql`n.patient_id` : sql`null::integer`} as patient,
      ${named ? sql`case when p.id is not null then ${patientName} end` : sql`null::text`} as patient_name, n.created_at,
      ${isRead(user.id)} as is_read, n.resolved_at
    from ${mine(reader, filters, bound, limit)} n ${named ? sql`left join patients p on p.id = n.patient_id` : sql``}
    order by ${rank} desc, n.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, level: levelOf(row.kind) }))
}

/** How many a list has, at most so many. */
export const countNotifications = async (db: Db, reader: Reader, filters: Filters, most: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select n.id from ${mine(reader, filters, sql`true`, most)} n limit ${most}) n`.execute(db)
  return rows[0]!.count
}

/** How many somebody has not read, and how many of them are critical. */
export const countUnread = async (db: Db, reader: Reader) => {
  const { rows } = await sql<{ unread: number; critical: number }>`
    select least(count(*), ${MOST_COUNTED}::integer)::integer as unread,
      least(count(*) filter (where n.kind = any(${reader.kinds.filter(isCritical)}::text[])), ${MOST_COUNTED}::integer)::integer as critical
    from (select n.kind from ${mine(reader, { unread: true }, sql`true`, MOST_COUNTED)} n) n`.execute(db)
  return rows[0]!
}

/** Marks as read those of these, or what a list has up to one, that the person may see; what is not theirs is left as it is. */
export const markRead = async (
  db: Db,
  reader: Reader,
  asked: { ids: readonly number[] } | ({ up_to: number } & Pick<Filters, 'all'>),
  now: Date,
) => {
  const bound = 'ids' in asked ? sql`n.id = any(${asked.ids}::integer[])` : sql`n.id <= ${asked.up_to}`
  const all = 'ids' in asked || asked.all
  await sql`
    insert into notification_reads (user_id, notification_id, read_at)
    select ${reader.user.id}::integer, n.id, ${now}::timestamptz
    from ${mine(reader, { unread: true, all }, bound, MOST_MARKED)} n
    on conflict do nothing`.execute(db)
}
const MOST_MARKED = 10_000

export const savePreferences = async (db: Db, user: number, off: readonly Kind[]) => {
  await db.deleteFrom('notification_preferences').where('user_id', '=', user).execute()
  if (off.length > 0)
    await db
      .insertInto('notification_preferences')
      .values(off.map((kind) => ({ user_id: user, kind })))
      .onConflict((twice) => twice.doNothing())
      .execute()
}
