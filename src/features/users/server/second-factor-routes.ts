import { stepOf, makeTotpSecret, secretText, totpStep, totpUri } from '#platform/auth/totp.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Before, type Context, type Route, type User } from '#platform/http/handle.ts'
import { qrRows } from '#platform/barcodes.ts'
import type { Services } from '#platform/services.ts'
import { findCompany } from '#features/company/public.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  noteSecondFactorReset,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../contract-security.ts'
import { isOwnPassword } from './is-own-password.ts'
import { lockPerson } from './people.ts'
import {
  deleteSecondFactor,
  findPending,
  findState,
  forgetReset,
  keepPending,
  makeRecoveryCodes,
  takeProof,
  usePending,
  type Proof,
} from './second-factors.ts'
import { endUserSessions } from './sessions.ts'
import { forgetTries, tryCode } from './try-code.ts'

const wrongCode = () => fieldError('code', 'Incorrect or already used code.')
const notOn = () => conflict('Two-factor authentication is not set up.', {}, 'no_second_factor')

const requirePassword = async (services: Services, before: Before, typed: string) => {
  if (!(await isOwnPassword(services, before, typed))) throw fieldError('current_password', 'Incorrect password.')
}

const requireCode = async (services: Services, before: Before, typed: string): Promise<Proof> => {
  const proof = await tryCode(services, before, before.user, typed)
  if (!proof) throw wrongCode()
  return proof
}

/** Takes the code that was found right; somebody else may have been faster with it. */
const useProof = async (services: Services, { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, proof: Proof) => {
  if (!(await takeProof(db, user.id, proof, now))) throw wrongCode()
  await forgetTries(services, user.id)
}

/** Whoever signed in without the step that is there now signs in again. */
const endOthers = async (db: Db, user: User, reason: string, now: Date) => {
  await endUserSessions(db, user.id, reason, now, user.session_id)
  await db.updateTable('sessions').set({ second_factor_due: false }).where('id', '=', user.session_id).execute()
}

const beginRoute = (services: Services) =>
  handlePrepared(
    beginSecondFactor,
    async (input) => {
      await requirePassword(services, input, input.body.current_password)
      const { is_on } = await findState(input.db, input.user.id)
      if (is_on && input.body.code === undefined) throw fieldError('code', 'Enter a code from the authenticator app that you use now.')
      return is_on ? requireCode(services, input, input.body.code ?? '') : null
    },
    async ({ db, user, now, ids, audit, prepared: proof }) => {
      await lockPerson(db, user.id)
      if (proof) await useProof(services, { db, user, now }, proof)
      else if ((await findState(db, user.id)).is_on) throw conflict('Two-factor authentication is already set up.')
      const secret = makeTotpSecret(ids.secret())
      await keepPending(db, services.codeKey, user.id, secret, now)
      audit('begin second factor', { entity: 'user', id: user.id })
      const { name } = await findCompany(db)
      const uri = totpUri(secret, name || 'Kliniki', user.email)
      return { secret: secretText(secret), uri, qr: qrRows(uri) }
    },
  )

const confirmRoute = (services: Services) =>
  handle(confirmSecondFactor, async ({ db, body, user, now, ids, audit, publish }) => {
    await lockPerson(db, user.id)
    const secret = await findPending(db, services.codeKey, user.id, now)
    if (!secret) throw conflict('Time expired. Start the set-up again.', {}, 'set_up_over')
    const step = totpStep(secret, body.code, now, null)
    if (step === null) throw fieldError('code', 'Incorrect code. Wait for the next one, and check the clock of your phone.')
    // Neither this code nor one of before is taken again, whatever the clocks say.
    await usePending(db, user.id, Math.max(step, stepOf(now)), now)
    const recovery_codes = await makeRecoveryCodes(db, { codeKey: services.codeKey, ids }, user.id)
    await endOthers(db, user, 'second factor set up', now)
    await forgetTries(services, user.id)
    audit('set up second factor', { entity: 'user', id: user.id })
    publish('users', user.id)
    publish('rights', user.id)
    return { recovery_codes }
  })

const renewRoute = (services: Services) =>
  handlePrepared(
    renewRecoveryCodes,
    async (input) => {
      await requirePassword(services, input, input.body.current_password)
      if (!(await findState(input.db, input.user.id)).is_on) throw notOn()
      return requireCode(services, input, input.body.code)
    },
    async ({ db, user, now, ids, audit, publish, prepared: proof }) => {
      await lockPerson(db, user.id)
      await useProof(services, { db, user, now }, proof)
      const recovery_codes = await makeRecoveryCodes(db, { codeKey: services.codeKey, ids }, user.id)
      audit('renew recovery codes', { entity: 'user', id: user.id })
      publish('rights', user.id)
      return { recovery_codes }
    },
  )

const requireRemovable = async (db: Db, userId: number) => {
  const { is_on, is_required } = await findState(db, userId)
  if (!is_on) throw notOn()
  if (is_required)
    throw conflict('One of your groups requires two-factor authentication: it cannot be turned off.', {}, 'second_factor_required')
}

const removeRoute = (services: Services) =>
  handlePrepared(
    removeSecondFactor,
    async (input) => {
      await requirePassword(services, input, input.body.current_password)
      await requireRemovable(input.db, input.user.id)
      return requireCode(services, input, input.body.code)
    },
    async ({ db, user, now, audit, publish, prepared: proof }) => {
      await lockPerson(db, user.id)
      // A group may need it since the code was tried.
      await requireRemovable(db, user.id)
      await useProof(services, { db, user, now }, proof)
      await deleteSecondFactor(db, user.id)
      audit('remove second factor', { entity: 'user', id: user.id })
      publish('users', user.id)
      publish('rights', user.id)
    },
  )

/** What people do with their own second step. Neither secrets nor codes go into the trail. */
export const secondFactorRoutes = (services: Services): Route[] => [
  handle(getSecondFactor, ({ db, user }) => findState(db, user.id)),
  handle(noteSecondFactorReset, async ({ db, user, audit, publish }) => {
    await forgetReset(db, user.id)
    audit('note second factor reset', { entity: 'user', id: user.id })
    publish('rights', user.id)
  }),
  beginRoute(services),
  confirmRoute(services),
  renewRoute(services),
  removeRoute(services),
]
