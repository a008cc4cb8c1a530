import { z } from 'zod'

/** A cell that says yes or no the way people and programs write it. */
export const yesOrNo = z.stringbool({ truthy: ['true', 'yes', '1'], falsy: ['false', 'no', '0'], error: 'Write true or false.' })
