import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { fields } from '#shared/paging.ts'
import { getMe } from './contract.ts'

const own = { access: 'signed-in', eyes: 'clinic', method: 'POST', perMinute: 10 } as const

export const sendEmailCode = endpoint({
  ...own,
  path: '/users/me/email-code/',
  summary: 'Send a code to my e-mail address, for showing that it is mine; 409 `no_email` where this clinic sends no e-mail',
  idempotent: false,
  body: fields({}),
  status: 204,
  response: z.void(),
})

export const confirmEmailCode = endpoint({
  ...own,
  path: '/users/me/email-code/confirm/',
  summary: 'Show with the code that my e-mail address is mine',
  idempotent: false,
  body: fields({ code: z.string().max(40) }),
  response: getMe.response,
})
