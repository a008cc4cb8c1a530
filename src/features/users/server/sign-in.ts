import { successorOf } from '#platform/auth/tokens.ts'
import { writeTrail } from '#platform/audit/audit.ts'
import { Problem } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { login, refresh } from '../contract.ts'
import { deviceHash, emailHash, wellFormedDevice } from './keyed-hashes.ts'
import { findAccount, shareAccount } from './people.ts'
import { openSession } from './open-session.ts'
import { findState } from './second-factors.ts'
import { endSession, lockRefreshToken, replaceRefreshToken } from './sessions.ts'
import { insertTicket, passwordMark } from './tickets.ts'
import { insertLoginAttempt, tryPassword } from './try-password.ts'

const wrongLogin = () => new Problem(401, 'invalid', 'Wrong login.', { fields: { '': ['Invalid email or password.'] } })
/** The password was right; only the bearer of this ticket, in this browser, is told so. */
const codeNeeded = (ticket: string) => new Problem(401, 'code_needed', 'Type the code of your authenticator.', { extra: { ticket } })
const notValid = () => new Problem(401, 'token_not_valid', 'The token is not valid or has expired.')

/** Two tabs, or a reply that was lost on the line, may bring the same refresh token twice within this time. */
const TWIN_MS = 30_000

/** Sign-in, and the chain of refresh tokens that carries a session on. */
export const signInRoutes = (services: Services): Route[] => [
  handlePrepared(
    login,
    async ({ body, db, now, trail, ids, request }) => {
      const email = body.email.trim().toLowerCase()
      const account = await findAccount(db, email)
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

  handle(refresh, async ({ db, body, now, trail, request, publish }) => {
    const found = await lockRefreshToken(db, body.refresh)
    if (!found || found.ended_at || found.session_expires_at <= now || !found.is_active || request.device === null) throw notValid()
    const { sid, user_id, role, first_name, email, used_at } = found
    const end = async (reason: string) => {
      await endSession(db, user_id, sid, reason, now)
      await writeTrail(db, trail, [{ action: 'end session', entity: 'user', id: user_id, change: { reason } }])
      publish('rights', user_id)
      // Returned, not thrown: the end of the session must last.
      return notValid()
    }
    if (!deviceHash(services.codeKey, request.device).equals(found.device_hash)) return end('refresh from another device')
    if (used_at && now.getTime() - used_at.getTime() > TWIN_MS) return end('refresh reuse')
    const next = successorOf(services.codeKey, body.refresh)
    if (!used_at) {
      if (found.expires_at <= now) throw notValid()
      await replaceRefreshToken(db, found, next, now)
    }
    return { access: services.tokens.sign({ user_id, role, first_name, email, sid }), refresh: next }
  }),
]
