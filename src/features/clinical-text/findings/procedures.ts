import { namesOf } from './names.ts'
import { operations } from './procedures-operations.ts'
import { examinations } from './procedures-examinations.ts'

const listed = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** `usual name: other names | short forms`: short forms count only in capitals. */
const rows = [operations, examinations]
  .join('\n')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [names = '', short = ''] = line.split('|')
    const [usual = '', others = ''] = names.split(':')
    return { usual: usual.trim(), names: [usual.trim(), ...listed(others)], short: listed(short) }
  })

export const procedureNames = namesOf(rows.flatMap(({ usual, names }) => names.map((name) => [name, usual] as const)))
export const shortForms = namesOf(rows.flatMap(({ usual, short }) => short.map((name) => [name, usual] as const)))
export const procedureCount = rows.length
