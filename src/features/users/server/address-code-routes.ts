import { conflict, fieldError } from '#platform/errors/problem.ts'
import { handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { confirmEmailCode, sendEmailCode } from '../contract-email.ts'
import { sendAddressCode, takeAddressCode, type AddressCodes } from './address-codes.ts'
import { getOwnAccount, lockPerson } from './people.ts'

const CODES = { points: 5, seconds: 3600 }
const TRIES = { points: 10, seconds: 3600 }

/** How people show that the address of their account is theirs. */
export const addressCodeRoutes = (services: Services, codes: AddressCodes): Route[] => [
  handlePrepared(
    sendEmailCode,
    async ({ db, user }) => {
      if (!(await codes.isOn(db))) throw conflict('This clinic sends no e-mail: addresses are not verified.', {}, 'no_email')
      await services.limiter.spend('e-mail codes', String(user.id), CODES)
    },
    async (context) => {
      const { db, user, audit } = context
      const person = await lockPerson(db, user.id)
      if (!person || person.email_verified_at !== null) throw conflict('This address is verified already.', {}, 'verified')
      const { language = null } = person.preferences as { language?: string }
      await sendAddressCode(services, codes, context, { ...person, language })
      audit('send address code', { entity: 'user', id: user.id })
    },
  ),

  handlePrepared(
    confirmEmailCode,
    ({ user }) => services.limiter.spend('tries of e-mail codes', String(user.id), TRIES),
    async ({ db, body, user, now, audit, publish }) => {
      if (!(await takeAddressCode(db, services.codeKey, user, body.code, now)))
        throw fieldError('code', 'This code is not right, or too old. Ask for a new one.')
      audit('verify address', { entity: 'user', id: user.id })
      publish('users', user.id)
      return getOwnAccount(db, codes, user, now)
    },
  ),
]
