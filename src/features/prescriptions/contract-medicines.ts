import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, patchOf, PatientId } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { DirectionsInput } from '#features/directions/contract.ts'

/** What a patient takes that was not prescribed here. */
const MedicineFields = {
  name: line(120),
  directions: line(300).nullish(),
  reason: line(200).nullish(),
  started_on: z.iso.date().nullish(),
}
export const Medicine = z
  .object({
    id: z.int(),
    patient: PatientId,
    name: z.string(),
    directions: z.string().nullable(),
    reason: z.string().nullable(),
    started_on: z.string().nullable(),
    stopped_on: z.string().nullable(),
    stop_reason: z.string().nullable(),
    recorded_at: Instant,
    recorded_by_name: z.string().nullable(),
    /** The document that says so; null for what somebody typed. */
    document: z.int().nullable(),
    version: z.int(),
  })
  .meta({ id: 'PatientMedicine' })
export type Medicine = z.output<typeof Medicine>

export const listMedicines = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/medicines/',
  summary: 'Medicines from elsewhere, those that are still taken first',
  access: 'prescriptions.view',
  audit: 'read',
  live: ['prescriptions'],
  params: ById,
  response: z.array(Medicine),
})

export const createMedicine = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/medicines/',
  summary: 'Record a medicine from elsewhere; the safety check knows it from now on. 409 `deactivated`',
  access: 'patients.clinical',
  params: ById,
  body: fields(MedicineFields),
  status: 201,
  response: Medicine,
})

export const updateMedicine = endpoint({
  method: 'PATCH',
  path: '/patients/patients/{id}/medicines/{part}/',
  summary: 'Change or stop a medicine from elsewhere; the safety check forgets it from the day it was stopped. 409 `deactivated`',
  access: 'patients.clinical',
  params: fields({ id: Id, part: Id }),
  body: patchOf(fields({ ...MedicineFields, stopped_on: z.iso.date().nullish(), stop_reason: line(200).nullish() })),
  response: Medicine,
})

/** Something that the patient may be taking now. */
export const CurrentMedicine = z
  .object({
    origin: z.enum(['prescribed', 'elsewhere']),
    /** The prescribed line, or the medicine from elsewhere. */
    id: z.int(),
    name: z.string(),
    substances: z.array(z.string()),
    /** As it was read; null for what comes from elsewhere, and where it could not be. */
    structure: DirectionsInput.nullable(),
    /** In plain words, in English. */
    words: z.string(),
    since: z.string().nullable(),
    ends_on: z.string().nullable(),
    /** The document that says so; null for all others. */
    document: z.int().nullable(),
  })
  .meta({ id: 'CurrentMedicine' })

export const listCurrentMedicines = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/current-medicines/',
  summary: 'What the patient may be taking now, as the safety check sees it: prescribed here, or from elsewhere',
  access: 'prescriptions.view',
  audit: 'read',
  live: ['prescriptions'],
  params: ById,
  response: z.array(CurrentMedicine),
})
