import type {
  createPrescriptionRequest as CreatePrescriptionRequest,
  listPrescriptionRequests as ListPrescriptionRequests,
} from '#features/pharmacy/contract-requests.ts'
import type {
  createRefillRequest as CreateRefillRequest,
  listOwnMedicines as ListOwnMedicines,
  listOwnPrescriptions as ListOwnPrescriptions,
} from '#features/portal/contract-prescriptions.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { bare } from '#web/calls/shell-calls.ts'

const live = ['portal'] as const
const PATH = '/pharmacy/public-prescription-requests/'
export const listOwnMedicines = bare<typeof ListOwnMedicines>({ method: 'GET', path: '/portal/medicines/', access: 'patient', live })
export const listOwnPrescriptions = bare<typeof ListOwnPrescriptions>({
  method: 'GET',
  path: '/portal/prescriptions/',
  access: 'patient',
  paged: true,
  live,
})
export const createRefillRequest = bare<typeof CreateRefillRequest>({ method: 'POST', path: '/portal/refill-requests/', access: 'patient' })
export const listPrescriptionRequests = bare<typeof ListPrescriptionRequests>({
  method: 'GET',
  path: PATH,
  access: 'signed-in',
  paged: true,
  live: ['prescriptions', 'portal'],
})
export const createPrescriptionRequest = bare<typeof CreatePrescriptionRequest>({
  method: 'POST',
  path: PATH,
  access: 'signed-in',
  files: { public_prescription: { maxBytes: 10_485_760, types: ['application/pdf', 'image/png', 'image/jpeg'], required: true } },
})

export type OwnMedicine = ResponseOf<typeof ListOwnMedicines>[number]
export type OwnPrescription = ResponseOf<typeof ListOwnPrescriptions>[number]
export type OwnLine = OwnPrescription['lines'][number]
export type SentRequest = ResponseOf<typeof ListPrescriptionRequests>[number]
