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
    }).nullable(),
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
    'Link the account that shows this code with a patient, who then reads the record in the portal. 409 `other_account` when it is not the account that was compared, `deactivated`',
  body: fields({
    code: typedCode,
    /** Whose it was when it was compared with the record. */
    account: Ref,
  }),
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
