import { sql } from 'kysely'
import type { Context } from '#platform/http/handle.ts'
import { closeCallsOf } from '../results/critical/calls.ts'

/** Takes back what was entered of tests that the transaction holds, with the reason; nobody has to be told of it any more. */
export const withdrawEntered = async (
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  tests: readonly number[],
  reason: string,
) => {
  await closeCallsOf(db, tests, now)
  await sql`
    update lab_results set is_current = false, withdrawn_at = ${now}, withdrawn_by = ${user.id}, withdraw_reason = ${reason}, version = version + 1
    where request_panel_id = any(${tests}::integer[]) and is_current and approved_at is null`.execute(db)
}
