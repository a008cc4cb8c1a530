import type { User } from '#platform/http/handle.ts'

type Holder = Pick<User, 'permissions'>

/** Who may be told what was handed out, and to whom. */
export const maySeeDispenses = ({ permissions }: Holder) => permissions.has('prescriptions.view')
/** Who has a medicine is medical: to see patients is not enough. */
export const maySeePatients = (holder: Holder) => maySeeDispenses(holder) && holder.permissions.has('patients.view')
