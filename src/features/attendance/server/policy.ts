import type { Permission } from '#shared/permissions.ts'
import type { User } from '#platform/http/handle.ts'
import { permissionsForChange, permissionsForMove, getTrackPermissions, type Track } from '../rules.ts'

type Holder = Pick<User, 'permissions'>
const holdsOne = ({ permissions }: Holder, enough: readonly Permission[]) => enough.some((one) => permissions.has(one))

/** Whether this person may make this move; false for a move that nobody may make. */
export const mayMove = (user: Holder, from: Track, to: Track) => holdsOne(user, permissionsForMove(from, to))

/** Whether this person may take, or hand back, a patient on this track. */
export const mayAttend = (user: Holder, track: Track) => holdsOne(user, getTrackPermissions(track))

export const mayChange = (user: Holder, field: keyof typeof permissionsForChange) => holdsOne(user, permissionsForChange[field])
