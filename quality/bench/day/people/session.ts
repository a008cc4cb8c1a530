import type { HttpReply } from '../../server/http-client.ts'
import type { Line } from './line.ts'

/** An account, as somebody at the clinic has it. */
export interface Account {
  email: string
  password: string
}
/** An access token is good for ten minutes; a browser asks for the next one before that. */
const FRESH_MS = 8 * 60_000

export interface Session {
  /** A token that is good now: signs in, or exchanges the refresh token, when it has to. */
  token: () => Promise<string>
  /** The server has refused the token: the next one is another. */
  refused: (token: string) => void
}

const cookieOf = ({ head }: HttpReply) => /\r\nset-cookie: ([^;\r]+)/i.exec(head)?.[1] ?? null

export interface SessionOptions {
  line: Line
  account: Account
  onReply: (path: string, ms: number) => void
  /** Told when the server did not take a refresh token, and what it said: there is another sign-in. */
  onCut: (path: string, why: string) => void
}

/** The session of one browser with its device cookie. One exchange at a time: a refresh token is good once. */
export const openSession = ({ line, account: { email, password }, onReply, onCut }: SessionOptions): Session => {
  let tokens: { access: string; refresh: string; at: number } | null = null
  let device = ''
  let asking: Promise<string> | null = null

  const take = (reply: HttpReply) => {
    const { access, refresh } = JSON.parse(reply.body) as { access: string; refresh: string }
    device = cookieOf(reply) ?? device
    tokens = { access, refresh, at: Date.now() }
    return access
  }
  const post = async (path: '/users/login/' | '/users/token/refresh/', body: object) => {
    const headers = device === '' ? undefined : { cookie: device }
    const { reply } = await line.send({ method: 'POST', path, body, ...(headers && { headers }) }, (ms) => onReply(path, ms))
    return reply
  }
  const signIn = async () => {
    const reply = await post('/users/login/', { email, password })
    if (reply.status !== 200) throw new Error(`${email} could not sign in: ${reply.status} ${reply.body}`)
    return take(reply)
  }
  const next = async () => {
    if (tokens === null) return signIn()
    const reply = await post('/users/token/refresh/', { refresh: tokens.refresh })
    if (reply.status === 200) return take(reply)
    // A line that was cut for longer than the server remembers the exchange: sign in once more.
    onCut('/users/token/refresh/', `${reply.status} ${reply.body.slice(0, 120)}`)
    return signIn()
  }
  return {
    token: async () => {
      if (tokens !== null && Date.now() - tokens.at < FRESH_MS) return tokens.access
      asking ??= next().finally(() => (asking = null))
      return asking
    },
    refused: (token) => {
      if (tokens?.access === token) tokens.at = 0
    },
  }
}
