import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 180_000
const ANSWER_MS = 10_000
/** So many good answers in a row: what was struck may answer once more before it falls. */
const STEADY = 5
const EACH_MS = 50

/** What the clinic answers with its database behind it, on a connection of its own: 200, another status, or why there was none. */
const answer = (port: number): Promise<string> =>
  new Promise((done) => {
    const asked = request({ port, host: '127.0.0.1', path: '/health/ready', agent: false, timeout: ANSWER_MS }, (reply) => {
      reply.resume()
      reply.once('end', () => done(String(reply.statusCode)))
      reply.once('error', () => done('cut'))
    })
    asked.once('timeout', () => asked.destroy(new Error('silent')))
    asked.once('error', (error) => done((error as { code?: string }).code ?? error.message))
    asked.end()
  })

/** Seconds from `since` (of `performance.now()`) to the first answer that was good and stayed so; throws, with what was heard instead, after three minutes. */
export const secondsToRecover = async (port: number, since: number): Promise<number> => {
  let firstGood: number | null = null
  const heard = new Map<string, number>()
  for (let good = 0; good < STEADY; await sleep(EACH_MS)) {
    const message = await answer(port)
    heard.set(message, (heard.get(message) ?? 0) + 1)
    good = message === '200' ? good + 1 : 0
    firstGood = good === 0 ? null : (firstGood ?? performance.now())
    if (performance.now() - since > PATIENCE_MS)
      throw new Error(`It did not recover within ${PATIENCE_MS / 1000} s: ${JSON.stringify(Object.fromEntries(heard))}`)
  }
  return ((firstGood ?? since) - since) / 1000
}
