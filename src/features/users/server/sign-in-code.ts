import type { Db } from '#platform/db/connect.ts'
import { Problem } from '#platform/errors/problem.ts'
import { handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { loginWithCode } from '../contract-security.ts'
import { countCall } from './count-calls.ts'
import { deviceHash } from './keyed-hashes.ts'
import { takeProof } from './second-factors.ts'
import { openSession } from './open-session.ts'
import { deleteTicket, findTicket, passwordMark } from './tickets.ts'
import { forgetTries, noteCode, tryCode } from './try-code.ts'

const wrongCode = () => new Problem(401, 'invalid', 'Incorrect or already used code.')
const ticketOver = () => new Problem(401, 'sign_in_over', 'Time expired. Sign in with your password again.')

/** The person, held until the transaction ends; nothing when disabled or when the password is another by now. */
const sharePerson = async (db: Db, codeKey: Buffer, id: number, mark: Buffer) => {
  const person = await db
    .selectFrom('users')
    .select(['email', 'role', 'first_name', 'password_hash'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return person?.password_hash && passwordMark(codeKey, person.password_hash).equals(mark) ? person : null
}

/** The second step of a sign-in. */
export const signInCodeRoute = (services: Services): Route =>
  handlePrepared(
    loginWithCode,
    async ({ body, db, now, trail, request }) => {
      const device = request.device
      const device_hash = device === null ? null : deviceHash(services.codeKey, device)
      const ticket = device_hash === null ? undefined : await findTicket(db, body.ticket, device_hash, now)
      // Whoever has a ticket for this browser has typed the password in it.
      await countCall(services, loginWithCode, ticket && device_hash ? { account: ticket.id, device: device_hash } : { ip: request.ip })
      if (!ticket || device === null) throw ticketOver()
      const proof = await tryCode(services, { db, trail, now }, ticket, body.code)
      if (!proof) throw wrongCode()
      return { ticket, proof, device }
    },
    async ({ body, prepared: { ticket, proof, device }, ...context }) => {
      const { db, now, trail, audit } = context
      const person = await sharePerson(db, services.codeKey, ticket.id, ticket.password_mark)
      if (!person) throw ticketOver()
      if (!(await takeProof(db, ticket.id, proof, now))) {
        await noteCode(services, { db, trail }, ticket, 'wrong code')
        // Returned, not thrown: the note must last.
        return wrongCode()
      }
      if (!(await deleteTicket(db, body.ticket))) throw ticketOver()
      await forgetTries(services, ticket.id)
      if ('recovery' in proof) audit('use recovery code', { entity: 'user', id: ticket.id })
      return openSession(services, context, { ...person, id: ticket.id }, device)
    },
  )
