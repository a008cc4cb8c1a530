import { sealWork } from '#platform/audit/seal-job.ts'
import type { Constraints } from '#platform/errors/wire.ts'
import type { Route } from '#platform/http/handle.ts'
import { cleanUpWork } from '#platform/jobs/clean-up.ts'
import type { JobWork } from '#platform/jobs/job.ts'
import type { Services } from '#platform/services.ts'
import { fromEach } from './features/each.ts'
import type { Gathered, Provided, Routes, ServerFeature } from './features/feature.ts'
import { manifests } from './features/manifests.ts'
import { jobs } from './runtime/jobs.ts'

// The program as its features declare it: nothing here names one of them.

const features = [...(await fromEach<ServerFeature>('server/feature.ts', 'feature')).values()]
const routes = [...(await fromEach<Routes>('server/routes.ts', 'routes')).values()]

/** Throws where a hook is provided by no feature, or by two. */
const provided = (): Provided => {
  const needed = ['addressCodes', 'addStarterTests', 'bookingLinkMaker', 'undoIssued', 'tillRequests'] as const satisfies (keyof Provided)[]
  const offers = features.flatMap(({ provides = {} }) => Object.entries(provides))
  for (const name of needed) {
    const count = offers.filter(([offered]) => offered === name).length
    if (count !== 1) throw new Error(`${name} is provided by ${count} features`)
  }
  return Object.fromEntries(offers) as unknown as Provided
}

const gathered: Gathered = {
  ...provided(),
  visitOpeners: features.flatMap(({ visitOpeners = [] }) => visitOpeners),
  alerts: features.flatMap((feature) => feature.alerts ?? []),
  waiting: features.flatMap((feature) => feature.waiting ?? []),
  jobs,
}

/** Every alert of every feature: open until it is dealt with, and the source of notifications. */
export const { alerts } = gathered

/** The constraints of the database that guard a state, with the message of each, as the features that own the tables declare them. */
export const constraints: Constraints = Object.assign({}, ...[...manifests.values()].map((feature) => feature.constraints)) as Constraints

/** Every call that the program answers, from the bottom of the graph up. */
export const featureRoutes = (services: Services): Route[] => routes.flatMap((of) => of({ ...services, ...gathered }))

/** Everything the program does outside requests: what does each of `jobs`. */
export const works: readonly JobWork[] = [cleanUpWork, sealWork, ...features.flatMap((feature) => feature.works?.(gathered) ?? [])]
