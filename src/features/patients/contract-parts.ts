import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, PatientId, Ref } from '#shared/paging.ts'
import { email, line, phone } from '#shared/text.ts'
import { allergySeverities } from './contract-allergies.ts'

export const identifierKinds = [
  'national id',
  'passport',
  'birth certificate',
  'driving licence',
  'health scheme',
  'old number',
  'other',
] as const
export const IdentifierInput = fields({ kind: z.enum(identifierKinds), value: line(60), issuer: line(100).nullish() })
export const Identifier = z.object({ id: z.int(), kind: z.enum(identifierKinds), value: z.string(), issuer: z.string().nullable() })

export const InsuranceInput = fields({ insurance_company_id: Ref, member_number: line(60).nullish(), valid_until: z.iso.date().nullish() })
export const Insurance = z.object({
  /** The insurance company's id and name, as clients know them. */
  id: z.int(),
  name: z.string(),
  member_number: z.string().nullable(),
  valid_until: z.string().nullable(),
})

const ContactFields = { tel_no: phone.nullish(), email_address: email.nullish(), residence: line(200).nullish() }
export const KinInput = fields({
  first_name: line(100),
  second_name: line(100).optional(),
  relationship: line(40),
  contact: fields(ContactFields).optional(),
})
const Contact = z.object({
  id: z.int(),
  tel_no: z.string().nullable(),
  email_address: z.string().nullable(),
  residence: z.string().nullable(),
})
export const Kin = z.object({
  id: z.int(),
  first_name: z.string(),
  second_name: z.string(),
  relationship: z.string(),
  contact: Contact.nullable(),
})

export const allergyCategories = ['drug', 'food', 'environment', 'other'] as const
export const AllergyInput = fields({
  substance: line(100),
  category: z.enum(allergyCategories),
  severity: z.enum(allergySeverities),
  reaction: line(200).nullish(),
  /** Side effects, no allergy. */
  is_intolerance: z.boolean().optional(),
})
export const Allergy = z.object({
  id: z.int(),
  substance: z.string(),
  category: z.enum(allergyCategories),
  severity: z.enum(allergySeverities),
  reaction: z.string().nullable(),
  /** Not tolerated because of side effects; false: an allergy. */
  is_intolerance: z.boolean(),
  recorded_at: Instant,
  /** The document that says so; null for what somebody typed. */
  document: z.int().nullable(),
})
export const AlertInput = fields({ text: line(200), is_critical: z.boolean().optional() })
export const Alert = z.object({ id: z.int(), text: z.string(), is_critical: z.boolean(), recorded_at: Instant })

const OfPatient = fields({ id: Id, part: Id })
const EndReason = fields({ reason: line(200) })

export const createContact = endpoint({
  method: 'POST',
  path: '/patients/contact-details/',
  summary: 'Add contact details, to be named by a next of kin',
  access: 'patients.change',
  body: fields({ ...ContactFields, ...ignored('created_by', 'date_created') }).refine(
    (contact) => Boolean(contact.tel_no ?? contact.email_address ?? contact.residence),
    'Enter a telephone number, an e-mail address or a residence.',
  ),
  status: 201,
  response: Contact,
})

export const createKin = endpoint({
  method: 'POST',
  path: '/patients/next-of-kin/',
  summary: 'Add a next of kin, with the id of contact details or the details themselves; 409 `deactivated`',
  access: 'patients.change',
  body: KinInput.extend({ patient: Ref, contacts: Ref.nullish(), ...ignored('created_by', 'date_created') }),
  status: 201,
  response: Kin.extend({ patient: PatientId, contacts: z.int().nullable() }),
})

export const changeKin = endpoint({
  method: 'PUT',
  path: '/patients/patients/{id}/next-of-kin/{part}/',
  summary: 'Change a next of kin; contact details that are sent replace those on record; 409 `deactivated`',
  access: 'patients.change',
  params: OfPatient,
  body: KinInput,
  response: Kin,
})

export const endKin = endpoint({
  method: 'DELETE',
  path: '/patients/patients/{id}/next-of-kin/{part}/',
  summary: 'Take a next of kin off the record; 409 `deactivated`',
  access: 'patients.change',
  params: OfPatient,
  status: 204,
  response: z.void(),
})

export const addAllergy = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/allergies/',
  summary: 'Record an allergy or, with `is_intolerance`, an intolerance; 409 `deactivated`',
  access: 'patients.clinical',
  params: ById,
  body: AllergyInput,
  status: 201,
  response: Allergy,
})
export const endAllergy = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/allergies/{part}/end/',
  summary: 'End an allergy with a reason; it stays in the history; 409 `deactivated`',
  access: 'patients.clinical',
  params: OfPatient,
  body: EndReason,
  status: 204,
  response: z.void(),
})

export const addAlert = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/alerts/',
  summary: 'Put an alert in the banner of a patient; 409 `deactivated`',
  access: 'patients.change',
  params: ById,
  body: AlertInput,
  status: 201,
  response: Alert,
})
export const endAlert = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/alerts/{part}/end/',
  summary: 'End an alert with a reason; 409 `deactivated`',
  access: 'patients.change',
  params: OfPatient,
  body: EndReason,
  status: 204,
  response: z.void(),
})

export const addIdentifier = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/identifiers/',
  summary: 'Add an identifier; 409 `deactivated`',
  access: 'patients.change',
  params: ById,
  body: IdentifierInput,
  status: 201,
  response: Identifier,
})
export const removeIdentifier = endpoint({
  method: 'DELETE',
  path: '/patients/patients/{id}/identifiers/{part}/',
  summary: 'Take an identifier off the record; the audit trail keeps it; 409 `deactivated`',
  access: 'patients.change',
  params: OfPatient,
  status: 204,
  response: z.void(),
})

export const putInsurance = endpoint({
  method: 'PUT',
  path: '/patients/patients/{id}/insurances/{part}/',
  summary: "Add or change a patient's membership of an insurance company; 409 `deactivated`",
  access: 'patients.change',
  params: OfPatient,
  body: InsuranceInput.omit({ insurance_company_id: true }),
  response: Insurance,
})
export const removeInsurance = endpoint({
  method: 'DELETE',
  path: '/patients/patients/{id}/insurances/{part}/',
  summary: "End a patient's membership of an insurance company; 409 `deactivated`",
  access: 'patients.change',
  params: OfPatient,
  status: 204,
  response: z.void(),
})
