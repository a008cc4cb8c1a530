import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery, PatientId, Ref, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { comparedFields, MedicalRecord } from './contract-fields.ts'

/** A patient whom a document may be of. */
export const LikelyPatient = z
  .object({
    patient: PatientId,
    name: z.string(),
    number: z.string(),
    date_of_birth: z.string().nullable(),
    is_birth_date_estimated: z.boolean(),
    /** What the document and the record have in common. */
    because: z.array(z.enum(comparedFields)),
  })
  .meta({ id: 'LikelyPatient' })
export type LikelyPatient = z.output<typeof LikelyPatient>

export const findLikelyPatients = endpoint({
  method: 'GET',
  path: '/patients/medical-records/{id}/likely-patients/',
  summary:
    'Patients whom a document may be of, by the number that it names, else by name and birth date, five on a page; without the patient whose record it is in, deactivated patients, and restricted records that the reader may not open. Needs `patients.view` too',
  access: 'records.review',
  audit: 'read',
  live: ['records', 'patients'],
  paged: true,
  params: ById,
  query: fields({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
  response: z.array(LikelyPatient),
})

export const moveRecord = endpoint({
  method: 'POST',
  path: '/patients/medical-records/{id}/move/',
  summary:
    'Move a document with its pages and findings to the record of another patient; with the version. What a patient sent is looked at by it. 400 naming `patient`; 409 `in_use` when structured data came of it, `already_there` when that record has this very file, `withdrawn`, `processing`, `deactivated`, `merged`',
  access: 'records.review',
  params: ById,
  body: fields({ patient: Ref, ...version }),
  response: MedicalRecord,
})

export const keepRecordHere = endpoint({
  method: 'POST',
  path: '/patients/medical-records/{id}/keep-here/',
  summary:
    'Keep a document that names another patient in the record it is in, with a reason that stays on the document; what it says can be filed then. It holds for the differences that are known now. 409 `no_mismatch`, `withdrawn`, `deactivated`',
  access: 'records.review',
  params: ById,
  body: fields({ reason: line(200), ...version }),
  response: MedicalRecord,
})
