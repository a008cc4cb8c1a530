import { createStore } from './store.ts'

/** How far the clock of the clinic's server is ahead of this device's, in milliseconds; 0 where they agree. */
export const clockOffset = createStore(0)

/** The time now by the clinic's server, in milliseconds. A device's own clock may show any year. */
export const clinicNow = (): number => Date.now() + clockOffset.get()

/** A device that is further off than this is told to its user. */
export const TOLERATED_MS = 120_000
/** Less is the time on the way, and the seconds that the header leaves out. */
const NOTICED_MS = 2_000

/** Learns the server's time from the `Date` of a reply to what was sent at `sentAt` by this device. */
export const noteServerTime = ({ headers }: Pick<Response, 'headers'>, sentAt: number, now: number = Date.now()): void => {
  const at = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(at)) return
  const ahead = at + 500 - (sentAt + now) / 2
  const offset = Math.abs(ahead) < NOTICED_MS + (now - sentAt) / 2 ? 0 : ahead
  if (Math.abs(offset - clockOffset.get()) > NOTICED_MS + (now - sentAt) / 2) clockOffset.set(offset)
}
