import { fieldError } from '#platform/errors/problem.ts'
import type { FileTerm } from './terms.ts'

/** Level, place in the tree (T can be used for a patient, N cannot), and cells of which the codes and the title count. */
const codesLine = /^[345];[NT];/
/** Some copies name the columns in the first line. */
const heading = /^level;place;/i
const codeCell = /^[A-Z][0-9]{2}(\.?[0-9]{1,2}|\.-|-)?[+*†]?$/

/** True for the list of codes of WHO’s “ICD-10 Meta” (codes.txt), whose columns differ a little from year to year. */
export const isWhoCodes = (firstLine: string): boolean => codesLine.test(firstLine) || heading.test(firstLine)

/**
 * The ICD-10 codes that may be used for a patient: the last cell that is a code, without its dot, and the cell after it.
 * Source: readme of the meta data that WHO publishes with each edition of ICD-10.
 * @throws 400 on `file` for a line without a code and a title.
 */
export const readWhoCodes = (text: string): FileTerm[] =>
  text.split(/\r?\n/).flatMap((line, place) => {
    if (place === 0 && heading.test(line)) return []
    const cells = line.split(';').map((cell) => cell.trim().replaceAll(/^"|"$/g, ''))
    const first = cells.findIndex((cell) => codeCell.test(cell))
    const after = first === -1 ? -1 : cells.findIndex((cell, index) => index > first && !codeCell.test(cell))
    const [code, title] = [cells[after - 1], cells[after]]
    if (!codesLine.test(line) || code === undefined || !title) throw fieldError('file', `Line ${place + 1} of this file cannot be read.`)
    return cells[1] === 'T' ? [{ row: place + 1, cells: { system: 'icd-10', code: code.replaceAll(/[-+*†.]/g, ''), title } }] : []
  })
