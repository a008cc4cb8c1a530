import { sql } from 'kysely'
import { isOpenTo, patientName } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { User } from '#platform/http/handle.ts'
import type { OrderDraft, OrdersPending, PendingDrugs, PendingTests } from '../contract.ts'
import type { OrderKind } from '../rules.ts'

/** What names one draft. */
export interface DraftRef {
  visit: number
  author: number
  kind: OrderKind
}
type StoredDraft = Omit<OrderDraft, 'drugs' | 'tests' | 'changed_at'> & { id: number; content: unknown; changed_at: Date }

const columns = sql`d.id, d.visit_id as visit, d.patient_id as patient, d.kind, d.content, d.orders, d.key, d.changed_at, d.version`

const toDraft = ({ id: _id, content, ...draft }: StoredDraft) => ({
  ...draft,
  drugs: draft.kind === 'drugs' ? (content as PendingDrugs | null) : null,
  tests: draft.kind === 'tests' ? (content as PendingTests | null) : null,
})

/** The drafts of a person in a visit. */
export const findDrafts = async (db: Db, visit: number, author: number) => {
  const { rows } = await sql<StoredDraft>`
    select ${columns} from order_drafts d where d.visit_id = ${visit} and d.author_id = ${author} order by d.kind`.execute(db)
  return rows.map(toDraft)
}

/** One draft, locked until the transaction ends; with its id. */
export const lockDraft = async (db: Db, { visit, author, kind }: DraftRef) => {
  const { rows } = await sql<StoredDraft>`
    select ${columns} from order_drafts d
    where d.visit_id = ${visit} and d.author_id = ${author} and d.kind = ${kind} for update`.execute(db)
  return rows[0] && { id: rows[0].id, ...toDraft(rows[0]) }
}

/** Who has orders that are not sent: in open visits everybody, in those that are over the reader alone; without records that are shut to the reader. */
export const findPending = async (db: Db, user: Pick<User, 'id'>, now: Date) => {
  const { rows } = await sql<Omit<OrdersPending, 'changed_at'> & { changed_at: Date }>`
    select d.visit_id as visit, d.patient_id as patient, ${patientName} as patient_name, d.author_id as author,
      concat_ws(' ', u.first_name, u.last_name) as author_name, sum(d.orders)::integer as orders, max(d.changed_at) as changed_at,
      v.closed_at is not null as is_closed
    from order_drafts d join visits v on v.id = d.visit_id join patients p on p.id = d.patient_id join users u on u.id = d.author_id
    where d.orders > 0 and (v.closed_at is null or d.author_id = ${user.id}) and ${isOpenTo(user, now, sql`d.patient_id`)}
    group by d.visit_id, d.patient_id, p.id, d.author_id, u.id, v.id order by max(d.changed_at) desc, d.visit_id desc, d.author_id`.execute(
    db,
  )
  return rows
}
