import { z } from 'zod'

/** A cell that says yes or no the way people and programs write it. */
export const yesOrNo = z.stringbool({ truthy: ['true', 'yes', '1'], falsy: ['false', 'no', '0'], error: 'Write true or false.' })

/** Where people write decimals with a comma, their spreadsheets do too. One or two digits after it cannot be thousands. */
export const withPoint = z.string().transform((text) => (/^\d+,\d{1,2}$/.test(text) ? text.replace(',', '.') : text))
