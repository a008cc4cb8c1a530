import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById } from '#shared/paging.ts'

export const getPrescriptionPaper = endpoint({
  method: 'GET',
  path: '/patients/download_prescription_pdf/{id}/',
  also: ['/download_prescription_pdf/{id}/'],
  summary: 'A prescription in plain words, to be taken along (PDF)',
  access: 'prescriptions.view',
  audit: 'read',
  params: ById,
  produces: 'application/pdf',
  response: z.void(),
})
