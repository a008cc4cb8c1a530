import type { User } from '#platform/http/handle.ts'

type Holder = Pick<User, 'permissions'>

/** Who works with everybody's requests; a patient sees only what was sent in for their own record, and a foreign one is not there. */
export const maySeeAllRequests = ({ permissions }: Holder) => permissions.has('prescriptions.view')
export const maySendForOthers = ({ permissions }: Holder) =>
  permissions.has('prescriptions.change') || permissions.has('prescriptions.dispense')

/** Who asks patients back. */
export const mayAskBack = ({ permissions }: Holder) => permissions.has('prescriptions.dispense')
