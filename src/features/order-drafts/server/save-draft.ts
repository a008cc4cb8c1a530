import { sql } from 'kysely'
import { refuseDead } from '#features/patients/public.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { saveOrderDraft } from '../contract.ts'
import type { OrderKind } from '../rules.ts'
import { requireMayOrder } from './policy.ts'
import { lockDraft } from './queries.ts'

type Input = ParsedOf<typeof saveOrderDraft>['body']

/** The visit, kept from being closed until the transaction ends; saves of two people in it do not wait for each other. */
const holdVisit = async (db: Db, id: number) => {
  const { rows } = await sql<{ patient: number; closed_at: Date | null }>`
    select patient_id as patient, closed_at from visits where id = ${id} for share`.execute(db)
  if (!rows[0]) throw fieldError('visit', `Visit ${id} not found.`)
  return rows[0]
}

const contentOf = ({ drugs, tests }: Input): { kind: OrderKind; content: object; orders: number } =>
  drugs ? { kind: 'drugs', content: drugs, orders: drugs.lines.length } : { kind: 'tests', content: tests!, orders: tests!.tests.length }

/** What is left of a choice without an order: the note of a request that is still to be written counts as none. */
const isEmpty = ({ drugs, tests }: Input) => (drugs ? drugs.lines.length === 0 : tests!.tests.length === 0 && tests!.note === '')

/**
 * Keeps the caller's choice of one kind in a visit. 400 for a visit that is not there, 403 without the right to send such orders, 409
 * `visit_closed` for orders in a visit that is over, 412 with the draft as it is now when `seen` is not its version; no `seen` means that there is
 * none yet. Two saves at once wait for each other; the second gets 412.
 */
export const saveDraft = async ({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, body: Input, seen: number | null) => {
  const { kind, content, orders } = contentOf(body)
  requireMayOrder(user, kind)
  const visit = await holdVisit(db, body.visit)
  const ref = { visit: body.visit, author: user.id, kind }
  const kept = isEmpty(body) ? null : JSON.stringify(content)
  if (visit.closed_at && kept !== null) await refuseDead(db, visit.patient)
  if (visit.closed_at && kept !== null)
    throw conflict('This visit is closed: its orders can only be removed.', { closed_at: visit.closed_at }, 'visit_closed')
  if (seen === null) {
    const { rows } = await sql<{ id: number; version: number }>`
      insert into order_drafts (visit_id, patient_id, author_id, kind, content, orders, key, created_at, changed_at)
      values (${body.visit}, ${visit.patient}, ${user.id}, ${kind}, ${kept}::jsonb, ${orders}, ${body.key}, ${now}, ${now})
      on conflict (visit_id, author_id, kind) do nothing returning id, version`.execute(db)
    if (rows[0]) return { ...rows[0], patient: visit.patient, kind, orders, before: 0, changed_at: now }
  }
  const draft = await lockDraft(db, ref)
  if (!draft) throw fieldError('version', 'No draft of these orders yet: omit the version.')
  const { id, ...current } = draft
  await requireUnchanged(current, seen ?? 0)
  await sql`update order_drafts set content = ${kept}::jsonb, orders = ${orders}, key = ${body.key}, changed_at = ${now}, version = version + 1
    where id = ${id}`.execute(db)
  return { id, version: current.version + 1, patient: visit.patient, kind, orders, before: current.orders, changed_at: now }
}
