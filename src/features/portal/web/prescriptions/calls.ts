import type { listPrescriptionRequests } from '#calls/pharmacy/contract-requests.ts'
import type { listOwnMedicines, listOwnPrescriptions } from '#calls/portal/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

export type OwnMedicine = ResponseOf<typeof listOwnMedicines>[number]
export type OwnPrescription = ResponseOf<typeof listOwnPrescriptions>[number]
export type OwnLine = OwnPrescription['lines'][number]
export type SentRequest = ResponseOf<typeof listPrescriptionRequests>[number]
