import { createStore } from '../state/store.ts'

/** Whether the server answers. `heardAt` is when it last did; `waiting` counts changes that go out once when the line returns. */
export interface Connection {
  isLost: boolean
  heardAt: number
  waiting: number
}

export const connection = createStore<Connection>({ isLost: false, heardAt: Date.now(), waiting: 0 })

const PROBE = '/api/company/clinic/'
const LONGEST_MS = 10_000
let probing: Promise<void> | null = null
const onRestored = new Set<() => void>()

/** Called with every reply: the line is there. */
export const heard = () => {
  const now = connection.get()
  connection.set({ ...now, isLost: false, heardAt: Date.now() })
  if (now.isLost) for (const listener of Array.from(onRestored)) listener()
}

const probe = async () => {
  for (let wait = 1000; connection.get().isLost; wait = Math.min(wait * 1.5, LONGEST_MS)) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    const response = await fetch(PROBE, { cache: 'no-store' }).catch(() => null)
    if (response && response.status < 500) heard()
  }
}

/** Called when a request got no reply: asks again and again, more and more rarely, until one does. */
export const lost = () => {
  connection.set({ ...connection.get(), isLost: true })
  probing ??= probe().finally(() => void (probing = null))
}

/** Called when the stream of news broke off: asks once, so that a screen on which nobody does anything knows too. */
export const suspect = async () => {
  if (connection.get().isLost) return
  const response = await fetch(PROBE, { cache: 'no-store' }).catch(() => null)
  if (response) heard()
  else lost()
}

/** Runs after the line has come back. Answers how to stop listening. */
export const whenRestored = (listener: () => void) => {
  onRestored.add(listener)
  return () => void onRestored.delete(listener)
}

/** Holds a change until the line returns, counted where the person sees it. */
export const waitForLine = async () => {
  if (!connection.get().isLost) return
  connection.set({ ...connection.get(), waiting: connection.get().waiting + 1 })
  await new Promise<void>((resolve) => {
    const stop = whenRestored(() => {
      stop()
      resolve()
    })
  })
  connection.set({ ...connection.get(), waiting: connection.get().waiting - 1 })
}
