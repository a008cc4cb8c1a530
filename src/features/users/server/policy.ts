import { Problem, conflict } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'

type Holder = Pick<User, 'permissions'>

const lacking = ({ permissions }: Holder, rights: readonly string[]) => rights.filter((right) => !permissions.has(right))

/** Nobody gives away a right that they do not have themselves. */
export const requireOwnRights = (user: Holder, granted: readonly string[]) => {
  const missing = lacking(user, granted)
  if (missing.length > 0) throw new Problem(403, 'forbidden', `You cannot grant rights that you do not have: ${missing.join(', ')}.`)
}

/**
 * Permission over an account or a group: a user has it who holds every permission that the account (`findPermissionsOfAccount`) or the group
 * holds. Every change of another account (names, address, role, groups, password, second factor, sessions, being in use) and every change of a
 * group (name, permissions, second factor) needs it: else a new password, a new name on prescriptions and bills, or a permission taken away would
 * be a way around the permissions of others.
 */
export const hasPermissionOver = (user: Holder, held: readonly string[]) => lacking(user, held).length === 0
const NAMED = 5
export const requirePermissionOver = (user: Holder, what: 'person' | 'group', held: readonly string[]) => {
  const missing = lacking(user, held)
  if (missing.length === 0) return
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : ''
  const detail = `This ${what} has permissions that you do not have: ${missing.slice(0, NAMED).join(', ')}${more}.`
  throw new Problem(403, 'forbidden', `${detail} Only a user who has them may change this ${what === 'person' ? 'account' : 'group'}.`)
}

/** The names of staff are printed on prescriptions, results and bills: staff change their own only with the permission to change accounts. */
export const mayChangeOwnName = ({ role, permissions }: Pick<User, 'role' | 'permissions'>) =>
  role === 'patient' || permissions.has('users.change')
export const requireOwnName = (user: Pick<User, 'role' | 'permissions'>, changed: readonly string[]) => {
  if (changed.length === 0 || mayChangeOwnName(user)) return
  throw new Problem(
    403,
    'forbidden',
    `You cannot change your ${changed.join(' and ')}: it is printed on prescriptions and bills. This needs the permission users.change.`,
  )
}

/** Taking rights from oneself would be noticed too late to be undone. */
export const ownAccount = () => conflict('You cannot disable your own account or lower its role.', {}, 'own_account')
export const lastAdministrator = () => conflict('The clinic needs at least one active system administrator.', {}, 'last_administrator')
