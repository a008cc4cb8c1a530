import type { Permission } from '#shared/permissions.ts'
import { forbidden } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'

type Holder = Pick<User, 'permissions'>

/** Prices are for those who see services. */
export const mayPrice = ({ permissions }: Holder) => permissions.has('services.view')

const require = ({ permissions }: Holder, permission: Permission) => {
  if (!permissions.has(permission)) throw forbidden(permission)
}
/** Who writes lines down asks what they come to: also of somebody else's paper. */
export const requireMayCheck = (user: Holder) => {
  if (!user.permissions.has('pharmacy.transcribe')) require(user, 'prescriptions.change')
}
/** One call serves who writes lines and who hands them out: what is asked decides which right it needs. */
export const requireMayPrescribe = (user: Holder) => require(user, 'prescriptions.change')
export const requireMayDispense = (user: Holder) => require(user, 'prescriptions.dispense')
