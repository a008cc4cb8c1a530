import type { Context } from '#platform/http/handle.ts'
import { trailOf } from '../results/audit-results.ts'
import { holdTests, withCalculated } from '../results/plan-changes.ts'
import { writeChanges } from '../results/write-results.ts'

/**
 * Takes back what was entered of tests that the transaction holds, with the reason, and what was calculated from it and is not approved;
 * nobody has to be told of it any more. The audit trail says so of each.
 */
export const withdrawEntered = async (
  { db, user, now, audit }: Pick<Context, 'db' | 'user' | 'now' | 'audit'>,
  tests: readonly number[],
  reason: string,
) => {
  const held = await holdTests(db, tests, now)
  const direct = tests.flatMap((id) => {
    const test = held.tests.get(id)
    const before = held.current.get(id)
    return test && before && !before.approved_at ? [{ test, before, after: null, comment: '', origin: 'typed' as const }] : []
  })
  const changes = withCalculated(held, direct, false)
  await writeChanges({ db, now, by: user.id }, changes, { reason })
  for (const { action, ...entry } of trailOf(held, changes, reason)) audit(action, entry)
}
