import { saysNothing } from '#platform/csv/day.ts'
import type { AnyImportKind, ImportKind, ImportNote, ImportRow, ImportSettings, ImportWork, Verdict } from '#platform/imports/kind.ts'
import type { RowFate } from './ledger.ts'

type Kind = ImportKind<Record<string, unknown>, unknown>
export const open = (kind: AnyImportKind) => kind as unknown as Kind

type Problem = { column: string; message: string }
export interface Cells {
  row: number
  cells: Record<string, string>
}
interface ReadRow extends ImportRow<Record<string, unknown>> {
  problems: Problem[]
  /** How cells were read, and which were left empty. */
  notes: ImportNote[]
  /** As the row stands in the file; `cells` are without those that were left empty. */
  file: Readonly<Record<string, string>>
}

/** What an import knows of its file, for reading it. */
export type FileSettings = Omit<ImportSettings, 'remark'>

/**
 * What the cells of rows mean, column by column; the problems are those of cells alone. A cell of a forgiving column that cannot be read is left
 * empty, with a note.
 */
export const readRows = (kind: AnyImportKind, settings: FileSettings, rows: readonly Cells[]): ReadRow[] => {
  let remarks: string[] = []
  const shape = open(kind).cells({ ...settings, remark: (message) => void remarks.push(message) })
  const forgiving = new Set(kind.columns.flatMap(({ name, isForgiving }) => (isForgiving ? [name] : [])))
  return rows.map(({ row, cells: file }) => {
    const cells = { ...file }
    const values: Record<string, unknown> = {}
    const problems: Problem[] = []
    const notes: ImportNote[] = []
    for (const [column, text] of Object.entries(file)) {
      remarks = []
      if (forgiving.has(column) && saysNothing(text)) {
        notes.push({ column, text, message: 'Left empty.' })
        delete cells[column]
        continue
      }
      const result = shape[column]?.safeParse(text)
      if (!result) continue
      const problem = result.success ? undefined : (result.error.issues[0]?.message ?? 'Not valid.')
      if (result.success && result.data !== undefined) values[column] = result.data
      else if (result.success || forgiving.has(column)) delete cells[column]
      if (problem !== undefined && forgiving.has(column)) notes.push({ column, text, message: `Left empty: ${problem}` })
      else if (problem !== undefined) problems.push({ column, message: problem })
      notes.push(...remarks.map((message) => ({ column, text, message })))
    }
    return { row, cells, file, values, problems, notes }
  })
}

export interface Validated {
  row: ReadRow
  verdict: Verdict<unknown>
}

/** Reads and judges rows. Those with a broken cell are told of everything else that is wrong with them, too. */
export const validateRows = async (
  kind: AnyImportKind,
  work: ImportWork,
  read: readonly ReadRow[],
  options: { hold: boolean },
): Promise<Validated[]> => {
  const verdicts = read.length > 0 ? await open(kind).validate(work, read, options) : []
  return read.map((row, place) => {
    const verdict = verdicts[place]!
    if (row.problems.length === 0) return { row, verdict }
    const reported = new Set(row.problems.map(({ column }) => column))
    const further = verdict.state === 'refused' ? verdict.problems.filter(({ column }) => !reported.has(column)) : []
    return { row, verdict: { state: 'refused', problems: [...row.problems, ...further] } }
  })
}

/** What a row that is taken is taken without, and how its cells were read; null for nothing. */
export const notesOf = ({ row, verdict }: Validated): ImportNote[] | null => {
  if (verdict.state !== 'new' && verdict.state !== 'refused') return null
  const notes = [...row.notes, ...(verdict.state === 'new' ? (verdict.notes ?? []) : [])]
  return notes.length > 0 ? notes : null
}

/** What the ledger keeps of a verdict. */
export const fateOf = ({ row, verdict }: Validated): RowFate => {
  const { state } = verdict
  const problems = state === 'refused' ? verdict.problems : state === 'duplicate' ? [{ column: '', message: verdict.message }] : null
  const notes = notesOf({ row, verdict })
  return { row: row.row, state, cells: { ...row.file }, problems, notes, resembles: state === 'duplicate' ? verdict.resembles : null }
}
