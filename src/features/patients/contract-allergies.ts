import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, PatientId, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { AllergyStatus, ListedAllergy, DeathSummary, PregnancySummary } from './contract-summaries.ts'

/** The allergies of the patients of a list, what is known of a pregnancy, and whether they died or the record was merged or deactivated; of a restricted record that is shut to the reader, nothing but that it is. */
export const PatientAllergies = z
  .object({
    patient: PatientId,
    allergies: z.array(ListedAllergy),
    /** Null where the record is restricted. */
    allergy_status: AllergyStatus.nullable(),
    /** Null where the record is restricted, and for a man of whom none is recorded. */
    pregnancy: PregnancySummary.nullable(),
    /** Null for the living, and where the record is restricted. */
    death: DeathSummary.nullable(),
    is_active: z.boolean(),
    /** The record that this one was merged into. */
    merged_into: z.object({ id: z.int(), unique_id: z.string() }).nullable(),
  })
  .meta({ id: 'PatientAllergies' })
export type PatientAllergies = z.output<typeof PatientAllergies>

const MOST = 100
/** Ids in one query parameter, separated by commas. */
const Ids = z
  .string()
  .max(1200)
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, 'Send the ids of patients, separated by commas.')
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((ids) => ids.length <= MOST, `Send at most ${MOST} ids.`)

export const listPatientAllergies = endpoint({
  method: 'GET',
  path: '/patients/allergies/',
  summary:
    'The allergies of up to 100 patients, worst first, whether they were asked for, and what is known of a pregnancy: for lists of patients. Unknown ids are left out',
  access: 'patients.view',
  live: ['patients'],
  query: fields({ patients: Ids }),
  response: z.array(PatientAllergies),
})

export const recordNoKnownAllergies = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/no-known-allergies/',
  summary:
    'Record that a patient has no known allergies. 409 `allergies_recorded` beside an active allergy, `deactivated`, `merged`; 412 when the allergies were changed since `version`',
  access: 'patients.clinical',
  params: ById,
  body: fields({ ...version }),
  status: 201,
  response: AllergyStatus,
})

export const endNoKnownAllergies = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/no-known-allergies/end/',
  summary:
    'End "no known allergies" with a reason: the patient was not asked, from then on. It stays in the history. 404 when it is not recorded, 409 `deactivated`, 412 when the allergies were changed since `version`',
  access: 'patients.clinical',
  params: ById,
  body: fields({ reason: line(200), ...version }),
  status: 200,
  response: AllergyStatus,
})
