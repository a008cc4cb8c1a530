import type { AnyImportKind, ImportKind, ImportRow, ImportSettings, ImportWork, Verdict } from '#platform/imports/kind.ts'
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
}

/** What the cells of rows mean, column by column; the problems are those of cells alone. */
export const readRows = (kind: AnyImportKind, settings: ImportSettings, rows: readonly Cells[]): ReadRow[] => {
  const shape = open(kind).cells(settings)
  return rows.map(({ row, cells }) => {
    const values: Record<string, unknown> = {}
    const problems: Problem[] = []
    for (const [column, text] of Object.entries(cells)) {
      const result = shape[column]?.safeParse(text)
      if (result?.success) values[column] = result.data
      else if (result) problems.push({ column, message: result.error.issues[0]?.message ?? 'This is not valid.' })
    }
    return { row, cells, values, problems }
  })
}

export interface Judged {
  row: ReadRow
  verdict: Verdict<unknown>
}

/** Reads and judges rows. Those with a broken cell are told of everything else that is wrong with them, too. */
export const judgeRows = async (
  kind: AnyImportKind,
  work: ImportWork,
  read: readonly ReadRow[],
  options: { hold: boolean },
): Promise<Judged[]> => {
  const sound = read.filter(({ problems }) => problems.length === 0)
  const verdicts = sound.length > 0 ? await open(kind).judge(work, sound, options) : []
  const byRow = new Map(sound.map(({ row }, place) => [row, verdicts[place]!]))
  return read.map((row) => ({ row, verdict: byRow.get(row.row) ?? { state: 'refused', problems: row.problems } }))
}

/** What the ledger keeps of a verdict. */
export const fateOf = ({ row, verdict }: Judged): RowFate => {
  const { state } = verdict
  const problems = state === 'refused' ? verdict.problems : state === 'duplicate' ? [{ column: '', message: verdict.message }] : null
  return { row: row.row, state, cells: { ...row.cells }, problems, resembles: state === 'duplicate' ? verdict.resembles : null }
}
