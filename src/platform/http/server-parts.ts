import type { Authenticate } from '#platform/auth/sessions.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Portal } from '#platform/db/portal.ts'
import type { EventHub } from '#platform/events/hub.ts'
import type { Ids } from '#platform/ids.ts'
import type { AccountWork } from './account-work.ts'
import type { Route } from './handle.ts'
import type { Limiter } from './limits.ts'
import type { Metrics } from './metrics.ts'

/** What the server is made of; tests hand in their own clock, ids and database. */
export interface Parts {
  db: Db
  /** The database as a patient sees it. */
  portal: Portal
  routes: Route[]
  authenticate: Authenticate
  events: EventHub
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
