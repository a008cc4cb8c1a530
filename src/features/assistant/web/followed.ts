import type { Message } from './chat-state.ts'
import { clinicNow } from '#web/state/clinic-clock.ts'

/** As long as the server takes a question for one that follows. */
const FOLLOWS_MS = 30 * 60_000

/** The answer that the next question would follow: the last one that was given, unless that is long ago. */
export const followedBy = (messages: readonly Message[], now: number = clinicNow()): Message | null => {
  const last = messages.findLast(({ status }) => status === 'answered')
  return last && now - Date.parse(last.asked_at) < FOLLOWS_MS ? last : null
}
