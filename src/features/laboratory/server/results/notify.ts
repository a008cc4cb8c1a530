import type { TrailRow } from '#platform/audit/audit.ts'
import { stale } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { findPanelsById } from '../requests/find-requests.ts'
import { Outdated } from './enter-results.ts'

/** Runs `work`; what was changed meanwhile is answered as it is now: all of it, or the one test that the call is about. */
export const withVersionConflict = async <T>(
  { db, user }: Pick<Context, 'db' | 'user'>,
  work: () => Promise<T>,
  of: 'all' | 'one' = 'all',
) => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Outdated)) throw error
    const current = await findPanelsById(db, error.tests, user)
    throw stale(of === 'one' ? current[0] : current)
  }
}

/** Says in the audit trail, and to screens, what was done, and which visits moved on because of it. */
export const tell = (
  { audit, publish }: Pick<Context, 'audit' | 'publish'>,
  trail: readonly TrailRow[],
  moves: readonly TrailRow[] = [],
) => {
  for (const { action, ...entry } of [...trail, ...moves]) audit(action, entry)
  publish('laboratory')
  for (const { id } of moves) publish('attendance', id ?? undefined)
}
