import { createStore } from '../state/store.ts'

/**
 * Whether the server answers. `heardAt` is when it last did; `waiting` counts changes that go out once when the connection returns, `slow`
 * the requests that have been under way for long.
 */
export interface Connection {
  isLost: boolean
  heardAt: number
  waiting: number
  slow: number
}

export const connection = createStore<Connection>({ isLost: false, heardAt: Date.now(), waiting: 0, slow: 0 })
/** Changes what is known of the connection; `connection.ts` alone decides. */
export const change = (part: Partial<Connection>) => connection.set({ ...connection.get(), ...part })

/** Notes a reply: what is shown may be as new as this. Only the probe ends a lost connection. */
export const heard = () => change({ heardAt: Date.now() })

const onRestored = new Set<() => void>()
/** Runs after the connection has come back, once for each loss. Answers how to stop listening. */
export const whenRestored = (listener: () => void) => {
  onRestored.add(listener)
  return () => void onRestored.delete(listener)
}

/** The connection has come back: everybody who waits for that is told. */
export const restore = () => {
  change({ isLost: false, heardAt: Date.now() })
  for (const listener of Array.from(onRestored)) listener()
}
