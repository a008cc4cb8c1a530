import type { z } from 'zod'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getPrescription } from '../contract.ts'
import type { checkPrescription, createFavourite } from '../contract-writing.ts'

/** Records as they travel: instants are texts. */
export type Prescription = ResponseOf<typeof getPrescription>
export type PrescribedDrug = Prescription['prescribed_drugs'][number]
export type Favourite = ResponseOf<typeof createFavourite>
export type CheckedLine = ResponseOf<typeof checkPrescription>['lines'][number]
export type CheckBody = z.input<(typeof checkPrescription)['body']>
