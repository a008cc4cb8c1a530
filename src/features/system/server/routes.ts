import type { Program } from '#features/feature.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { getSystem, getSystemFigures, discardJob, discardKind, getSystemJobs, retryJob, retryKind } from '../contract.ts'
import { giveUp, lockFailed, lockFailedKind, tryAgain, type FailedJob } from './change-jobs.ts'
import { findJobs } from './find-jobs.ts'
import { findSystem } from './find-system.ts'
import { findFigures } from './read-figures.ts'

type WriteContext = Pick<Context, 'db' | 'audit' | 'publish'>

/** So many are named in the trail; of more it says how many. */
const NAMED = 20

const leaveTrail = ({ audit, publish }: WriteContext, action: 'retry' | 'discard', failed: readonly FailedJob[], reason?: string) => {
  const [first] = failed
  audit(action, {
    entity: 'job',
    id: null,
    change: {
      kind: first?.name,
      count: failed.length,
      jobs: failed.slice(0, NAMED).map(({ id }) => id),
      error: first?.error,
      ...(reason !== undefined && { reason }),
    },
  })
  publish('system')
}

const again = async (context: WriteContext, failed: readonly FailedJob[]) => {
  await tryAgain(context.db, failed)
  leaveTrail(context, 'retry', failed)
}
const away = async (context: WriteContext, failed: readonly FailedJob[], reason: string) => {
  await giveUp(context.db, failed)
  leaveTrail(context, 'discard', failed, reason)
}

export const routes = (program: Program): Route[] => {
  const { jobs } = program
  // The queue lives by the clock of the machine.
  const found = (db: Context['db']) => findJobs(db, jobs, new Date())
  return [
    handle(getSystem, ({ db }) => findSystem(db, program)),
    handle(getSystemFigures, ({ db }) => findFigures(db)),
    handle(getSystemJobs, ({ db }) => found(db)),
    handle(retryJob, async (context) => {
      await again(context, [await lockFailed(context.db, jobs, context.params.id)])
      return found(context.db)
    }),
    handle(discardJob, async (context) => {
      await away(context, [await lockFailed(context.db, jobs, context.params.id)], context.body.reason)
      return found(context.db)
    }),
    handle(retryKind, async (context) => {
      const { name } = context.params
      const isRecurring = jobs.some((job) => job.name === name && job.schedule)
      await again(context, await lockFailedKind(context.db, jobs, name, isRecurring ? 1 : null))
      return found(context.db)
    }),
    handle(discardKind, async (context) => {
      await away(context, await lockFailedKind(context.db, jobs, context.params.name, null), context.body.reason)
      return found(context.db)
    }),
  ]
}
