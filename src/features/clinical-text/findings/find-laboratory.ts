import type { Prepared } from '../find-entities.ts'
import type { Found } from '../mention.ts'
import { nameAt, namesOf } from './names.ts'
import { plainNumber } from './numbers.ts'
import { linesOf, type Piece } from './pieces.ts'

const tests = namesOf([
  ['hb', '718-7'],
  ['hgb', '718-7'],
  ['haemoglobin', '718-7'],
  ['hemoglobin', '718-7'],
  ['wbc', '6690-2'],
])

const resultAt = (pieces: readonly Piece[], at: number): Found | null => {
  const name = nameAt(tests, pieces, at)
  const number = name && pieces[/^[:=]$/.test(pieces[name.next]?.raw ?? '') ? name.next + 1 : name.next]
  const value = number?.kind === 'number' ? plainNumber(number.raw) : null
  return name && value ? { type: 'laboratory', start: pieces[at]!.start, end: number!.end, value, code: name.of, way: 'typed' } : null
}

/** Results of the laboratory. */
export const findLaboratory = ({ text }: Prepared): Found[] =>
  Array.from(linesOf(text)).flatMap(({ pieces }) => pieces.flatMap((_, at) => resultAt(pieces, at) ?? []))
