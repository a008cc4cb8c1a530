import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, YesNo } from '#shared/paging.ts'

export const getPrescriptionPaper = endpoint({
  method: 'GET',
  path: '/patients/download_prescription_pdf/{id}/',
  also: ['/download_prescription_pdf/{id}/'],
  summary:
    'A prescription in plain words, to be taken along (PDF), with allergies, weight of children, pregnancy, and the signed diagnoses for who may read notes; `diagnosis=false` leaves these out',
  access: 'prescriptions.view',
  audit: 'read',
  params: ById,
  query: fields({ diagnosis: YesNo.optional() }),
  produces: 'application/pdf',
  response: z.void(),
})
