import type { User } from '#platform/http/handle.ts'

type Holder = Pick<User, 'permissions'>

/** Who may be told what was handed out, and to whom. */
export const maySeeDispenses = ({ permissions }: Holder) => permissions.has('prescriptions.view')
export const maySeePatients = ({ permissions }: Holder) => permissions.has('patients.view')
