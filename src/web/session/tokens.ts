import { isIdle, isLockNear, noteActivity, warnWhenNear } from './activity.ts'
import { attempt, persist } from '../calls/connection.ts'
import { heard } from '../calls/connection-state.ts'
import { ApiError, readError } from '../calls/http.ts'
import { readLocal, writeLocal } from '../state/local.ts'
import { createStore } from '../state/store.ts'
import { decodeToken, type SessionUser } from './token.ts'

export interface Tokens {
  access: string
  refresh: string
}
/** Who is signed in; `isExpired` while the sign-in dialog stands over the page and calls wait. */
export interface Session {
  user: SessionUser | null
  isExpired: boolean
}

const EARLY_MS = 30_000
/** When the token was given, by this machine's clock: clocks of clinics are often wrong, so the server's is not compared with it. */
const GIVEN_AT = 'token_at'
/** The sign-in dialog stands over a page: a page that is loaded anew does not get round it. */
const LOCKED = 'locked'

/** Drops what cannot be decoded: the person then meets the sign-in page. */
const readUser = (): SessionUser | null => {
  const token = readLocal('token')
  if (token === null) return null
  try {
    return decodeToken(token)
  } catch {
    forget()
    return null
  }
}

const forget = () => {
  for (const key of ['token', 'refresh', GIVEN_AT, LOCKED]) writeLocal(key, null)
}

export const session = createStore<Session>({ user: null, isExpired: false })

/** Reads the stored tokens at start. A session left alone beyond the idle limit is over. */
export const restoreSession = () => {
  const user = readUser()
  if (user && isIdle()) forget()
  const isOver = user === null || isIdle() || readLocal(LOCKED) !== null
  noteActivity()
  session.set({ user: isOver ? null : user, isExpired: false })
}

/** Takes a new pair: stored, and the calls that were waiting go on. Throws when the access token cannot be decoded. */
export const adoptTokens = ({ access, refresh }: Tokens): SessionUser => {
  const user = decodeToken(access)
  writeLocal(LOCKED, null)
  writeLocal('refresh', refresh)
  writeLocal(GIVEN_AT, String(Date.now()))
  writeLocal('token', access)
  session.set({ user, isExpired: false })
  return user
}

export const dropTokens = () => {
  forget()
  session.set({ user: null, isExpired: false })
}

/** Marks the session as over while the page stays: the sign-in dialog opens, calls wait. */
export const expireSession = () => {
  const { user } = session.get()
  if (!user) return
  writeLocal(LOCKED, '1')
  session.set({ user, isExpired: true })
}

const LOOK_EVERY_MS = 1_000
/** Warns before it locks a page that has not been used for the idle limit, and locks it. */
export const lockWhenIdle = () =>
  setInterval(() => {
    const { user, isExpired } = session.get()
    if (!user || isExpired) isLockNear.set(false)
    else if (isIdle()) expireSession()
    else warnWhenNear()
  }, LOOK_EVERY_MS)

const signedOut = () => new ApiError(401, { detail: 'Sign in first.', code: 'not_authenticated' })

/** Resolves when the person has signed in again; throws when they signed out instead. */
const renewed = () =>
  new Promise<string>((resolve, reject) => {
    const stop = session.subscribe(() => {
      const { user, isExpired } = session.get()
      if (isExpired) return
      stop()
      if (user) resolve(user.token)
      else reject(signedOut())
    })
  })

const isFresh = (user: SessionUser) => {
  const given = Number(readLocal(GIVEN_AT) ?? Number.NaN)
  const end = Number.isFinite(given) ? given + user.lifetime * 1000 : user.expires_at * 1000
  return Date.now() < end - EARLY_MS
}

/** Another tab may have exchanged the token already: what is stored counts. */
const adoptStored = (used: string): boolean => {
  const stored = readUser()
  if (!stored || stored.token === used) return false
  session.set({ user: stored, isExpired: false })
  return true
}

const exchangeOnce = () =>
  attempt(async ({ signal }): Promise<Tokens | null> => {
    const response = await fetch('/api/users/token/refresh/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh: readLocal('refresh') ?? '' }),
      signal,
    })
    if (response.status < 500) heard()
    if (response.ok) return (await response.json()) as Tokens
    if (response.status === 400 || response.status === 401) return null
    throw await readError(response)
  }, {})

/** The server answers the same successor to a token that is shown again within half a minute: a lost reply may be asked for again. */
const exchange = async (): Promise<void> => {
  const tokens = await persist(exchangeOnce, { mayRepeat: true })
  if (tokens) adoptTokens(tokens)
  else expireSession()
}

let exchanging: Promise<void> | null = null

/** Exchanges the pair, once however many calls ask for it. A refusal, or an idle screen, expires the session. */
const renew = async (used: string): Promise<void> => {
  if (adoptStored(used)) return
  if (isIdle()) return expireSession()
  exchanging ??= exchange().finally(() => void (exchanging = null))
  await exchanging
}

/** A token that is good now: the one we have, a new one, or, after the session ran out, the one of the next sign-in. Throws when signed out. */
export const freshToken = async (): Promise<string> => {
  const { user, isExpired } = session.get()
  if (!user) throw signedOut()
  if (isExpired) return renewed()
  if (isFresh(user)) return user.token
  await renew(user.token)
  return session.get().isExpired ? renewed() : freshToken()
}

/** The same without ever waiting for the person: null when nobody is signed in, or not any more. */
export const tokenIfSignedIn = async (): Promise<string | null> => {
  const { user, isExpired } = session.get()
  if (!user || isExpired) return null
  if (!isFresh(user)) await renew(user.token)
  const now = session.get()
  return now.isExpired ? null : (now.user?.token ?? null)
}

/** After a 401: a token other than the refused one. */
export const tokenAfterRefusal = async (refused: string): Promise<string> => {
  const { user, isExpired } = session.get()
  if (user && !isExpired && user.token === refused) await renew(refused)
  return freshToken()
}

/** Follows the other tabs: signed out there is signed out here; another person there means this page starts again. */
export const followOtherTabs = (go: { toLogin: () => void; toStart: () => void }) => {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'token' && key !== null) return
    const { user } = session.get()
    if (newValue === null) {
      if (!user) return
      session.set({ user: null, isExpired: false })
      return go.toLogin()
    }
    const next = readUser()
    if (!next) return
    if (user?.user_id !== next.user_id) return go.toStart()
    session.set({ user: next, isExpired: false })
  })
}
