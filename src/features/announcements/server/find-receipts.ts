import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { after, type Position } from '#platform/db/keyset.ts'
import type { AnnouncementDetail, Attachment, Receipt } from '../contract.ts'
import { isForStaff } from './policy.ts'

/** The files of the announcement `a`, in the order in which they came. */
export const attachments = sql<Attachment[]>`(
  select coalesce(json_agg(json_build_object('id', t.id, 'name', f.name, 'type', f.type, 'size', f.size) order by t.id), '[]')
  from announcement_attachments t join files f on f.id = t.file_id where t.announcement_id = a.id)`

/** One file of that very announcement, or undefined. */
export const findAttachment = async (db: Db, { id, attachment_id }: { id: number; attachment_id: number }) => {
  const { rows } = await sql<{ sha256: string; name: string; type: string }>`select f.sha256, f.name, f.type
    from announcement_attachments t join files f on f.id = t.file_id
    where t.announcement_id = ${id} and t.id = ${attachment_id}`.execute(db)
  return rows[0]
}

/** Those who work here, may read announcements and are told by the announcement `a`; its author knows what it says. */
const audienceOf = (announcement: number) => sql`announcements a
  join users u on u.is_active and u.role <> 'patient' and u.id <> a.created_by and ${isForStaff(sql`u.id`)} and exists (
    select from user_groups mg join group_permissions gp on gp.group_id = mg.group_id
    where mg.user_id = u.id and gp.permission = 'announcements.view')
  left join announcement_reads r on r.announcement_id = a.id and r.user_id = u.id
  where a.id = ${announcement}`

type Counts = NonNullable<AnnouncementDetail['receipts']>
/** How many are told, have read and have confirmed; and how many patients have read. */
export const countReads = async (db: Db, announcement: number): Promise<Counts> => {
  const { rows } = await sql<Counts>`select count(*)::integer as audience, count(r.read_at)::integer as read,
      count(r.confirmed_at)::integer as confirmed, (
        select count(*)::integer from announcement_reads p join users pu on pu.id = p.user_id
        where p.announcement_id = ${announcement} and pu.role = 'patient') as patients
    from ${audienceOf(announcement)}`.execute(db)
  return rows[0]!
}

const name = sql`concat_ws(' ', u.first_name, u.last_name)`
const hasRead = (read: boolean | undefined) => (read === undefined ? sql`true` : sql`(r.read_at is not null) = ${read}`)

/** Who of them has read it, and who has not, by name, after the cursor. */
export const findReceipts = async (db: Db, announcement: number, read: boolean | undefined, { cursor, limit }: Position) => {
  const { rows } = await sql<Receipt>`select u.id, ${name} as name, r.read_at, r.confirmed_at from ${audienceOf(announcement)}
    and ${hasRead(read)} and ${after(name, sql`u.id`, sql`text`, cursor)} order by ${name}, u.id limit ${limit}`.execute(db)
  return rows
}
export const countReceipts = async (db: Db, announcement: number, read: boolean | undefined) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${audienceOf(announcement)} and ${hasRead(read)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Notes that somebody opened an announcement, and that they said they have read it; what was noted before stays. */
export const noteRead = async (db: Db, announcement: number, by: { user: number; now: Date; confirmed: boolean }) => {
  const confirmed = by.confirmed ? by.now : null
  const insert = db
    .insertInto('announcement_reads')
    .values({ announcement_id: announcement, user_id: by.user, read_at: by.now, confirmed_at: confirmed })
  await insert
    .onConflict((row) =>
      row
        .columns(['announcement_id', 'user_id'])
        .doUpdateSet({ confirmed_at: confirmed })
        .where('announcement_reads.confirmed_at', 'is', null)
        .where(sql<boolean>`${confirmed}::timestamptz is not null`),
    )
    .execute()
}
