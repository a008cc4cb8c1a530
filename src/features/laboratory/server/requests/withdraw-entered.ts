import type { Context } from '#platform/http/handle.ts'
import { holdTests, withCalculated } from '../results/plan-changes.ts'
import { writeChanges } from '../results/write-results.ts'

/**
 * Takes back what was entered of tests that the transaction holds, with the reason, and what was calculated from it and is not approved;
 * nobody has to be told of it any more.
 */
export const withdrawEntered = async (
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  tests: readonly number[],
  reason: string,
) => {
  const held = await holdTests(db, tests, now)
  const direct = tests.flatMap((id) => {
    const test = held.tests.get(id)
    const before = held.standing.get(id) ?? null
    return test && !before?.approved_at ? [{ test, before, after: null, comment: '', origin: 'typed' as const }] : []
  })
  await writeChanges({ db, now, by: user.id }, withCalculated(held, direct, false), { reason })
}
