import type { Client } from 'pg'

/** Further apart than this, in milliseconds, the clocks of server and database are told of. */
export const CLOCKS_APART_MS = 60_000

/** How far the database's clock, which says `at` to a question of the moment `asked`, is ahead: half of the way there and back counts as the way there. */
export const aheadSince = (asked: number, at: Date): number => Math.round(at.getTime() - (asked + Date.now()) / 2)

/** The same with the question. */
export const clockAhead = async (ask: () => Promise<Date>): Promise<number> => {
  const asked = Date.now()
  return aheadSince(asked, await ask())
}

/** What is said at a start when the clocks are too far apart; undefined when they are not. */
export const clockWarning = async (client: Pick<Client, 'query'>): Promise<string | undefined> => {
  const ahead = await clockAhead(async () => (await client.query<{ at: Date }>('select clock_timestamp() as at')).rows[0]!.at)
  if (Math.abs(ahead) <= CLOCKS_APART_MS) return undefined
  const seconds = Math.round(Math.abs(ahead) / 1000)
  return `Warning: the clock of the database is ${seconds} seconds ${ahead > 0 ? 'ahead of' : 'behind'} that of this machine; let both follow a time server.`
}
