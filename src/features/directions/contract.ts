import { z } from 'zod'
export { routeCodes } from './directions.ts'
import { foodCodes, frequencyCodes, routeCodes, unitCodes, type Directions as Structure } from './directions.ts'

const Amount = z.number().positive().max(10_000)
const Days = z.int().min(1).max(730)

const DoseInput = z
  .strictObject({
    amount: Amount.nullable(),
    amount_max: Amount.nullable(),
    unit: z.enum(unitCodes).nullable(),
    frequency: z.enum(frequencyCodes).nullable(),
    frequency_min: z.enum(frequencyCodes).nullable(),
    days: Days.nullable(),
  })
  .check(
    z.refine((one) => one.amount_max === null || (one.amount !== null && one.amount_max > one.amount), {
      error: 'The upper end of a range must be above the lower end.',
      path: ['amount_max'],
    }),
  )

/** How a drug is taken, as it travels. */
export const DirectionsInput: z.ZodType<Structure, Structure> = z.strictObject({
  doses: z.array(DoseInput).max(10),
  route: z.enum(routeCodes).nullable(),
  days: Days.nullable(),
  is_prn: z.boolean(),
  prn_reason: z.string().max(200).nullable(),
  max_per_day: Amount.nullable(),
  food: z.enum(foodCodes).nullable(),
  note: z.string().max(300).nullable(),
})
