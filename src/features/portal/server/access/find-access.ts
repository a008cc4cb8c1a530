import { sql } from 'kysely'
import { clinicDayStart } from '#features/company/public.ts'
import { groupOfRole, type Role } from '#shared/permissions.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type CursorValue, type Position } from '#platform/db/keyset.ts'
import type { AccessKind, AccessSeen } from '#features/portal/contract.ts'
import { actionsOf, toAction, kindOf, sentenceOf } from './labels.ts'

export interface AccessFilters {
  kind?: AccessKind | undefined
  /** Days in the clinic (YYYY-MM-DD), both included. */
  from?: string | undefined
  until?: string | undefined
}

interface TrailRow {
  id: number
  at: Date
  /** `at` to the microsecond, as the cursor has it. */
  moment: string
  actor_id: number | null
  action: string
  entity: string
  changed: string[]
  who: string | null
  profession: string | null
  role: Role | null
}

const ofKind = (kind: AccessKind) =>
  kind === 'changed'
    ? sql`a.action <> all(${[...actionsOf.read, ...actionsOf.printed]}::text[])`
    : sql`a.action = any(${[...actionsOf[kind]]}::text[])`

/** A patient, and the account that looks. */
interface Own {
  patient: number
  user: number
}

const matching = ({ patient, user }: Own, { kind, from, until }: AccessFilters, cursor: CursorValue | null) => {
  // What patients read of themselves would hide who else did.
  const isOthers = sql`not (a.actor_id is not distinct from ${user}::integer and a.action = any(${[...actionsOf.read]}::text[]))`
  const all = [sql`a.patient_id = ${patient}`, isOthers, before(sql`a.at`, sql`a.id`, sql`timestamptz`, cursor)]
  if (kind !== undefined) all.push(ofKind(kind))
  if (from !== undefined) all.push(sql`a.at >= ${clinicDayStart(from)}`)
  if (until !== undefined) all.push(sql`a.at < ${clinicDayStart(until, 1)}`)
  return sql.join(all, sql` and `)
}

/** Rows of the audit trail about a patient but what they read themselves, newest first, after the cursor. */
export const findTrail = async (db: Db, own: Own, filters: AccessFilters, page: Position) => {
  const { rows } = await sql<TrailRow>`
    select a.id, a.at, a.at::text as moment, a.actor_id, a.action, a.entity, concat_ws(' ', u.first_name, u.last_name) as who, u.profession, u.role,
      case when a.action = 'update' and a.entity = 'patient' and jsonb_typeof(a.change) = 'object'
        then array(select jsonb_object_keys(a.change))
        when a.action = 'open in emergency' then array[a.change ->> 'kind'] else '{}' end as changed
    from audit_log a left join users u on u.id = a.actor_id
    where ${matching(own, filters, page.cursor)}
    order by a.at desc, a.id desc limit ${page.limit}`.execute(db)
  return rows
}

const byWhom = ({ actor_id, role }: TrailRow, user: number): AccessSeen['by'] => {
  if (actor_id === null) return 'nobody'
  if (actor_id === user) return 'you'
  return role === null || role === 'patient' ? 'other' : 'staff'
}

const toAccessSeen = (row: TrailRow, user: number): AccessSeen => {
  const by = byWhom(row, user)
  const words = toAction(row.action, row.entity, row.changed)
  const isNamed = by === 'staff'
  return {
    id: row.id,
    at: row.at,
    since: row.at,
    times: 1,
    kind: kindOf(row.action),
    by,
    who: isNamed ? row.who : null,
    profession: isNamed && row.role ? (row.profession ?? groupOfRole[row.role]) : null,
    what: sentenceOf(words),
    words,
  }
}

/** The same action of one person within so long is told once. */
const TOGETHER_MS = 600_000
/** Rows that are read at a time, and at most for one page: whoever does the same a thousand times fills no page with it. */
const CHUNK = 200
const MAX_ROWS = 2_000

interface AccessPage {
  entries: AccessSeen[]
  /** The last row that is told of, when there are more. */
  last: CursorValue | null
}

/**
 * Who did what with a patient's record, newest first, as the account `user` is told it: at most `limit` entries, each with how often. What
 * is told together is looked for within a page.
 */
export const findAccess = async (db: Db, own: Own, filters: AccessFilters, { cursor, limit }: Position): Promise<AccessPage> => {
  const entries: AccessSeen[] = []
  const open = new Map<string, AccessSeen>()
  let from = cursor
  for (let read = 0; read < MAX_ROWS; read += CHUNK) {
    const rows = await findTrail(db, own, filters, { cursor: from, limit: CHUNK })
    for (const row of rows) {
      const seen = toAccessSeen(row, own.user)
      const key = `${row.actor_id} ${seen.what}`
      const same = open.get(key)
      if (same && same.at.getTime() - row.at.getTime() <= TOGETHER_MS) {
        same.times += 1
        same.since = row.at
      } else {
        if (entries.length === limit) return { entries, last: from }
        entries.push(seen)
        open.set(key, seen)
      }
      from = [row.moment, row.id]
    }
    if (rows.length < CHUNK) return { entries, last: null }
  }
  return { entries, last: from }
}
