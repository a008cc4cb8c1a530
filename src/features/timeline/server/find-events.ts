import { sql } from 'kysely'
import type { Permission } from '#shared/permissions.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import { nameOf } from '#features/users/public.ts'
import { eventKinds, type EventKind, type TimelineEvent } from '../contract.ts'
import { sources } from './events.ts'

/** An id that no two events of a patient share: the record's own with its kind behind it. */
const keyOf = (kind: EventKind) => sql`(e.ref::bigint * 16 + ${sql.lit(eventKinds.indexOf(kind))})`

/** The kinds that a person may read; one alone when it is asked for. */
export const readableKinds = (permissions: ReadonlySet<string>, kind?: EventKind): EventKind[] =>
  eventKinds.filter((each) => permissions.has(sources[each].access satisfies Permission) && (kind === undefined || each === kind))

/**
 * The newest `limit` events of a patient after the cursor, of these kinds, in one statement. Every kind brings no more than its own newest
 * `limit`, so that what is costly to say of an event is worked out for those alone that may be shown.
 */
export const findEvents = async (db: Db, patient: number, kinds: readonly EventKind[], page: Position) => {
  if (kinds.length === 0) return []
  const parts = kinds.map(
    (kind) => sql`(
      select ${keyOf(kind)} as id, ${sql.lit(kind)} as kind, e.* from (${sources[kind].select(patient)}) e (ref, visit, at, title, detail, status, by_id)
      where ${before(sql`e.at`, keyOf(kind), sql`timestamptz`, page.cursor)}
      order by e.at desc, e.ref desc limit ${sql.lit(page.limit)})`,
  )
  const { rows } = await sql<TimelineEvent>`
    select e.id, e.kind, e.ref, e.visit, e.at, e.title, e.detail, e.status, nullif(${nameOf(sql`e.by_id`)}, '') as by
    from (${sql.join(parts, sql` union all `)}) e
    order by e.at desc, e.id desc limit ${sql.lit(page.limit)}`.execute(db)
  return rows
}
