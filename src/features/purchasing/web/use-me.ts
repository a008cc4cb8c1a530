import { useStore } from '#web/store.ts'
import { session } from '#web/tokens.ts'

/** The id of the person signed in. */
export const useMe = (): number => useStore(session).user?.user_id ?? 0
