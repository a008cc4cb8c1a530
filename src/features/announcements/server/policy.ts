import { sql, type RawBuilder } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
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

/** Whether it is for everybody who works here or for patients, and not for selected groups. */
const isForNoGroup = sql<boolean>`not exists (select from announcement_groups ag where ag.announcement_id = a.id)`

/**
 * Which announcements `a` a member of staff may see: their own, and those that are for them, from the first day on. Who may write announcements
 * also sees those that are not for selected groups, and those to come for a group of theirs. An announcement for selected groups is seen by
 * their members and its author alone: no permission opens it. One that may not be seen does not exist for the reader (404).
 */
export const visibleTo = ({ id, permissions }: Reader, now: Moment): RawBuilder<boolean> =>
  permissions.has('announcements.change')
    ? sql<boolean>`(a.created_by = ${id} or ${isForStaff(id)} or ${isForNoGroup})`
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

/** Its author, and who may see it and write announcements, decide how long it is shown and see who has read it. */
export const mayChange = ({ id, permissions }: Reader, { created_by }: { created_by: number }) =>
  created_by === id || permissions.has('announcements.change')
export const requireMayChange = (reader: Reader, announcement: { created_by: number }) => {
  if (!mayChange(reader, announcement)) throw forbidden('announcements.change')
}

const ATTACH_MS = 3_600_000
/** Files come with the writing: an announcement stays as its readers have seen it. */
export const mayAttach = ({ id }: Pick<Reader, 'id'>, { created_by, created_at }: { created_by: number; created_at: Date }, now: Date) =>
  created_by === id && now.getTime() - created_at.getTime() < ATTACH_MS
