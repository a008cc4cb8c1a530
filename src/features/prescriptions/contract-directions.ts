import { z } from 'zod'
import { foodCodes, frequencyCodes, routeCodes, unitCodes, type Directions } from '../directions/directions.ts'

const amount = z.number().positive().max(1_000_000)
const days = z.int().min(1).max(3660)

/** Directions in structure, as clients send them. */
export const DirectionsInput: z.ZodType<Directions, Directions> = z.strictObject({
  doses: z
    .array(
      z.strictObject({
        amount: amount.nullable(),
        amount_max: amount.nullable(),
        unit: z.enum(unitCodes).nullable(),
        frequency: z.enum(frequencyCodes).nullable(),
        frequency_min: z.enum(frequencyCodes).nullable(),
        days: days.nullable(),
      }),
    )
    .min(1)
    .max(12),
  route: z.enum(routeCodes).nullable(),
  days: days.nullable(),
  is_prn: z.boolean(),
  prn_reason: z.string().max(200).nullable(),
  max_per_day: amount.nullable(),
  food: z.enum(foodCodes).nullable(),
  note: z.string().max(300).nullable(),
})
