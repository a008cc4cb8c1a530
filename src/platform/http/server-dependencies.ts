import type { Endpoint } from '#shared/endpoint.ts'
import type { Authenticate } from '#platform/auth/sessions.ts'
import type { Refusals } from '#platform/audit/refusals.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Portal } from '#platform/db/portal.ts'
import type { Constraints } from '#platform/errors/wire.ts'
import type { EventHub } from '#platform/events/hub.ts'
import type { Ids } from '#platform/ids.ts'
import type { Alias } from './aliases.ts'
import type { AccountWork } from './account-work.ts'
import type { Route } from './handle.ts'
import type { Limiter } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Replies } from './sent-body.ts'

/** What the server is made of; tests hand in their own clock, ids and database. */
export interface Parts {
  db: Db
  /** The database as a patient sees it. */
  portal: Portal
  routes: Route[]
  /** What the constraints of the database say that guard a state. */
  constraints: Constraints
  /** Further addresses of them. */
  aliases?: readonly Alias[]
  authenticate: Authenticate
  events: EventHub
  /** Where refused requests go into the trail. */
  refusals: Refusals
  /** Whether the clinic is in somebody's hands: until then nothing public writes. */
  isSetUp: () => Promise<boolean>
  limiter: Limiter
  work: AccountWork
  metrics: Metrics
  clock: Clock
  ids: Ids
  uploadDir: string
  tls?: { key: string | Buffer; cert: string | Buffer }
  logger?: Record<string, unknown> | false
  /** How many proxies of our own stand in front; their X-Forwarded-For is believed, nobody else's. */
  trustedProxies?: number
}

/** The same with what follows from the calls together. */
export interface Served extends Parts {
  replies: Replies
  /** Changes of a record that a GET answers at the same address. */
  readable: ReadonlySet<Endpoint>
  /** Calls that make a record which has an address of its own. */
  located: ReadonlySet<Endpoint>
}
