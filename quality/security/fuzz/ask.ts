import { Agent, request } from 'node:http'
import type { Plan } from './plan.ts'
import type { Answer } from './check-answer.ts'

const PATIENCE_MS = 60_000

const placeOf = (at: number) => `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`

/** Sends plans to the program, each as if from another place, so that no rate limit answers instead. */
export const asker = (port: number, lanes: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const ask = ({ endpoint, path, headers, body }: Plan, token: string | undefined, at: number): Promise<Answer> =>
    new Promise((answered, failed) => {
      const from = performance.now()
      const sent = request(
        {
          agent,
          port,
          host: '127.0.0.1',
          method: endpoint.method,
          path,
          timeout: PATIENCE_MS,
          headers: {
            ...headers,
            'x-forwarded-for': placeOf(at),
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
          },
        },
        (reply) => {
          const parts: Buffer[] = []
          reply.on('data', (part: Buffer) => parts.push(part))
          reply.on('error', failed)
          reply.on('end', () =>
            answered({
              status: reply.statusCode ?? 0,
              type: reply.headers['content-type'] ?? '',
              text: Buffer.concat(parts).toString('latin1') === '' ? '' : Buffer.concat(parts).toString(),
              ms: performance.now() - from,
            }),
          )
        },
      )
      sent.on('timeout', () => sent.destroy(new Error(`no answer in ${PATIENCE_MS / 1000} s`)))
      sent.on('error', failed)
      sent.end(body)
    })
  return { ask, close: () => agent.destroy() }
}
