import { flag, list, number, oneOf, text } from '#platform/knowledge/columns.ts'
import { readTable, readWordLists } from '#platform/knowledge/read-table.ts'
import { type FrequencyCode, frequencyCodes, type RouteCode, routeCodes, type UnitCode, unitCodes } from '../directions.ts'

const at = (file: string) => new URL(file, import.meta.url)

// What one row or list holds is one text here: it weighs less in the browser.
const phrases = list(text)
const joined = <C extends string>(rows: readonly { code: C; phrases: readonly string[] }[]) =>
  rows.map((row): readonly [C, string] => [row.code, row.phrases.join(', ')])

/** Phrases by what they mean, with commas between. */
export const frequencyPhrases = joined<FrequencyCode>(
  readTable(at('frequency-phrases.tsv'), { code: oneOf(frequencyCodes), phrases }, ['code']).rows,
)
export const routePhrases = joined<RouteCode>(readTable(at('route-phrases.tsv'), { code: oneOf(routeCodes), phrases }, ['code']).rows)

const kinds = [
  'AC', 'PC', 'CC', 'prn', 'mdu', 'once', 'upto', 'then', 'end', 'note', 'instr', 'skip', 'perDay', 'td', 'max a day', 'max',
] as const // prettier-ignore
export const otherPhrases = joined(
  readTable(at('phrases.tsv'), { kind: oneOf(kinds), phrases }, ['kind']).rows.map((row) => ({ code: row.kind, phrases: row.phrases })),
)

const unitTable = readTable(at('unit-words.tsv'), { code: oneOf(unitCodes), isCounted: flag, words: list(text) }, ['code'])
export const unitWords = joined<UnitCode>(unitTable.rows.map(({ code, words }) => ({ code, phrases: words })))
/** Units that are counted: "on tablet twice a day" lost its number. */
export const countedUnits = unitTable.rows.filter(({ isCounted }) => isCounted).map(({ code }) => code)

export const numberWords = readTable(at('number-words.tsv'), { word: text, value: number }, ['word']).rows.map(
  ({ word, value }): readonly [string, number] => [word, value],
)

const lists = [
  'day', 'week', 'month', 'hour', 'minute', 'short weekday', 'neutral', 'leading', 'stop', 'eye side', 'unsafe', 'eye',
] as const // prettier-ignore
const words = readWordLists(at('words.tsv'), lists)
/** The words of each list, with blanks between. */
export const wordLists = Object.fromEntries(lists.map((one) => [one, words[one].join(' ')])) as Record<(typeof lists)[number], string>
