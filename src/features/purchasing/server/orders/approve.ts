import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { barredFrom } from '#features/purchasing/rules.ts'
import { holdApprovalPeople } from '../settings.ts'
import type { Held } from './lock.ts'

const NAMED = 3

/** Whether the user `u` is another active person who may approve an order: neither its author nor who last changed it. */
export const isOtherApprover = (author: RawBuilder<unknown>, changer: RawBuilder<unknown>) => sql`
  u.is_active and u.id <> ${author} and u.id is distinct from ${changer}
  and exists (select from user_groups m join group_permissions p on p.group_id = m.group_id
    where m.user_id = u.id and p.permission = 'purchasing.approve')`

const findOtherApprovers = async (db: Db, order: Held): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', u.first_name, u.last_name) as name from users u
    where ${isOtherApprover(sql`${order.created_by}::integer`, sql`${order.changed_by}::integer`)}
    order by name limit ${sql.lit(NAMED)}`.execute(db)
  return rows.map(({ name }) => name)
}

const refusals = {
  author: 'A purchase order cannot be approved by the user who created or last changed it.',
  'first approver': 'You already approved this order: another user must give the second approval.',
} as const

/** The owner decides where no other person may: with a reason, which the trail and the order keep. */
const requireOwner = async (db: Db, order: Held, user: Pick<User, 'permissions'>, reason: string | undefined) => {
  const others = await findOtherApprovers(db, order)
  if (others.length > 0) throw conflict(`${refusals.author} Allowed: ${others.join(', ')}.`, { approvers: others }, 'same_person')
  if (!user.permissions.has('company.change'))
    throw conflict(`${refusals.author} No other active user may approve: ask the owner of the clinic.`, {}, 'same_person')
  if (reason === undefined) throw fieldError('reason', 'Enter why you approve your own order.')
}

export interface Approval {
  /** The clinic's rule. */
  people: number
  /** The second of two approvals is still to come. */
  isFirst: boolean
  /** Why an owner approved an order of their own. */
  ownReason: string | null
}

/**
 * Which approval this is by the clinic's rule, for a draft that is held. 409 `same_person` for its author and for who approved it first;
 * 400 for an owner who approves their own order without a reason.
 */
export const planApproval = async (
  db: Db,
  order: Held,
  user: Pick<User, 'id' | 'permissions'>,
  reason: string | undefined,
): Promise<Approval> => {
  const people = await holdApprovalPeople(db)
  const barred = barredFrom({ ...order, requested_by: order.created_by }, user.id, people)
  const isOwn = barred === 'author' && people === 2
  if (isOwn) await requireOwner(db, order, user, reason)
  else if (barred) throw conflict(refusals[barred], {}, 'same_person')
  return { people, isFirst: people === 3 && order.first_approved_by === null, ownReason: isOwn ? reason! : null }
}
