import { flag, list, listOrNone, matching, number, oneOf, optional, parsed, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'

const at = (file: string) => new URL(file, import.meta.url)

const atc = matching(/^[A-DGHJL-NPRSV](?:\d\d(?:[A-Z](?:[A-Z](?:\d\d)?)?)?)?$/, 'a code of WHO ATC or the beginning of one')

export const substanceTable = readTable(
  at('substances.tsv'),
  {
    area: oneOf(['infection', 'circulation', 'nerves', 'others']),
    name: text,
    atc: listOrNone(atc),
    synonyms: listOrNone(text),
    isUnspecified: flag,
  },
  ['name'],
)
export type Substance = (typeof substanceTable.rows)[number]

export const combinationTable = readTable(at('combinations.tsv'), { names: list(text), substances: list(text) }, ['names'])
/** Other name to its substances. */
export const combinations: ReadonlyMap<string, readonly string[]> = new Map(
  combinationTable.rows.flatMap(({ names, substances }) => names.map((name) => [name, substances] as const)),
)

const parts = parsed((cell): readonly number[] => cell.split(' + ').map((one) => number.read(one)))
export const knownTotals = readTable(at('known-totals.tsv'), { of: list(text), parts: list(parts) }, ['of'])

export const groupTable = readTable(
  at('groups.tsv'),
  { name: matching(/^[a-z][a-zA-Z\d]+$/, 'one word'), label: text, atc: listOrNone(atc), names: listOrNone(text), note: optional(text) },
  ['name'],
)
/** Groups of substances by their names. */
export const groups: ReadonlyMap<string, (typeof groupTable.rows)[number]> = new Map(groupTable.rows.map((one) => [one.name, one]))

const group = parsed((cell) => {
  if (groups.has(cell)) return cell
  throw new RangeError(`"${cell}" is no group of groups.tsv`)
})
const pair = parsed((cell): readonly [string, string] => {
  const [one, other, ...more] = list(group).read(cell)
  if (one !== undefined && other !== undefined && more.length === 0) return [one, other]
  throw new RangeError(`"${cell}" is not two groups`)
})

export const allergyWords = readTable(at('allergy-words.tsv'), { groups: list(group), words: list(text) }, ['groups'])
export const crossAllergies = readTable(at('cross-allergies.tsv'), { id: text, groups: pair, detail: text, isSevereOnly: flag }, ['id'])
export const pairAllergies = readTable(at('pair-allergies.tsv'), { id: text, of: text, to: group, detail: text }, ['id'])
export const noAllergyWords = readTable(at('no-allergy-words.tsv'), { kind: oneOf(['none', 'other']), words: text }, ['words'])
