import type { Prepared } from '../prepared.ts'
import type { Found } from '../mention.ts'
import { resultBelow } from './laboratory-below.ts'
import { resultAfter, type Result } from './laboratory-result.ts'
import { fluidNames, shortTestNames, testNames, urineNames, type LabTest } from './laboratory-tests.ts'
import { bloodGroupAt, wordAt } from './laboratory-words.ts'
import { nameAt } from './names.ts'
import { linesOf, piecesOf, type Line, type Piece } from './pieces.ts'

/** Of which material results are, where it is not said with each: urine, another fluid than blood, or blood. */
type Section = 'urine' | 'fluid' | 'blood'

const URINE = /^(urine|urinalysis|dipstick|dipsticks|urinary)$/
const FLUID = /^(csf|cerebrospinal|pleural|ascitic|peritoneal|synovial|aspirate)$/
const BLOOD =
  /^(serum|plasma|haematology|hematology|biochemistry|chemistry|fbc|cbc|fhg|haemogram|hemogram|uec|uecs|lft|lfts|rft|serology|lipid|lipids|stool|thyroid|coagulation|electrolytes|bp|renal|liver)$/

/** The section that a word begins, at its place in a line. */
const sectionAt = (pieces: readonly Piece[], at: number): Section | undefined => {
  const { text } = pieces[at]!
  if (URINE.test(text)) return 'urine'
  const isUA = text === 'u' && pieces[at + 1]?.raw === '/' && pieces[at + 2]?.text === 'a'
  if (isUA) return 'urine'
  if (FLUID.test(text)) return 'fluid'
  return BLOOD.test(text) ? 'blood' : undefined
}

interface Seen {
  found: Found
  next: number
  isShort: boolean
}

/** Lines without a result after which a heading says nothing any more. */
const MOST_EMPTY = 3

// What is known of the patient, is said of somebody else, or is wanted or feared and was not found.
const NOT_A_RESULT = /^(known|mother|father|husband|wife|partner|spouse|if|when|once|until|unless|goal|target|keep|maintain|aim)$/

const placeAt = ({ pieces }: Line, from: number, offset: number) => {
  let next = from
  while (next < pieces.length && pieces[next]!.start < offset) next++
  return next
}

const shortAt = (line: Line, at: number) => {
  const short = nameAt(shortTestNames, line.pieces, at)
  if (!short) return null
  const written = piecesOf(short.of.written).map(({ raw }) => raw)
  const isWritten = line.pieces.slice(at, short.next).every(({ raw }, index) => raw === written[index])
  return isWritten ? short : null
}

/** The result in words that stands below a name which is alone in its line. */
const below = (text: string, { pieces }: Line, at: number, { of: test, next }: { of: LabTest; next: number }): Result | null => {
  const isAlone = test.kinds.has('word') && !test.isShort && pieces.slice(0, at).every(({ kind }) => kind !== 'word')
  const result = isAlone ? resultBelow(text, pieces[next - 1]!.end) : null
  return result && { ...result, ...(test.codes.word !== undefined && { code: test.codes.word }), way: 'in words' }
}

const seen = (text: string, line: Line, at: number, name: { of: LabTest; next: number }, section: Section): Seen | null => {
  const { pieces } = line
  const result = resultAfter(text, line, name.next, name.of) ?? below(text, line, at, name)
  if (!result) return null
  const { code, ...others } = result
  const found: Found = {
    type: 'laboratory',
    start: pieces[at]!.start,
    ...others,
    ...(code !== undefined && section !== 'fluid' && { code }),
  }
  // TP53 is a gene, and Na138 is sodium.
  const isGlued = name.of.isShort && pieces[name.next]?.kind === 'number' && pieces[name.next]!.start === pieces[name.next - 1]!.end
  if (isGlued && found.unit === undefined && !/^(sodium|potassium|chloride)$/.test(name.of.name)) return null
  return { found, next: placeAt(line, at + 1, found.end), isShort: name.of.isShort }
}

/** `positive for malaria`, `no malaria parasites seen`: the result before the name. */
const inverseAt = (text: string, line: Line, at: number): Seen | null => {
  const { pieces } = line
  const piece = pieces[at]!
  if (!/^(positive|negative|reactive|no)$/.test(piece.text)) return null
  const isNo = piece.text === 'no'
  if (!isNo && pieces[at + 1]?.text !== 'for') return null
  const first = at + (isNo ? 1 : 2)
  const name = pieces[first] && nameAt(testNames, pieces, first)
  if (!name || !name.of.kinds.has('word')) return null
  const isSeen = /^(seen|found|detected|observed)$/.test(pieces[name.next]?.text ?? '')
  if (isNo && !isSeen) return null
  const value = isNo ? 'not seen' : (wordAt(text, piece.start, line.end)?.value ?? piece.text)
  const next = isNo ? name.next + 1 : name.next
  const code = name.of.codes.word
  const found: Found = {
    type: 'laboratory',
    start: piece.start,
    end: pieces[next - 1]!.end,
    value,
    ...(code !== undefined && { code }),
    way: 'before its name',
  }
  return { found, next, isShort: false }
}

const groupAt = (text: string, line: Line, at: number): Seen | null => {
  const start = line.pieces[at]!.start
  const group = line.pieces[at]!.text === 'blood' ? bloodGroupAt(text, start, line.end) : null
  return (
    group && { found: { type: 'laboratory', start, ...group, way: 'blood group' }, next: placeAt(line, at + 1, group.end), isShort: false }
  )
}

const seenAt = (text: string, line: Line, at: number, section: Section): Seen | null => {
  const { pieces } = line
  const piece = pieces[at]!
  if (piece.kind === 'mark') return null
  const group = groupAt(text, line, at) ?? inverseAt(text, line, at)
  if (group) return group
  const before = pieces[at - 1]?.text === 'the' ? pieces[at - 2] : pieces[at - 1]
  const isKnown = NOT_A_RESULT.test(before?.text ?? '')
  const here = section === 'urine' ? nameAt(urineNames, pieces, at) : section === 'fluid' ? nameAt(fluidNames, pieces, at) : null
  const whole = nameAt(testNames, pieces, at)
  const isHere = here !== null && !(whole && whole.next > here.next)
  const first = isHere ? seen(text, line, at, here, section) : null
  if (first || isKnown) return first
  if (whole) {
    const found = seen(text, line, at, whole, section)
    // The same word means two things: only the unit tells them apart.
    return found && isHere && found.found.unit === undefined ? null : found
  }
  const short = shortAt(line, at)
  return short && seen(text, line, at, short, section)
}

/** A short name means other things too: it needs a unit, a range, words, or another test in its line. */
const isSure = ({ found, isShort }: Seen, all: readonly Seen[]) =>
  !isShort ||
  found.unit !== undefined ||
  found.way === 'with range' ||
  found.way === 'in words' ||
  all.some((other) => other.found.start !== found.start)

const inLine = (text: string, line: Line, before: Section): { found: Found[]; section: Section } => {
  const all: Seen[] = []
  let section = before
  for (let at = 0; at < line.pieces.length; at++) {
    section = sectionAt(line.pieces, at) ?? section
    const one = seenAt(text, line, at, section)
    if (!one) continue
    const isAfterNumber = line.pieces[at - 1]?.kind === 'number' && all.at(-1)?.next !== at
    if (one.isShort && isAfterNumber) continue
    all.push(one)
    at = one.next - 1
  }
  const found = all
    .filter((one) => isSure(one, all))
    .map((one) => (one.isShort && one.found.unit === undefined ? { ...one.found, way: 'short name' } : one.found))
  return { found, section }
}

/**
 * Results of the laboratory, as people type them and as reports print them: the span goes from the name to the unit, flag and range;
 * `value` is a number with a point or a word, `unit` UCUM and only where one is written, `code` LOINC where name and unit tell it,
 * details what the paper says: comparator, flag, low and high. Ranges, dates and amounts of drugs are no values.
 */
export const findLaboratory = ({ text }: Prepared): Found[] => {
  const all: Found[] = []
  let section: Section = 'blood'
  let empty = 0
  for (const line of linesOf(text)) {
    const { found, section: after } = inLine(text, line, section)
    empty = found.length > 0 ? 0 : empty + 1
    // What a line says of its own results ends with it; a heading lasts.
    const isHeading = found.length === 0 && line.pieces.length <= 8 && after !== section
    if (isHeading) [section, empty] = [after, 0]
    else if (empty > MOST_EMPTY) section = 'blood'
    for (const one of found) all.push(one)
  }
  return all
}
