import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Ref, patchOf } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { changeShape, having } from '#shared/record.ts'
import { Kin, KinInput, PatientProfile } from './contract.ts'
import { patientFields } from './record.ts'

/** As typed or scanned; what is wrong with it is never told. */
export const typedCode = z.string().min(1).max(40)

/** Somebody's own account, as the desk compares it with the record. */
const Account = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string().nullable(),
  date_of_birth: z.string().nullable(),
})

export const PatientAccount = z
  .object({
    account: Account.extend({
      kind: z.enum(['code', 'slip']).nullable(),
      linked_at: Instant.nullable(),
      linked_by: z.string().nullable(),
      /** Who confirmed it: the contact on file, or a second member of staff; null for what was linked before links were confirmed. */
      way: z.enum(['contact', 'colleague']).nullable(),
      confirmed_by: z.string().nullable(),
    }).nullable(),
    /** The account that waits to be confirmed. */
    request: z
      .object({
        id: z.int(),
        kind: z.enum(['code', 'slip']),
        account: Account,
        requested_at: Instant,
        requested_by: z.int(),
        requested_by_name: z.string(),
        differences: z.array(z.enum(['name', 'date_of_birth'])),
        way: z.enum(['contact', 'colleague']),
        /** Where the code was sent, masked. */
        contacts: z.array(z.string()),
        expires_at: Instant,
      })
      .nullable(),
    /** The printed code that waits to be used. */
    slip: z.object({ made_at: Instant, made_by: z.string(), expires_at: Instant }).nullable(),
    /** Of the patient. */
    version: z.int(),
  })
  .meta({ id: 'PatientAccount' })
export type PatientAccount = z.output<typeof PatientAccount>

const ofPatient = { access: 'patients.change', params: ById } as const

export const getPatientAccount = endpoint({
  ...ofPatient,
  method: 'GET',
  path: '/patients/patients/{id}/account/',
  summary: 'The portal account of a patient: whose it is, who linked it, and whether a printed code waits',
  audit: 'read',
  live: ['patients'],
  response: PatientAccount,
})

export const checkAccount = endpoint({
  ...ofPatient,
  method: 'POST',
  path: '/patients/patients/{id}/account/check/',
  summary: 'Whose account shows this code, to be compared with the record before it is linked; 409 `deactivated`',
  idempotent: false,
  body: fields({ code: typedCode }),
  status: 200,
  response: Account,
})

export const linkAccount = endpoint({
  ...ofPatient,
  method: 'PUT',
  path: '/patients/patients/{id}/account/',
  summary:
    'Ask for the account that shows this code to be linked with a patient: by the contact on file or a second member of staff it is confirmed. 403 of a restricted record without `patients.restrict`; 409 `other_account` when it is not the account that was compared, `deactivated`',
  body: fields({
    code: typedCode,
    /** Whose it was when it was compared with the record. */
    account: Ref,
  }),
  response: PatientAccount,
})

export const confirmAccount = endpoint({
  ...ofPatient,
  method: 'POST',
  path: '/patients/patients/{id}/account/confirm/',
  access: 'patients.confirm_account',
  summary:
    'Confirm, as a second member of staff, the account that a colleague asked to link. 403 of a restricted record without `patients.restrict`; 409 `own_request`, `by_contact`, `deactivated`',
  body: fields({
    request: Ref,
    /** Why the account may read the record although it differs from it. */
    note: line(200).optional(),
  }),
  status: 200,
  response: PatientAccount,
})

export const refuseAccount = endpoint({
  ...ofPatient,
  method: 'POST',
  path: '/patients/patients/{id}/account/refuse/',
  summary: 'Refuse, or withdraw, the account that waits to be confirmed',
  body: fields({ request: Ref, reason: line(200) }),
  status: 200,
  response: PatientAccount,
})

export const unlinkAccount = endpoint({
  ...ofPatient,
  method: 'POST',
  path: '/patients/patients/{id}/account/unlink/',
  summary: 'Unlink the portal account of a patient, also of a deactivated one',
  body: fields({ reason: line(200) }),
  status: 200,
  response: PatientAccount,
})

export const printLinkSlip = endpoint({
  ...ofPatient,
  method: 'POST',
  path: '/patients/patients/{id}/account/slip/',
  summary:
    'A slip with a code, as PDF, by which the patient links an account at home; it ends the one before. 409 `no_birth_date` without an exact date of birth, `deactivated`',
  idempotent: false,
  produces: 'application/pdf',
  body: fields({}),
  status: 200,
  response: z.void(),
})

export const revokeLinkSlip = endpoint({
  ...ofPatient,
  method: 'DELETE',
  path: '/patients/patients/{id}/account/slip/',
  summary: 'End the printed code of a patient before it is used',
  status: 204,
  response: z.void(),
})

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
