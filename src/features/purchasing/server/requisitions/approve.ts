import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#platform/db/connect.ts'
import { conflict, type FieldErrors, fieldError, invalidInput } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { approveRequisition } from '#features/purchasing/contract-requisitions.ts'
import type { Locked } from './lock.ts'

/** 409 unless two different people approve, neither of them the one who asked; the database has the last word. */
export const requireOtherApprover = ({ requested_by, department_approved_by }: Locked, user: Pick<User, 'id'>) => {
  if (user.id === requested_by || user.id === department_approved_by)
    throw conflict('A requisition is approved by two different users, neither of them the requester.', {}, 'same_person')
}

type ApprovedItems = NonNullable<z.output<typeof approveRequisition.body>['items']>
interface Line {
  id: number
  quantity_requested: number
}

const approvedById = (lines: readonly Line[], items: ApprovedItems) => {
  const approved = new Map(lines.map(({ id, quantity_requested }) => [id, quantity_requested]))
  const requested = new Map(approved)
  const named = new Set<number>()
  const errors: FieldErrors = {}
  for (const [place, { id, quantity_approved }] of items.entries()) {
    const most = requested.get(id)
    if (most === undefined) errors[`items.${place}.id`] = ['This line is not in the requisition.']
    else if (named.has(id)) errors[`items.${place}.id`] = ['Duplicate line.']
    else if (quantity_approved > most) errors[`items.${place}.quantity_approved`] = ['This is more than was requested.']
    named.add(id)
    approved.set(id, quantity_approved)
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return approved
}

/** Sets what is approved of each line: as requested unless said. 400 with the place of what is no line, or more than was requested. */
export const approveLines = async (db: Db, requisition: number, items: ApprovedItems = []): Promise<void> => {
  const lines = await db
    .selectFrom('requisition_items')
    .select(['id', 'quantity_requested'])
    .where('requisition_id', '=', requisition)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const approved = approvedById(lines, items)
  if ([...approved.values()].every((quantity) => quantity === 0))
    throw fieldError('items', 'Approve at least one item, or reject the requisition.')
  const rows = [...approved].map(([id, quantity]) => ({ id, quantity }))
  await sql`
    update requisition_items r set quantity_approved = w.quantity
    from json_to_recordset(${JSON.stringify(rows)}::json) as w(id integer, quantity integer) where r.id = w.id`.execute(db)
}
