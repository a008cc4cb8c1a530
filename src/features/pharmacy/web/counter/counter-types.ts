import type { z } from 'zod'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { checkDispense, createDispense, getCounterPrescription, listSubstitutes } from '#features/pharmacy/contract.ts'

/** Records as they travel: instants are texts. */
export type AtCounter = ResponseOf<typeof getCounterPrescription>
export type CounterLine = AtCounter['prescribed_drugs'][number]
export type ShelfBatch = CounterLine['batches'][number]
export type Substitute = ResponseOf<typeof listSubstitutes>[number]
export type Dispensed = ResponseOf<typeof createDispense>
export type Preview = ResponseOf<typeof checkDispense>
export type PreviewLine = Preview['lines'][number]
export type DispenseBody = z.input<(typeof checkDispense)['body']>
