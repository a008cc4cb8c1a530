import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, version, YesNo } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { Overrides } from '#features/drugs/contract.ts'
import { CheckedDrug, LineDirections, PrescribedDrug } from './contract.ts'

export const listPrescribedDrugs = endpoint({
  method: 'GET',
  path: '/patients/prescribed-drugs/',
  summary: 'List prescribed lines, newest first, the cancelled ones too',
  access: 'prescriptions.view',
  audit: 'read',
  paged: true,
  live: ['prescriptions', 'billing'],
  query: fields({
    ...pageQuery,
    prescription_id: Id.optional(),
    prescription_id__id: Id.optional(),
    patient_id: Id.optional(),
    item: Id.optional(),
    is_dispensed: YesNo.optional(),
  }),
  response: z.array(PrescribedDrug),
})

export const listPrescribedDrugsOfPatient = endpoint({
  method: 'GET',
  path: '/patients/prescribed-drugs/by_patient_id/{patient_id}/',
  summary: 'What was prescribed to a patient, newest first, the cancelled lines too',
  access: 'prescriptions.view',
  audit: 'read',
  paged: true,
  live: ['prescriptions', 'billing'],
  params: fields({ patient_id: Id }),
  query: fields(pageQuery),
  response: z.array(PrescribedDrug),
})

export const listPrescribedDrugsOfPrescription = endpoint({
  method: 'GET',
  path: '/patients/prescribed-drugs/by-prescription/{id}/',
  summary: 'The lines of a prescription in the order in which they came, the cancelled ones too',
  access: 'prescriptions.view',
  audit: 'read',
  live: ['prescriptions', 'billing'],
  params: ById,
  response: z.array(PrescribedDrug),
})

const changes = Object.keys(LineDirections).filter((name) => name !== 'quantity')

export const updatePrescribedDrug = endpoint({
  method: 'PATCH',
  path: '/patients/prescribed-drugs/{id}/',
  summary:
    'Hand out a line, wholly or so much of it (`is_dispensed`, with prescriptions.dispense); cancel it with a reason, which takes its charge back; or change how it is taken: a new line takes its place (both with prescriptions.change)',
  access: 'prescriptions.view',
  params: ById,
  body: fields({
    /** With `quantity`: so much of it; all that remains without. */
    is_dispensed: z.literal(true).optional(),
    cancelled: z.literal(true).optional(),
    reason: line(300).optional(),
    ...LineDirections,
    overrides: Overrides.optional(),
    ...version,
    ...ignored('id', 'created_by'),
  })
    .refine(({ cancelled, is_dispensed }) => !cancelled || !is_dispensed, 'Hand out or cancel, not both.')
    .refine(
      ({ cancelled, is_dispensed, ...body }) => !(cancelled || is_dispensed) || !changes.some((name) => name in body),
      'Change the line, or hand it out or cancel it, not both.',
    )
    .refine(
      (body) => body.cancelled || body.is_dispensed || Object.keys(LineDirections).some((name) => name in body),
      'Nothing to change.',
    ),
  response: CheckedDrug,
})
