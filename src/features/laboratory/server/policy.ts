import type { Permission } from '#shared/permissions.ts'
import { forbidden } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'

type Holder = Pick<User, 'permissions'>

/** What nobody has approved yet is for those who enter and approve results. */
export const seesEntered = ({ permissions }: Holder) => permissions.has('laboratory.enter') || permissions.has('laboratory.approve')

const require = ({ permissions }: Holder, permission: Permission) => {
  if (!permissions.has(permission)) throw forbidden(permission)
}
/** One call serves who asks for a test, who enters its result and who approves it: what is asked decides which right it needs. */
export const requireMayRequest = (user: Holder) => require(user, 'laboratory.request')
export const requireMayEnter = (user: Holder) => require(user, 'laboratory.enter')
export const requireMayApprove = (user: Holder) => require(user, 'laboratory.approve')

/** Who works with everybody's public requests; a patient sees only their own, and a foreign one is not there. */
export const maySeeAllRequests = ({ permissions }: Holder) => permissions.has('laboratory.view')

/** Who asks for a laboratory service in the name of any patient. */
export const mayAskForOthers = ({ permissions }: Holder) => permissions.has('laboratory.request')
