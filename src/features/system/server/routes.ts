import type { Program } from '#features/feature.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { getSystem, getSystemFigures, discardJob, discardKind, getSystemJobs, retryJob, retryKind } from '../contract.ts'
import { giveUp, lockFailed, lockFailedOf, tryAgain, type FailedJob } from './change-jobs.ts'
import { findJobs } from './find-jobs.ts'
import { findSystem } from './find-system.ts'
import { findFigures } from './read-figures.ts'

type Action = Pick<Context, 'db' | 'audit' | 'publish'>

/** So many are named in the trail; of more it says how many. */
const NAMED = 20

const leaveTrail = ({ audit, publish }: Action, action: 'retry' | 'discard', failed: readonly FailedJob[], reason?: string) => {
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

const again = async (input: Action, failed: readonly FailedJob[]) => {
  await tryAgain(input.db, failed)
  leaveTrail(input, 'retry', failed)
}
const away = async (input: Action, failed: readonly FailedJob[], reason: string) => {
  await giveUp(input.db, failed)
  leaveTrail(input, 'discard', failed, reason)
}

export const routes = (program: Program): Route[] => {
  const { jobs } = program
  // The queue lives by the clock of the machine.
  const found = (db: Context['db']) => findJobs(db, jobs, new Date())
  return [
    handle(getSystem, ({ db }) => findSystem(db, program)),
    handle(getSystemFigures, ({ db }) => findFigures(db)),
    handle(getSystemJobs, ({ db }) => found(db)),
    handle(retryJob, async (input) => {
      await again(input, [await lockFailed(input.db, jobs, input.params.id)])
      return found(input.db)
    }),
    handle(discardJob, async (input) => {
      await away(input, [await lockFailed(input.db, jobs, input.params.id)], input.body.reason)
      return found(input.db)
    }),
    handle(retryKind, async (input) => {
      const { name } = input.params
      const isRecurring = jobs.some((job) => job.name === name && job.schedule)
      await again(input, await lockFailedOf(input.db, jobs, name, isRecurring ? 1 : null))
      return found(input.db)
    }),
    handle(discardKind, async (input) => {
      await away(input, await lockFailedOf(input.db, jobs, input.params.name, null), input.body.reason)
      return found(input.db)
    }),
  ]
}
