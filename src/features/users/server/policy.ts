import { Problem, conflict } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'

type Holder = Pick<User, 'permissions'>

const lacking = ({ permissions }: Holder, rights: readonly string[]) => rights.filter((right) => !permissions.has(right))

/** Nobody gives away a right that they do not have themselves. */
export const requireOwnRights = (user: Holder, granted: readonly string[]) => {
  const missing = lacking(user, granted)
  if (missing.length > 0) throw new Problem(403, 'forbidden', `You cannot grant rights that you do not have: ${missing.join(', ')}.`)
}

/** Whoever may do more than you is out of your reach: else a new password or address for them would be a way to their rights. */
export const requireReach = (user: Holder, rightsOfPerson: readonly string[]) => {
  if (lacking(user, rightsOfPerson).length > 0) throw new Problem(403, 'forbidden', 'This person has rights that you do not have.')
}

/** Taking rights from oneself would be noticed too late to be undone. */
export const ownAccount = () => conflict('You cannot disable or demote yourself.', {}, 'own_account')
export const lastAdministrator = () => conflict('The clinic needs at least one active System administrator.', {}, 'last_administrator')
