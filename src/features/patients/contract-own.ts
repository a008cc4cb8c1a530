import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, patchOf } from '#shared/paging.ts'
import { changeShape, having } from '#shared/record.ts'
import { typedCode } from './contract-account.ts'
import { Kin, KinInput } from './contract-parts.ts'
import { PatientProfile } from './contract.ts'
import { patientFields } from './record.ts'

export const askLinkCode = endpoint({
  method: 'POST',
  path: '/portal/link-code/',
  summary: 'A code to show at the desk, which then links my account with my record; it ends the one before',
  access: 'patient',
  idempotent: false,
  body: fields({}),
  status: 201,
  response: z.object({
    /** In groups of four; nobody tells it again. */
    code: z.string(),
    /** The rows of its square code: 1 is dark. */
    qr: z.array(z.string()),
    /** For how long it serves from now. */
    seconds: z.int(),
  }),
})

export const redeemLinkSlip = endpoint({
  method: 'POST',
  path: '/portal/link-slip/',
  summary: 'Ask for my account to be linked with my record by the code on the slip of the desk and my date of birth',
  access: 'patient',
  eyes: 'clinic',
  body: fields({ code: typedCode, date_of_birth: z.iso.date() }),
  status: 204,
  response: z.void(),
})

export const getOwnLink = endpoint({
  method: 'GET',
  path: '/portal/link/',
  summary: 'Whether my account waits to be confirmed, and how: by the code that the contact on my record got, or by the clinic',
  access: 'patient',
  eyes: 'clinic',
  live: ['portal'],
  response: z.object({
    request: z
      .object({
        way: z.enum(['contact', 'colleague']),
        /** Where the code was sent, masked. */
        contacts: z.array(z.string()),
        expires_at: Instant,
      })
      .nullable(),
  }),
})

export const confirmOwnLink = endpoint({
  method: 'POST',
  path: '/portal/link/confirm/',
  summary: 'Link my account with my record by the code that the contact on my record got. 409 `no_request`',
  access: 'patient',
  eyes: 'clinic',
  idempotent: false,
  body: fields({ code: typedCode }),
  status: 204,
  response: z.void(),
})

export const sendOwnLinkCode = endpoint({
  method: 'POST',
  path: '/portal/link/code/',
  summary: 'Send the code again to the contact on my record; it ends the one before. 409 `no_request`, `no_contact`',
  access: 'patient',
  eyes: 'clinic',
  idempotent: false,
  body: fields({}),
  status: 204,
  response: z.void(),
})

export const updateOwnProfile = endpoint({
  method: 'PATCH',
  path: '/portal/profile/',
  summary:
    'Change how I am reached, and what I tell of myself; names, date of birth and sex are for the desk. 409 `not_linked`, `deactivated`',
  access: 'patient',
  body: patchOf(fields(changeShape(having(patientFields, 'own', 'write')))),
  response: PatientProfile,
})

export const createOwnKin = endpoint({
  method: 'POST',
  path: '/portal/next-of-kin/',
  summary: 'Add one of my next of kin. 409 `not_linked`, `deactivated`',
  access: 'patient',
  body: KinInput,
  status: 201,
  response: Kin,
})

export const changeOwnKin = endpoint({
  method: 'PATCH',
  path: '/portal/next-of-kin/{id}/',
  summary: 'Change one of my next of kin; contact details that are sent replace those on record. 409 `not_linked`, `deactivated`',
  access: 'patient',
  params: ById,
  body: KinInput.partial().refine((change) => Object.keys(change).length > 0, 'Nothing to change.'),
  response: Kin,
})

export const endOwnKin = endpoint({
  method: 'DELETE',
  path: '/portal/next-of-kin/{id}/',
  summary: 'Take one of my next of kin off my record. 409 `not_linked`, `deactivated`',
  access: 'patient',
  params: ById,
  status: 204,
  response: z.void(),
})
