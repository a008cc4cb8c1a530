import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Ref } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

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
