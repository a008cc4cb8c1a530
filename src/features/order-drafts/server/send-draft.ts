import { sql } from 'kysely'
import { fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { OrderKind } from '../rules.ts'
import { lockDraft } from './queries.ts'

/**
 * Empties the caller's draft in the transaction that sends its orders, so that no machine can send them once more. Without a version nothing is
 * done: orders of earlier clients have no draft. 412 with the draft as it is now when it was changed elsewhere meanwhile: nothing is sent then.
 */
export const sendDraft = async (
  { db, user, now, publish }: Pick<Context, 'db' | 'user' | 'now' | 'publish'>,
  { visit, kind, version }: { visit: number; kind: OrderKind; version: number | undefined },
) => {
  if (version === undefined) return
  const draft = await lockDraft(db, { visit, author: user.id, kind })
  if (!draft) throw fieldError('draft_version', 'No draft of these orders in this visit.')
  const { id, ...current } = draft
  await requireUnchanged(current, version)
  await sql`update order_drafts set content = null, orders = 0, changed_at = ${now}, version = version + 1 where id = ${id}`.execute(db)
  publish('orders', visit)
}
