import type { QueryResult } from 'pg'
import { ConfigurationError } from '../config.ts'
import type { DbRole } from './logins.ts'

/** The database takes a connection for somebody else's than it was opened as. To whoever asks something meanwhile it is an outage. */
export class WrongLoginError extends ConfigurationError {
  readonly code = '08004'
}

/** Refuses a connection unless it is of `role`, and acts as nobody else: `session` and `acting` are `session_user` and `current_user`. */
export const requireSelf = (role: DbRole, { rows }: Pick<QueryResult<{ session: string; acting: string }>, 'rows'>): void => {
  const { session = '', acting = '' } = rows[0] ?? {}
  if (session === role && acting === role) return
  const found = session === acting ? session : `${session} acting as ${acting}`
  throw new WrongLoginError(
    `The database takes the login ${role} for ${found}: nothing is served until whatever stands in between, or a setting of the role, no longer exchanges it.`,
  )
}
