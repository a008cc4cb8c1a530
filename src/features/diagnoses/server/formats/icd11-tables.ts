import type { Classification, FileTerm, MappedCode } from './terms.ts'

type Cells = Readonly<Record<string, string>>

/** Extension codes say more about another code and are none by themselves. */
const EXTENSIONS = 'X'

/** The title without the dashes that show how deep it is. */
const titleOf = (text: string) => text.replace(/^[\s-]+/, '')

const termOf = (cells: Cells, row: number): FileTerm[] =>
  cells['ClassKind'] === 'category' && cells['Code'] && cells['ChapterNo'] !== EXTENSIONS
    ? [{ row, cells: { system: 'icd-11', code: cells['Code'], title: titleOf(cells['Title'] ?? '') } }]
    : []

const mappedOf = (cells: Cells, row: number): MappedCode[] => {
  const [icd10, icd11] = [cells['icd10Code'], cells['icd11Code']]
  // Chapters and blocks have no code; for some codes WHO knows none.
  return icd10 && icd11 && /\d/.test(icd11) && !icd10.includes('-') ? [{ row, icd10, icd11 }] : []
}

/** True for the heading of WHO’s simple tabulation of ICD-11, or of its map from ICD-10 to one category of ICD-11. */
export const isIcd11Table = (heading: readonly string[]): boolean =>
  (heading.includes('Code') && heading.includes('ClassKind') && heading.includes('Title')) ||
  (heading.includes('icd10Code') && heading.includes('icd11Code'))

/** What such a table says. Source: the files that WHO publishes with each release of ICD-11 MMS, as text with tabs or as a spreadsheet. */
export const readIcd11Table = ([heading = [], ...records]: readonly (readonly string[])[]): Classification => {
  const rows = records.map((record) => Object.fromEntries(heading.map((name, place) => [name, (record[place] ?? '').trim()])))
  return heading.includes('icd10Code')
    ? { map: rows.flatMap((cells, place) => mappedOf(cells, place + 2)) }
    : { terms: rows.flatMap((cells, place) => termOf(cells, place + 2)) }
}
