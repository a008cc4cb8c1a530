import { z } from 'zod'

/** A cell that says yes or no the way people and programs write it. */
export const yesOrNo = z.stringbool({ truthy: ['true', 'yes', '1'], falsy: ['false', 'no', '0'], error: 'Enter true or false.' })

/** Where people write decimals with a comma, their spreadsheets do too. One or two digits after it cannot be thousands. */
export const withPoint = z.string().transform((text) => (/^\d+,\d{1,2}$/.test(text) ? text.replace(',', '.') : text))

/** A text without marks and capital letters: `Méningite` and `MENINGITE` are the same. */
export const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const SEVERAL = /[;|\n\r]+/
/** What a cell lists, part by part: registers put several into one cell. */
export const partsOf = (cell: string, signs: RegExp = SEVERAL): string[] =>
  cell
    .split(signs)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
