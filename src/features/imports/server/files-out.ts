import { Readable } from 'node:stream'
import { findClinicDay } from '#features/company/public.ts'
import { csvHead, csvLines } from '#platform/csv/write-csv.ts'
import type { Db } from '#platform/db/connect.ts'
import { Problem } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { findHidden } from '#platform/http/restricted.ts'
import { tableFile } from '#platform/tables/render.ts'
import type { Services } from '#platform/services.ts'
import type { Download } from '#shared/endpoint.ts'
import { tableTypes, type TableRow } from '#shared/table.ts'
import type { ImportKindName } from '../contract.ts'
import { kinds, writtenColumns } from './kinds.ts'
import { findRows, type ImportRecord } from './ledger.ts'
import type { Mapping } from './mapping.ts'

const PAGE = 2_000
/** Kinds whose rows are of patients: restricted records stay out. */
export const ofPatients: ReadonlySet<ImportKindName> = new Set<ImportKindName>([
  'patients',
  'allergies',
  'problems',
  'medicines',
  'visits',
  'results',
])
const MAX_SHEET = 50_000
const REASON = 'reason'

/** The columns of a kind with the clinic's own rows to fill in, or with two rows of examples. */
export const makeTemplate = async (db: Db, kind: ImportKindName): Promise<Download> => {
  const columns = writtenColumns(kinds[kind])
  const names = columns.map(({ name }) => name)
  const own = (await kinds[kind].ownRows?.(db)) ?? []
  if (own.length > 0) return { body: Buffer.concat([csvHead(names), csvLines(names, own)]), filename: `${kind}.csv` }
  const rows = [0, 1].map((at) => Object.fromEntries(columns.map(({ name, examples }) => [name, examples[at as 0 | 1] || null])))
  return { body: Buffer.concat([csvHead(names), csvLines(names, rows)]), filename: `${kind}.csv` }
}

const readPages = async function* (db: Db, kind: ImportKindName, now: Date, hidden: ReadonlySet<number>) {
  for (let after = 0, isLast = false; !isLast;) {
    const rows = await kinds[kind].page(db, now, { after, limit: PAGE })
    yield rows.filter(({ id, patient = id }) => !hidden.has(patient)).map(({ cells }) => cells)
    after = rows.at(-1)?.id ?? after
    isLast = rows.length < PAGE
  }
}

const writeCsv = async function* (names: readonly string[], pages: AsyncIterable<Record<string, string | null>[]>) {
  yield csvHead(names)
  for await (const rows of pages) if (rows.length > 0) yield csvLines(names, rows)
}

/**
 * All rows of a kind in the columns in which they are read in, without the restricted records that this person may not open: as CSV page by
 * page, so that few are in memory; or as a spreadsheet.
 */
export const makeExport = async (
  { reader, printPdf }: Pick<Services, 'reader' | 'printPdf'>,
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  kind: ImportKindName,
  as: 'csv' | 'xlsx',
): Promise<Download> => {
  const day = await findClinicDay(db, now)
  const hidden: ReadonlySet<number> = ofPatients.has(kind) ? await findHidden(db, user, now) : new Set()
  // People are among what readers do not see whole.
  const source = kind === 'people' ? db : reader
  const names = writtenColumns(kinds[kind]).map(({ name }) => name)
  if (as === 'csv') return { body: Readable.from(writeCsv(names, readPages(source, kind, now, hidden))), filename: `${kind}-${day}.csv` }
  const rows: TableRow[] = []
  for await (const page of readPages(source, kind, now, hidden)) {
    rows.push(...page)
    if (rows.length > MAX_SHEET) throw new Problem(400, 'too_long', 'More than 50,000 rows. Export them as CSV.')
  }
  const columns = names.map((name) => ({ key: name, title: name, kind: 'text' as const }))
  const table = { title: kind, subject: null, start_date: day, end_date: day, currency: '', columns, rows, totals: {} }
  const file = await tableFile(table, tableTypes.xlsx, { name: kind, printPdf, head: { clinic: '', printed: '' } })
  return { ...file, type: tableTypes.xlsx }
}

const leftPages = async function* (db: Db, one: ImportRecord) {
  for (const state of ['refused', 'duplicate', 'kept'] as const)
    for (let after = 0, isLast = false; !isLast;) {
      const rows = await findRows(db, one.id, state, { after, limit: PAGE })
      yield rows.map(({ row, cells, problems, resembles }) => {
        const reasons = (problems as { column: string; message: string }[] | null) ?? []
        const words = reasons.map(({ column, message }) => (column === '' ? message : `${column}: ${message}`))
        return {
          ...(cells as Record<string, string> | null),
          row: String(row),
          [REASON]: [...words, ...(resembles === null ? [] : [resembles])].join(' '),
        }
      })
      after = rows.at(-1)?.row ?? after
      isLast = rows.length < PAGE
    }
}

/** The rows that were not taken, or not taken back, under the columns by which they were read, with the reason of each. */
export const makeRefusedRows = (db: Db, one: ImportRecord): Download => {
  const columns = Object.entries(one.mapping as Mapping)
    .toSorted((a, b) => a[1] - b[1])
    .map(([column]) => column)
  const name = one.file_name.replace(/\.[^.]{1,8}$/, '')
  return { body: Readable.from(writeCsv(['row', ...columns, REASON], leftPages(db, one))), filename: `${name}-left.csv` }
}
