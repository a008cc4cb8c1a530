import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { topics, type Topic } from '#shared/topics.gen.ts'
import { fieldError, notSignedIn, tooMany } from '#platform/errors/problem.ts'
import type { News } from '#platform/events/hub.ts'
import { callerOf, refuse } from './admit.ts'
import type { User } from './handle.ts'
import { type GuardHttp2, isGone } from './http2.ts'
import type { Parts } from './server-dependencies.ts'

const HEARTBEAT_MS = 15_000
/**
 * A browser needs one stream, or one a tab where it has no shared workers. Of one account in this process, over all of its sessions: a stream is
 * memory and a question each heartbeat.
 */
const MAX_STREAMS = 50
/** A reader that has stopped reading is let go; it comes back and asks for everything. */
const MAX_UNREAD_BYTES = 65_536

const personal = new Set<Topic>(['rights', 'portal', 'notifications'])

/** News about somebody's rights, record or inbox is for that person, whose id it carries; without one it is for everybody. */
const concerns = (user: User, { topic, id }: News) => !personal.has(topic) || id === undefined || id === user.id

const mayHear = (user: User, item: News) => {
  if (!concerns(user, item)) return false
  const { topic } = item
  const needed: string = topics[topic]
  if (needed === 'staff' || needed === 'patient') return (user.role === 'patient') === (needed === 'patient')
  return needed === 'signed-in' || user.permissions.has(needed)
}

/** How many seconds ago the reader began to read, or was last here: what has happened since is told first. */
const secondsMissed = (request: FastifyRequest): number => {
  const { ago = '0' } = request.query as { ago?: unknown }
  if (typeof ago !== 'string' || !/^\d{1,9}$/.test(ago)) throw fieldError('ago', 'Give a whole number of seconds.')
  return Number(ago)
}

const message = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * The live stream: server-sent events of topic, id and patient, never data, read with fetch and the bearer header. Each heartbeat signs the
 * request in again; when the session has ended or the token has run out the stream closes, and the browser comes back with a fresh one.
 */
export const eventStream = (app: FastifyInstance, parts: Parts, work: GuardHttp2['work']) => {
  const { authenticate, events, limiter, clock, metrics } = parts
  const open = new Set<() => void>()
  const streams = new Map<number, number>()
  const count = (account: number, change: 1 | -1) => {
    metrics.countStreams(change)
    const now = (streams.get(account) ?? 0) + change
    if (now > 0) streams.set(account, now)
    else streams.delete(account)
  }
  app.addHook('preClose', async () => {
    for (const end of open) end()
  })

  const stream = async (request: FastifyRequest, reply: FastifyReply) => {
    const first = await authenticate(request)
    if (!first) {
      await refuse(parts, request, null, notSignedIn(request.headers.authorization))
      return
    }
    await limiter.countCall(callerOf(request, first))
    const missed = secondsMissed(request)
    let user: User = first
    if ((streams.get(user.id) ?? 0) >= MAX_STREAMS) {
      await refuse(parts, request, user, tooMany(HEARTBEAT_MS / 1000, 'Too many open tabs with this account. Close some.'))
      return
    }
    reply.hijack()
    // Cut while it was signed in: its end will not be heard of again.
    if (isGone(reply)) return
    count(user.id, 1)
    const { raw } = reply
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    const report = (news: News[]) => {
      const heard = news.filter((item) => mayHear(user, item))
      if (heard.length > 0) raw.write(message('news', heard))
    }
    const unsubscribe = events.subscribe((news) => {
      if (raw.writableLength > MAX_UNREAD_BYTES) {
        end()
        raw.destroy()
        return
      }
      if (news.length === 0) raw.write(message('everything', {}))
      report(news)
      if (news.some((item) => item.topic === 'rights' && concerns(user, item))) void beat()
    })
    const end = () => {
      if (!open.delete(end)) return
      clearInterval(timer)
      unsubscribe()
      count(user.id, -1)
      raw.end()
    }
    const beat = async () => {
      const still = await authenticate(request).catch(() => user)
      // Closed while the question was under way: writing now would be an error that nobody catches.
      if (!open.has(end)) return
      if (!still) return end()
      user = still
      raw.write(message('beat', { at: clock().toISOString() }))
    }
    const timer = setInterval(() => void beat(), HEARTBEAT_MS)
    open.add(end)
    raw.on('close', end)
    const recent = missed === 0 ? [] : events.recent(missed * 1000)
    if (recent) report(recent)
    else raw.write(message('everything', {}))
    // Whoever has heard this has heard all before it.
    raw.write(message('hello', { at: clock().toISOString() }))
  }

  for (const url of ['/events/', '/api/events/']) app.get(url, (request, reply) => work(request, () => stream(request, reply)))
}
