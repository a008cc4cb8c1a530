import type { Reply } from '../clinic.ts'

/** Asks again while the program is too busy (503), as a screen does: a slow machine tells some of a hundred at once to come back. */
export const patiently = async (ask: () => Promise<Reply>): Promise<Reply> => {
  const reply = await ask()
  return reply.status === 503 ? patiently(ask) : reply
}
