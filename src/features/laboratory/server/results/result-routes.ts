import { enterResults as enterContract } from '#features/laboratory/contract-results.ts'
import type { Db } from '#platform/db/connect.ts'
import { stale } from '#platform/errors/problem.ts'
import type { TrailRow } from '#platform/audit/audit.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { findPanelsById, type Reader } from '../requests/find-requests.ts'
import { enterResults, Outdated } from './enter-results.ts'

/** Runs `work`; what was changed meanwhile is answered as it is now, all of it. */
export const orStale = async <T>(db: Db, reader: Reader, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Outdated) throw stale(await findPanelsById(db, error.tests, reader))
    throw error
  }
}
/** Says in the audit trail, and to screens, what was done. */
export const tell = ({ audit, publish }: Pick<Context, 'audit' | 'publish'>, trail: readonly TrailRow[]) => {
  for (const { action, ...entry } of trail) audit(action, entry)
  publish('laboratory')
}

export const resultRoutes: Route[] = [
  handle(enterContract, async (context) => {
    const { db, user, body, now } = context
    const { ids, trail } = await orStale(db, user, () => enterResults({ db, now, by: user.id }, body.results))
    tell(context, trail)
    return findPanelsById(db, ids, user)
  }),
]
