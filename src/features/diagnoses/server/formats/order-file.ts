import { fieldError } from '#platform/errors/problem.ts'
import type { FileTerm } from './terms.ts'

const orderLine = /^\d{5} ([A-Z][0-9][0-9A-Z]{1,5}) +([01]) .{60} (.+)$/

/** True for the order file of ICD-10-CM: fixed columns. */
export const isOrderFile = (firstLine: string): boolean => orderLine.test(firstLine)

/**
 * The codes of ICD-10-CM that may be used for a patient. Source: the order file of the National Center for Health Statistics.
 * @throws 400 on `file` for a line that is none of such a file.
 */
export const readOrderFile = (text: string): FileTerm[] =>
  text.split(/\r?\n/).flatMap((one, place) => {
    const [, code, valid, title] = orderLine.exec(one) ?? []
    if (code === undefined || title === undefined) throw fieldError('file', `Line ${place + 1} of this file cannot be read.`)
    return valid === '1' ? [{ row: place + 1, cells: { system: 'icd-10-cm', code, title } }] : []
  })
