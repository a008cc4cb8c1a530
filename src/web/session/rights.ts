import { useQuery } from '@tanstack/react-query'
import { listUserPermissions } from '#calls/users/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { query } from '../calls/api.ts'
import { useStore } from '../state/store.ts'
import { session } from './tokens.ts'

export type Access = Endpoint['access']

/** What a person with these permissions may do. */
export interface Rights {
  allowed: (access: Access) => boolean
  /** Whether the endpoint would let the person in: for menus and buttons. */
  can: (endpoint: Pick<Endpoint, 'access'>) => boolean
}

export const rightsOf = (permissions: readonly string[], isSignedIn: boolean, isPatient = false): Rights => {
  const held = new Set(permissions)
  const allowed = (access: Access) =>
    access === 'public' || (isSignedIn && (access === 'signed-in' || (access === 'patient' ? isPatient : held.has(access))))
  return { allowed, can: ({ access }) => allowed(access) }
}

/** What shows that it failed follows the rights as well, and must not ask again by being shown. */
export const permissionsQuery = (user_id: number) => ({
  ...query(listUserPermissions, { params: { user_id } }),
  staleTime: Infinity,
  retryOnMount: false,
})

/**
 * The rights of the person signed in; a component that uses them follows their changes. Patients need no permission: none is
 * asked for. `isFailed`: they could not be loaded, so that nothing says what the person may open.
 */
export const useRights = (): Rights & { isKnown: boolean; isFailed: boolean } => {
  const { user } = useStore(session)
  const isPatient = user?.role === 'patient'
  const isStaff = user !== null && !isPatient
  const { data, isError } = useQuery({ ...permissionsQuery(user?.user_id ?? 0), enabled: isStaff })
  const isFailed = isError && !data
  return { ...rightsOf(data ?? [], user !== null, isPatient), isKnown: !isStaff || !!data || isError, isFailed }
}
