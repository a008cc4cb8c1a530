import { successorOf } from '#platform/auth/tokens.ts'
import { writeTrail } from '#platform/audit/audit.ts'
import { Problem } from '#platform/errors/problem.ts'
import { handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { login, refresh } from '../contract.ts'
import { countCall } from './count-calls.ts'
import { deviceHash, emailHash, knownDevice, wellFormedDevice } from './keyed-hashes.ts'
import { findAccount, shareAccount } from './people.ts'
import { openSession } from './open-session.ts'
import { findState } from './second-factors.ts'
import { endSession, findRefreshToken, lockRefreshToken, replaceRefreshToken, type RefreshToken } from './sessions.ts'
import { insertTicket, passwordMark } from './tickets.ts'
import { insertLoginAttempt, tryPassword } from './try-password.ts'

const wrongLogin = () => new Problem(401, 'invalid', 'Sign-in failed.', { fields: { '': ['Incorrect e-mail address or password.'] } })
/** The password was right; only the bearer of this ticket, in this browser, is told so. */
const codeNeeded = (ticket: string) => new Problem(401, 'code_needed', 'Enter the code from your authenticator app.', { extra: { ticket } })
const notValid = () => new Problem(401, 'token_not_valid', 'The token is not valid or has expired.')

/** Two tabs, or a reply that was lost on the line, may bring the same refresh token twice within this time. */
const DUPLICATE_MS = 30_000

type Refusal = 'not valid' | 'refresh from another device' | 'refresh reuse'

/** Why a refresh token buys nothing from this browser; null when it does. All but `not valid` ends the session. */
const refusalOf = (codeKey: Buffer, found: RefreshToken, device: string | null, now: Date): Refusal | null => {
  if (found.ended_at || found.session_expires_at <= now || !found.is_active || device === null) return 'not valid'
  if (!deviceHash(codeKey, device).equals(found.device_hash)) return 'refresh from another device'
  if (found.used_at) return now.getTime() - found.used_at.getTime() > DUPLICATE_MS ? 'refresh reuse' : null
  return found.expires_at <= now ? 'not valid' : null
}

/** Sign-in, and the chain of refresh tokens that carries a session on. */
export const signInRoutes = (services: Services): Route[] => [
  handlePrepared(
    login,
    async ({ body, db, now, trail, ids, request }) => {
      const email = body.email.trim().toLowerCase()
      // Without the cookie of a browser nobody is known: counted before anything is looked up.
      if (wellFormedDevice(request.device) === null) await countCall(services, login, { ip: request.ip })
      const account = await findAccount(db, email)
      if (wellFormedDevice(request.device) !== null) {
        const known = account ? knownDevice(services.codeKey, request.device, account.known_devices) : null
        await countCall(services, login, account && known ? { account: account.id, device: known } : { ip: request.ip })
      }
      const isOpen = account?.is_active && (account.one_time_until === null || account.one_time_until > now)
      const password_hash = isOpen ? account.password_hash : null
      const fits = await tryPassword(
        services,
        { db, trail, request },
        { email, user_id: account?.id ?? null, password_hash, known_devices: account?.known_devices ?? [] },
        body.password,
      )
      if (!fits || !account || password_hash === null) throw wrongLogin()
      return { userId: account.id, password_hash, device: wellFormedDevice(request.device) ?? ids.secret() }
    },
    async ({ prepared: { userId, password_hash, device }, ...context }) => {
      const { db, now, trail, ids, reply } = context
      // The person may have been disabled, or the password changed, while it was being checked.
      const person = await shareAccount(db, userId, password_hash)
      if (!person) throw wrongLogin()
      const { is_on } = await findState(db, userId)
      if (!is_on) return openSession(services, context, { ...person, id: userId }, device)
      const { codeKey } = services
      const ticket = ids.secret()
      const marks = { device_hash: deviceHash(codeKey, device), password_mark: passwordMark(codeKey, password_hash) }
      await insertTicket(db, ticket, { user_id: userId, ...marks }, now)
      await insertLoginAttempt(db, trail, emailHash(codeKey, person.email), userId, 'code asked')
      reply.setDevice(device)
      // Returned, not thrown: the ticket must last.
      return codeNeeded(ticket)
    },
  ),

  handlePrepared(
    refresh,
    // Only what is refused counts against the network: whoever sends it takes no session from others there.
    async ({ db, body, now, request }) => {
      const found = await findRefreshToken(db, body.refresh)
      const valid = found && refusalOf(services.codeKey, found, request.device, now) === null ? found : null
      await countCall(services, refresh, valid ? { account: valid.user_id } : { ip: request.ip })
    },
    async ({ db, body, now, trail, request, publish }) => {
      const found = await lockRefreshToken(db, body.refresh)
      const refusal = found ? refusalOf(services.codeKey, found, request.device, now) : 'not valid'
      if (!found || refusal === 'not valid') throw notValid()
      const { sid, user_id, role, first_name, email, used_at } = found
      if (refusal !== null) {
        await endSession(db, user_id, sid, refusal, now)
        await writeTrail(db, trail, [{ action: 'end session', entity: 'user', id: user_id, change: { reason: refusal } }])
        publish('rights', user_id)
        // Returned, not thrown: the end of the session must last.
        return notValid()
      }
      const next = successorOf(services.codeKey, body.refresh)
      if (!used_at) await replaceRefreshToken(db, found, next, now)
      return { access: services.tokens.sign({ user_id, role, first_name, email, sid }), refresh: next }
    },
  ),
]
