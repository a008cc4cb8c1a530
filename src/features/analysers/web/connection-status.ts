import type { Equipment } from './analyser-types.ts'

export type ConnectionStatus = 'out of use' | 'not on the line' | 'trouble' | 'connected' | 'silent' | 'never'

/** So long after it was last heard an instrument counts as there. */
const HEARD_MS = 10 * 60_000

type Facts = Pick<Equipment, 'is_active' | 'connection' | 'last_seen_at' | 'last_error'>
/** How an instrument stands at the moment: an error counts until it is heard again. */
export const toConnectionStatus = ({ is_active, connection, last_seen_at, last_error }: Facts, now: number): ConnectionStatus => {
  if (!is_active) return 'out of use'
  if (connection === 'none') return 'not on the line'
  if (last_error !== null) return 'trouble'
  if (last_seen_at === null) return 'never'
  return now - Date.parse(last_seen_at) <= HEARD_MS ? 'connected' : 'silent'
}
