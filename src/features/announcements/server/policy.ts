import { sql, type RawBuilder } from 'kysely'
import { clinicDay } from '#features/company/index.ts'
import { forbidden } from '#platform/errors/problem.ts'

/** Somebody who looks, with rights as they are at this moment. */
export interface Reader {
  id: number
  permissions: ReadonlySet<string>
}
type Moment = Date | RawBuilder<unknown>

/** Whether the announcement `a` has begun to stand at that moment. */
export const hasBegun = (now: Moment) => sql<boolean>`coalesce(a.starts_on <= ${clinicDay(now)}, true)`
/** Whether it is past its last day. */
export const isExpired = (now: Moment) => sql<boolean>`coalesce(a.expires_on < ${clinicDay(now)}, false)`
/** Whether it stands: begun, neither expired nor withdrawn. */
export const isActive = (now: Moment) => sql<boolean>`(a.withdrawn_at is null and ${hasBegun(now)} and not ${isExpired(now)})`

/** Whether it is for the person who works here and has that id: for everybody, or for a group of theirs. */
export const isForStaff = (id: RawBuilder<unknown> | number) => sql<boolean>`(a.for_staff or exists (
  select from announcement_groups ag join user_groups ug on ug.group_id = ag.group_id
  where ag.announcement_id = a.id and ug.user_id = ${id}))`

/**
 * Which announcements `a` somebody who works here may see: all for those who may write them; for others their own, and what has begun and is
 * for them. One that is not among them is not there (404), so that nobody learns what others are told.
 */
export const visibleTo = ({ id, permissions }: Reader, now: Moment): RawBuilder<boolean> =>
  permissions.has('announcements.change')
    ? sql<boolean>`true`
    : sql<boolean>`(a.created_by = ${id} or (${hasBegun(now)} and ${isForStaff(id)}))`

/** Whether it was told since that person works here, or began to stand since. */
const isSinceTheyCame = (id: number) => sql`a.tracks_reads and (select
  a.created_at >= u.created_at or coalesce(a.starts_on >= ${clinicDay(sql`u.created_at`)}, false) from users u where u.id = ${id})`

/**
 * Whether it waits to be read (or confirmed) by this person; `r` is their row of `announcement_reads`, or nothing. What was told before they
 * came waits while it is pinned or has to be confirmed.
 */
export const isUnreadBy = (id: number, now: Moment) => sql<boolean>`(${isActive(now)} and a.created_by <> ${id} and ${isForStaff(id)}
  and (r.read_at is null or (a.must_confirm and r.confirmed_at is null))
  and (a.is_pinned or a.must_confirm or (${isSinceTheyCame(id)})))`

/** What patients may see: what is for them and stands. */
export const isForPatients = (now: Moment) => sql<boolean>`(a.for_patients and ${isActive(now)})`

/** Its author, and who may write announcements, decide how long it stands and see who has read it. */
export const mayChange = ({ id, permissions }: Reader, { created_by }: { created_by: number }) =>
  created_by === id || permissions.has('announcements.change')
export const requireMayChange = (reader: Reader, announcement: { created_by: number }) => {
  if (!mayChange(reader, announcement)) throw forbidden('announcements.change')
}

const ATTACH_MS = 3_600_000
/** Files come with the writing: an announcement stays as its readers have seen it. */
export const mayAttach = ({ id }: Pick<Reader, 'id'>, { created_by, created_at }: { created_by: number; created_at: Date }, now: Date) =>
  created_by === id && now.getTime() - created_at.getTime() < ATTACH_MS
