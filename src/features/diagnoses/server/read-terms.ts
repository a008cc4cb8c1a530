import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { line } from '#shared/text.ts'
import { yesOrNo } from '#platform/csv/cells.ts'
import { parseCells, type Parsed, type Problems } from '#platform/csv/problems.ts'
import { readTable, type TableForm, type FileRow } from '#platform/csv/read-table.ts'
import { DiagnosisSystem, MAX_SYNONYMS } from '../contract.ts'
import { isCodeOf, tidyCode } from '../rules.ts'
import { readClassification } from './formats/read-classification.ts'
import { MAX_ROWS, TOO_MANY_ROWS, type MappedCode } from './formats/terms.ts'

/** A diagnosis as a file names it. */
export interface Term {
  row: number
  system: DiagnosisSystem
  code: string | null
  title: string
  /** What patients read, and the ICD-11 code alongside; null leaves what a known one has. */
  plainTitle: string | null
  icd11Code: string | null
  synonyms: string[]
  /** Null leaves a known one as it is. */
  active: boolean | null
}

const MAX_SYNONYM = 200
const NO_CODE = 'This code is not valid in that classification.'

const cells = {
  system: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(DiagnosisSystem),
  code: line(60),
  icd10: line(60),
  icd11: line(120),
  title: line(300),
  plain_title: line(300),
  synonyms: z.string().max(10_000),
  active: yesOrNo,
}
type Cells = Parsed<typeof cells>

const form: TableForm<keyof typeof cells> = {
  columns: Object.keys(cells) as (keyof typeof cells)[],
  needs: ['title'],
  missing: 'The file needs a column “title”.',
  maxRows: MAX_ROWS,
  tooMany: TOO_MANY_ROWS,
  aliases: {
    name: 'title',
    description: 'title',
    icd10_who: 'icd10',
    icd_10: 'icd10',
    icd10_code: 'icd10',
    icd11_who: 'icd11',
    icd_11: 'icd11',
    icd11_code: 'icd11',
    lay_title: 'plain_title',
    synonyms_en: 'synonyms',
    is_active: 'active',
    ciel_id: '',
    id: '',
    icd10_map: '',
  },
}

const split = (text: string | undefined) => (text ?? '').split('|').flatMap((part) => part.replace(/\s+/gu, ' ').trim() || [])

const synonymsOf = ({ synonyms, title = '' }: Cells): string[] => {
  const seen = new Set([title.toLowerCase()])
  return split(synonyms?.normalize('NFC')).filter((one) => !seen.has(one.toLowerCase()) && seen.add(one.toLowerCase()))
}

/** The codes of a row: what the column code says, or else ICD-10, or else ICD-11; null for a term of the clinic's own without one. */
const codesOf = ({ system, code, icd10, icd11 }: Cells): [DiagnosisSystem, string | null][] => {
  if (code !== undefined) return [[system ?? 'icd-10', code]]
  if (icd10 !== undefined) return split(icd10).map((one) => [system ?? 'icd-10', one])
  if (icd11 !== undefined) return split(icd11.replaceAll('&amp;', '&')).map((one) => ['icd-11', one])
  return [[system ?? 'local', null]]
}

/** The ICD-11 code that a row has beside another code; null when there is none. */
const alongside = (row: number, { code, icd10, icd11 }: Cells, problems: Problems): string | null => {
  if (icd11 === undefined || (code ?? icd10) === undefined) return null
  const tidy = tidyCode('icd-11', icd11.replaceAll('&amp;', '&').split('|')[0] ?? '')
  if (isCodeOf('icd-11', tidy)) return tidy
  problems.add(row, 'icd11', NO_CODE)
  return null
}

const termsOf = (row: number, parsed: Cells, problems: Problems): Term[] => {
  const { title, plain_title: plainTitle = null, active = null } = parsed
  const icd11Code = alongside(row, parsed, problems)
  const synonyms = synonymsOf(parsed)
  if (synonyms.length > MAX_SYNONYMS || synonyms.some((one) => one.length > MAX_SYNONYM))
    problems.add(row, 'synonyms', 'Enter at most 50 synonyms of at most 200 letters each.')
  return codesOf(parsed).flatMap(([system, typed]) => {
    const code = typed === null ? null : tidyCode(system, typed)
    if (code === null ? system !== 'local' : !isCodeOf(system, code)) {
      problems.add(row, 'code', NO_CODE)
      return []
    }
    return title === undefined ? [] : [{ row, system, code, title, plainTitle, icd11Code, synonyms, active }]
  })
}

/**
 * The diagnoses of a file, or the ICD-11 codes that it gives to diagnoses, and how many rows it has; what is wrong with them goes to
 * `problems`.
 */
export const readTerms = async (path: string, problems: Problems): Promise<{ rows: number; terms: Term[]; map: MappedCode[] }> => {
  const published = await readClassification(path)
  if (published && 'map' in published) return { rows: published.map.length, terms: [], map: published.map }
  const rows: readonly FileRow<keyof Cells>[] = published?.terms ?? (await readTable(path, form, problems))
  const seen = new Set<string>()
  const terms: Term[] = []
  for (const [place, one] of rows.entries()) {
    // Others are served meanwhile.
    if (place % 500 === 0) await setImmediate()
    const parsed = parseCells(cells, one, problems)
    if (one.cells.title === undefined) problems.add(one.row, 'title', 'This field is required.')
    // What a broken cell says of the code is not known.
    if (one.cells.system !== undefined && parsed.system === undefined) continue
    for (const term of termsOf(one.row, parsed, problems)) {
      const key = `${term.system} ${term.code ?? ''} ${term.title.toLowerCase()}`
      if (seen.has(key)) problems.add(term.row, 'title', 'An earlier row has the same code and title.')
      else terms.push(term)
      seen.add(key)
    }
  }
  return { rows: rows.length, terms, map: [] }
}
