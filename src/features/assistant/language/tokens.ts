import { dictionary } from '#shared/dictionary.ts'
import { text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'
import { stemmer } from 'stemmer'
import { questionWords } from '../knowledge/words.ts'

export interface Token {
  /** Lower case, accents folded. */
  text: string
  /** What the forms of a word have in common. */
  stem: string
  kind: 'word' | 'number' | 'code'
  /** Characters of the plain text. */
  start: number
  end: number
}

/** Words that the stemmer would leave apart. */
const stemTable = readTable(new URL('../knowledge/stems.tsv', import.meta.url), { form: text, word: text }, ['form'])
const irregular = new Map(stemTable.rows.map(({ form, word }) => [form, word]))

/** Forms that say something else than their verb. */
const wholeForms = new Set(questionWords['whole form'])

const stems = new Map<string, string>()
/** The stem of a word: the same for the forms of it that people use in questions. */
export const stemOf = (word: string): string => {
  const known = stems.get(word)
  if (known !== undefined) return known
  const plain = irregular.get(word) ?? word
  const stem = /^[a-z]{4,}$/.test(plain) && !wholeForms.has(plain) ? stemmer(plain) : plain
  // Words come from people: what they type does not fill the memory.
  if (stems.size < 20_000) stems.set(word, stem)
  return stem
}

const folded = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[‘’ʼ`´]/gu, "'")
    .replace(/[‐-―−]/gu, '-')
    .replace(/[“”]/gu, '"')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')

/** Lower case, accents folded, apostrophes and dashes straight; every character keeps its place where Unicode allows it. */
export const plainText = (text: string): string => (/^[\x20-\x5f\x61-\x7e]*$/.test(text) ? text.toLowerCase() : folded(text))

// A code holds digits in groups, or letters and digits with a hyphen or slash: P-26-00012, 028-39354, INV/2026/00017.
const PIECES = /[\p{L}\d]+(?:[-/][\p{L}\d]+)+|\d+(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\d+|\p{L}[\p{L}\d]*(?:'\p{L}+)*/gu

const isCode = (text: string) =>
  /^(?=.*\d.*\d.*\d)[\p{L}\d]+(?:[-/][\p{L}\d]+)+$/u.test(text) && !/^\d{1,4}[-/]\d{1,2}([-/]\d{1,4})?$/.test(text)
const isNumber = (text: string) => /^\d[\d,]*(?:\.\d+)?$/.test(text)

const short = dictionary<readonly string[]>({ "can't": ['can', 'not'], "won't": ['will', 'not'], cannot: ['can', 'not'] })

const ENDINGS: ReadonlySet<string> = new Set(['s', 'd', 're', 'll', 've', 'm'])
/** 'Patient's' is the patient, 'isn't' is not; within a name an apostrophe is nothing: Ng'ang'a, O'Brien. */
const wordsOf = (piece: string): readonly string[] => {
  if (short[piece]) return short[piece]
  const parts = piece.split("'")
  const last = parts.length > 1 ? parts.at(-1)! : ''
  const head = parts.slice(0, -1).join('')
  if (ENDINGS.has(last)) return [head]
  if (last === 't' && head.endsWith('n')) return [head.slice(0, -1), 'not']
  return [parts.join('')]
}

const tokenOf = (text: string, start: number, end: number): Token => ({
  text,
  stem: stemOf(text),
  kind: isNumber(text) ? 'number' : isCode(text) ? 'code' : 'word',
  start,
  end,
})

/** The words, numbers and codes of a plain text in order. */
export const tokensOf = (plain: string): Token[] =>
  [...plain.matchAll(PIECES)].flatMap(({ 0: piece, index }) => {
    if (isCode(piece)) return [tokenOf(piece, index, index + piece.length)]
    // A compound is its parts: follow-up, part-paid, under-fives.
    let from = index
    return piece.split(/[-/]/).flatMap((part) => {
      const start = from
      from += part.length + 1
      return wordsOf(part)
        .filter((word) => word !== '')
        .map((word) => tokenOf(word, start, start + part.length))
    })
  })
