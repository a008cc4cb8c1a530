import { listOrNone, matching, oneOf, optional, parsed, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'
import { TYPED_SMALL } from '../knowledge/disease-words.ts'
import { tokensOf } from '../text/tokens.ts'
import type { Unit } from './units.ts'
import { unitsOf } from './units.ts'

interface NamedDisease {
  name: string
  code?: string
}

const code = matching(/^[A-Z]\d\d(?:\.\d)?$/, 'a code of ICD-10')
/** `HELLP syndrome [O14.2]`, the code only where there is one. */
const near = parsed((cell): NamedDisease => {
  const [, name, coded] = /^([^[\]]+) \[([^[\]]+)\]$/.exec(cell) ?? []
  if (name !== undefined && coded !== undefined) return { name, code: code.read(coded) }
  if (/[[\]]/.test(cell)) throw new RangeError(`"${cell}" is not a name, or a name and its code in brackets`)
  return { name: cell }
})

const { rows } = readTable(
  new URL('../knowledge/diseases.tsv', import.meta.url),
  {
    chapter: oneOf([
      'complaints',
      'hereditary',
      'general',
      'infections',
      'neoplasms',
      'metabolism',
      'mind',
      'senses',
      'chest',
      'digestion',
      'movement',
      'pelvis',
      'signs',
      'injuries',
    ]),
    name: text,
    code: optional(code),
    synonyms: listOrNone(text),
    near: listOrNone(near),
  },
  ['chapter', 'name'],
)

export interface Entry {
  name: string
  code?: string
  type: 'diagnosis' | 'symptom'
  /** A short form, which only counts as it is written here. */
  written?: string
}

interface Node {
  next: Map<string, Node>
  entry?: Entry
}

const root: Node = { next: new Map() }

const isShort = (name: string) =>
  /^[A-Z0-9][A-Za-z0-9/]{0,6}$/.test(name) && /[A-Z].*[A-Z]|^[A-Z]\d/.test(name) && !TYPED_SMALL.has(name.toLowerCase())

const add = (name: string, entry: Omit<Entry, 'written'>) => {
  let node = root
  for (const { text } of unitsOf({ text: name, tokens: tokensOf(name), sentences: [{ start: 0, end: name.length }] })) {
    const next: Node = node.next.get(text) ?? { next: new Map() }
    node.next.set(text, next)
    node = next
  }
  node.entry ??= isShort(name) ? { ...entry, written: name } : entry
}

const addAll = ({ name, code: icd }: NamedDisease, synonyms: readonly string[], always?: 'symptom') => {
  const type = always ?? (icd?.startsWith('R') ? 'symptom' : 'diagnosis')
  for (const one of [name, ...synonyms]) add(one, { name, type, ...(icd === undefined ? {} : { code: icd }) })
}

const isComplaint = ({ chapter }: (typeof rows)[number]) => chapter === 'complaints'
const diagnoses = rows.filter((row) => !isComplaint(row))

// The first to claim a name keeps it.
for (const row of rows.filter(isComplaint)) {
  addAll(row, row.synonyms, 'symptom')
  for (const one of row.near) addAll(one, [], 'symptom')
}
for (const row of diagnoses) addAll(row, row.synonyms)
for (const one of diagnoses.flatMap((row) => row.near)) addAll(one, [])

const isWritten = ({ written }: Entry, units: readonly Unit[], from: number, to: number) => {
  if (written === undefined) return true
  const raw = units
    .slice(from, to)
    .map((unit) => unit.raw)
    .join('')
  return raw === written || raw === `${written}s`
}

/** The longest name of the lexicon that begins at a unit, and the unit after it. */
export const nameAt = (units: readonly Unit[], from: number): { entry: Entry; to: number } | undefined => {
  let node: Node | undefined = root
  let found: { entry: Entry; to: number } | undefined
  for (let at = from; at < units.length; at++) {
    node = node.next.get(units[at]!.text)
    if (!node) break
    if (node.entry && isWritten(node.entry, units, from, at + 1)) found = { entry: node.entry, to: at + 1 }
  }
  return found
}
