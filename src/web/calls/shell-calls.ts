import type { getClinic as GetClinic } from '#features/company/contract.ts'
import type { getProfile as GetProfile, searchPatients as SearchPatients } from '#features/patients/contract.ts'
import type {
  getMe as GetMe,
  listUserPermissions as ListUserPermissions,
  login as Login,
  logout as Logout,
  updateMe as UpdateMe,
} from '#features/users/contract.ts'
import type { loginWithCode as LoginWithCode } from '#features/users/contract-second-factor.ts'

/** What the compiler compares with the contract; the schemas stay out of the first load. */
type Facts<E> = Omit<
  E,
  | 'summary'
  | 'params'
  | 'query'
  | 'body'
  | 'response'
  | 'also'
  | 'audit'
  | 'atDesk'
  | 'eyes'
  | 'perMinute'
  | 'countsItself'
  | 'work'
  | 'status'
  | 'errors'
  | 'beforePasswordChange'
  | 'beforeSecondFactor'
  | 'beforeSetUp'
  | 'offers'
>
/** An endpoint by its facts alone, for screens that may not load its contract. */
export const bare = <E>(facts: Facts<E>) => facts as unknown as E

export const login = bare<typeof Login>({ method: 'POST', path: '/users/login/', access: 'public', idempotent: false })
export const loginWithCode = bare<typeof LoginWithCode>({
  method: 'POST',
  path: '/users/login/code/',
  access: 'public',
  idempotent: false,
})
export const logout = bare<typeof Logout>({ method: 'POST', path: '/users/logout/', access: 'signed-in', idempotent: false })
export const getMe = bare<typeof GetMe>({ method: 'GET', path: '/users/me/', access: 'signed-in', live: ['users', 'rights'] })
export const updateMe = bare<typeof UpdateMe>({ method: 'PATCH', path: '/users/me/', access: 'signed-in' })
export const listUserPermissions = bare<typeof ListUserPermissions>({
  method: 'GET',
  path: '/authperms/permissions/user/{user_id}/',
  access: 'signed-in',
  live: ['rights'],
})
export const getClinic = bare<typeof GetClinic>({ method: 'GET', path: '/company/clinic/', access: 'public', live: ['company'] })
/** Its first page alone: what is typed next narrows it. */
export const searchPatients = bare<Omit<typeof SearchPatients, 'paged'>>({
  method: 'GET',
  path: '/patient/search/',
  access: 'patients.view',
  live: ['patients'],
})
export const getProfile = bare<typeof GetProfile>({
  method: 'GET',
  path: '/patients/patient-profile/',
  access: 'signed-in',
  live: ['patients', 'portal'],
})
