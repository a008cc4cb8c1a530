import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, PatientId, Ref, pageQuery, version, YesNo } from '#shared/paging.ts'
import { email, line, phone } from '#shared/text.ts'
import { allergySeverities, AllergyStatus, DeathSummary, PregnancySummary } from './contract-summaries.ts'
import { fieldNames, filterShape, having, keptShape, sentShape } from '#shared/record.ts'
import { genders, patientFields } from './record.ts'

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

export { genders }

export const serverDecides = ['unique_id', 'user', 'created_by', 'date_created', 'age'] as const

/** What is entered of a patient at the desk: all of it is kept in columns of the same names. */
export const PatientFields = fields({ ...sentShape(patientFields), ...ignored(...serverDecides) })

const named = (patient: { second_name?: string | undefined; single_name?: boolean | undefined; is_unidentified?: boolean | undefined }) =>
  Boolean(patient.second_name) || patient.single_name === true || patient.is_unidentified === true
const nameRule = {
  path: ['second_name'],
  message: 'Enter the last name, or select “One name only”.',
  // Said together with whatever else is wrong, not after it.
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

/** A list in which nothing is named twice. */
const listOf = <S extends z.ZodType>(item: S, most: number, nameOf: (one: z.output<S>) => unknown, message: string) =>
  z
    .array(item)
    .max(most)
    .refine((list) => new Set(list.map(nameOf)).size === list.length, message)

/** The desk saw the possible duplicates and says that this is somebody else. */
const otherUser = { not_a_duplicate: z.boolean().optional() }

/** A new patient with everything the desk knows, saved together or not at all. */
export const PatientInput = PatientFields.extend({
  identifiers: listOf(
    IdentifierInput,
    10,
    ({ kind, value }) => `${kind} ${value.toLowerCase()}`,
    'Enter each identifier only once.',
  ).optional(),
  insurances: listOf(
    z.union([InsuranceInput, Ref.transform((id) => ({ insurance_company_id: id }))]),
    10,
    (insurance) => insurance.insurance_company_id,
    'Enter each insurance company only once.',
  ).optional(),
  next_of_kin: z.array(KinInput).max(10).optional(),
  allergies: listOf(AllergyInput, 50, ({ substance }) => substance.toLowerCase(), 'Enter each allergy only once.').optional(),
  alerts: z.array(AlertInput).max(20).optional(),
  ...otherUser,
}).refine(named, nameRule)
export type PatientInput = z.output<typeof PatientInput>

/** The line that lists and searches show. */
export const PatientSummary = z
  .object({
    id: PatientId,
    unique_id: z.string(),
    ...keptShape(having(patientFields, 'listed', true)),
    /** Whole years, at death of a patient who died; null without a date of birth. */
    age: z.int().nullable(),
    user: z.int().nullable(),
    is_active: z.boolean(),
    /** Null for the living, and where the record is restricted to the reader. */
    death: DeathSummary.nullable(),
    /** The numbers of records that were put away into this one. */
    formerly: z.array(z.string()),
    last_visit_at: Instant.nullable(),
    created_at: Instant,
    insurances: z.array(Insurance),
    /** The record that this one was put away into. */
    merged_into: z.object({ id: z.int(), unique_id: z.string() }).nullable(),
    /** Only those open it who care for the patient; lists and searches show no more than who it is. */
    is_restricted: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'PatientSummary' })
export type PatientSummary = z.output<typeof PatientSummary>

export const Restriction = z
  .object({
    reason: z.string(),
    restricted_at: Instant,
    restricted_by: z.string(),
    /** Who has it open in an emergency, and until when. */
    emergencies: z.array(z.object({ user: z.int(), user_name: z.string(), until: Instant })),
  })
  .meta({ id: 'PatientRestriction' })
export type PatientRestriction = z.output<typeof Restriction>

export const Patient = PatientSummary.extend({
  ...keptShape(having(patientFields, 'listed', false)),
  deactivation_reason: z.string().nullable(),
  open_visit: z.int().nullable(),
  /** Null where everybody may open the record. */
  restriction: Restriction.nullable(),
  allergies: z.array(Allergy),
  allergy_status: AllergyStatus,
  /** Null for a man of whom none is recorded. */
  pregnancy: PregnancySummary.nullable(),
  alerts: z.array(Alert),
  identifiers: z.array(Identifier),
  next_of_kin: z.array(Kin),
}).meta({ id: 'Patient' })
export type Patient = z.output<typeof Patient>

/** Fields that are not the patient's to read. */
const unseen = Object.fromEntries(fieldNames(having(patientFields, 'own', false)).map((name) => [name, true])) as object

/** The record as the patient may see it: without what the staff note for each other. */
export const PatientProfile = Patient.omit({
  ...unseen,
  alerts: true,
  deactivation_reason: true,
  merged_into: true,
  open_visit: true,
  is_restricted: true,
  restriction: true,
}).meta({ id: 'PatientProfile' })
export type PatientProfile = z.output<typeof PatientProfile>

export const listPatients = endpoint({
  method: 'GET',
  path: '/patients/patients/',
  summary: 'List patients, newest first',
  access: 'patients.view',
  paged: true,
  live: ['patients'],
  query: fields({
    ...pageQuery,
    ...filterShape(having(patientFields, 'filter', true)),
    insurance_company_id: Id.optional(),
    registered_from: z.iso.date().optional(),
    registered_to: z.iso.date().optional(),
    /** `false` lists the deactivated. */
    active: YesNo.optional(),
    user_id: Id.optional(),
    patient_id: Id.optional(),
    sort: z.enum(['-created', 'name', '-last_visit']).optional(),
  }),
  response: z.array(PatientSummary),
})

export const createPatient = endpoint({
  method: 'POST',
  path: '/patients/patients/',
  summary: 'Register a patient; 409 with the possible duplicates when somebody very alike is known',
  access: 'patients.add',
  body: PatientInput,
  status: 201,
  response: Patient,
})

export const getPatient = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/',
  summary: 'Read a patient with allergies, alerts, identifiers, insurances and next of kin',
  access: 'patients.view',
  audit: 'read in statement',
  live: ['patients'],
  params: ById,
  response: Patient,
})

export const updatePatient = endpoint({
  method: 'PUT',
  path: '/patients/patients/{id}/',
  summary: 'Change a patient; 409 with the possible duplicates when an unknown person is named like somebody on file, and `deactivated`',
  access: 'patients.change',
  params: ById,
  body: PatientFields.extend({ ...version, ...otherUser }).refine(named, nameRule),
  response: Patient,
})

const Deactivation = { reason: line(200).optional() }

export const deactivatePatient = endpoint({
  method: 'DELETE',
  path: '/patients/patients/{id}/',
  summary: 'Deactivate a patient: hidden from lists, never deleted',
  access: 'patients.deactivate',
  params: ById,
  query: fields(Deactivation),
  status: 204,
  response: z.void(),
})

export const deactivatePatientByBody = endpoint({
  method: 'POST',
  path: '/patient/delete-patient',
  summary: 'Deactivate a patient, by id in the body',
  access: 'patients.deactivate',
  body: fields({ id: Ref, ...Deactivation }),
  status: 200,
  response: z.object({ detail: z.string() }),
})

export const reactivatePatient = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/reactivate/',
  summary: 'Bring a deactivated patient back',
  access: 'patients.deactivate',
  params: ById,
  body: fields({}),
  status: 200,
  response: Patient,
})

export const searchPatients = endpoint({
  method: 'GET',
  path: '/patient/search/',
  summary:
    'Find patients by name (any order, typos, other spelling), telephone, number or identifier: the hundred best matches, best first',
  access: 'patients.view',
  live: ['patients'],
  paged: true,
  query: fields({
    q: z.string().trim().min(1, 'Enter at least one character.').max(200),
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
  }),
  response: z.array(PatientSummary),
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/patients/patient-profile/',
  summary: "A patient's own record, by the user id of the account: one's own, or anybody's with patients.view",
  access: 'signed-in',
  eyes: 'clinic',
  audit: 'read',
  live: ['patients', 'portal'],
  query: fields({ userId: Id.optional(), user_id: Id.optional() }),
  response: PatientProfile,
})

/** Somebody on file who may be the same person, with a score from 0 to 100 and the fields that speak for it. */
export const Duplicate = z.object({ patient: PatientSummary, score: z.int(), because: z.array(z.string()) })
export type Duplicate = z.output<typeof Duplicate>

export const findDuplicates = endpoint({
  method: 'POST',
  path: '/patients/duplicates/',
  summary: 'Who on file may be this person, while the form is being filled in',
  access: 'patients.add',
  audit: 'none',
  idempotent: false,
  body: fields({
    first_name: z.string().max(200),
    second_name: z.string().max(200).optional(),
    gender: z.enum(genders).optional(),
    date_of_birth: z.string().max(10).nullish(),
    phone: z.string().max(40).nullish(),
    identifiers: z.array(z.string().max(60)).max(10).optional(),
  }),
  status: 200,
  response: z.array(Duplicate),
})

export const printPatientCard = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/card/',
  summary: 'The card of a patient, or a wristband, as PDF',
  access: 'patients.view',
  audit: 'read',
  produces: 'application/pdf',
  params: ById,
  query: fields({ kind: z.enum(['card', 'wristband']).optional() }),
  response: z.void(),
})
