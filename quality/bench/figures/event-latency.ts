import { get, type ClientRequest } from 'node:http'
import { sql } from 'kysely'
import type { Direct } from '../server/direct.ts'
import { openConnection } from '../server/http-client.ts'
import { type Figures, figuresOf } from './measure.ts'

const MOVES = 50
const PATIENCE_MS = 5_000

interface Stream {
  /** Resolves when news of this visit arrive after now. */
  hear: (visit: number) => Promise<void>
  close: () => void
}

const openStream = (port: number, token: string): Promise<Stream> =>
  new Promise((opened, failed) => {
    const waiting = new Map<number, () => void>()
    const request: ClientRequest = get(
      { port, host: '127.0.0.1', path: '/events/', headers: { authorization: `Bearer ${token}` } },
      (reply) => {
        if (reply.statusCode !== 200) return failed(new Error(`The stream answered ${reply.statusCode}`))
        let text = ''
        reply.setEncoding('utf8')
        reply.on('data', (chunk: string) => {
          text += chunk
          const messages = text.split('\n\n')
          text = messages.pop() ?? ''
          for (const message of messages) {
            const data = /^event: news\ndata: (.*)$/m.exec(message)?.[1]
            for (const { topic, id } of data ? (JSON.parse(data) as { topic: string; id?: number }[]) : [])
              if (topic === 'attendance' && id !== undefined) waiting.get(id)?.()
          }
        })
        opened({
          hear: (visit) =>
            new Promise((heard, missed) => {
              const timer = setTimeout(() => missed(new Error(`No news of visit ${visit} in ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
              waiting.set(visit, () => {
                clearTimeout(timer)
                waiting.delete(visit)
                heard()
              })
            }),
          close: () => request.destroy(),
        })
      },
    )
    request.on('error', failed)
  })

/** From the moment one person sends a move until the news of it has reached another person's stream. */
export const measureEvents = async (port: number, direct: Direct, [mover, watcher]: readonly string[]): Promise<Figures> => {
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from visits where track = 'reception' order by id limit ${MOVES}`.execute(direct.db)
  if (!mover || !watcher || rows.length === 0) throw new Error('There is nobody to move')
  const stream = await openStream(port, watcher)
  const connection = await openConnection(port)
  const times: number[] = []
  let errors = 0
  const start = performance.now()
  for (let i = 0; i < MOVES; i++) {
    const { id, version } = rows[i % rows.length] as (typeof rows)[number]
    const round = Math.floor(i / rows.length)
    const heard = stream.hear(id)
    const from = performance.now()
    const body = { track: round % 2 ? 'reception' : 'triage', version: version + round }
    const { status } = await connection.send({ method: 'PATCH', path: `/patients/initiate-attendance-process/${id}/`, token: mover, body })
    if (status !== 200) errors += 1
    else await heard
    times.push(performance.now() - from)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  stream.close()
  connection.close()
  return figuresOf(times, (performance.now() - start) / 1000, errors)
}
