import type { Permission } from '#shared/permissions.ts'
import { fullName } from '#web/text/format.ts'
import { useMe } from '#web/look/preferences.ts'
import { useRights } from '#web/session/rights.ts'
import { session } from '#web/session/session.ts'
import { useStore } from '#web/state/store.ts'
import { movesFrom, permissionsForChange, permissionsForMove, getTrackPermissions, type Track } from '../rules.ts'

/** What the person signed in may do to visits, by the tables that the server goes by. */
export const useVisitRights = () => {
  const { allowed } = useRights()
  const me = useMe()
  const { user } = useStore(session)
  const holdsOne = (enough: readonly Permission[]) => enough.some(allowed)
  return {
    me: { id: user?.user_id ?? 0, name: me ? fullName(me) : (user?.first_name ?? '') },
    movesOf: (from: Track): Track[] => movesFrom(from).filter((to) => holdsOne(permissionsForMove(from, to))),
    mayAttend: (track: Track) => holdsOne(getTrackPermissions(track)),
    mayChange: (field: keyof typeof permissionsForChange) => holdsOne(permissionsForChange[field]),
  }
}
