import { useStore } from '#web/state/store.ts'
import { session } from '#web/session/tokens.ts'

/** The id of the person signed in. */
export const useMe = (): number => useStore(session).user?.user_id ?? 0
