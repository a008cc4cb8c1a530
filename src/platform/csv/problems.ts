import type { z } from 'zod'
import type { ImportReport } from '#shared/csv.ts'

const SHOWN = 200

/** The cells of a row that hold something, as its columns want them. */
export type Parsed<S extends Record<string, z.ZodType>> = { [K in keyof S]?: z.output<S[K]> }

/** Gathers what is wrong with the cells of a file: every one is counted, the first 200 (or `shown`) are kept. */
export class Problems {
  #errors: ImportReport['errors'] = []
  #count = 0
  readonly #shown: number

  constructor(shown = SHOWN) {
    this.#shown = shown
  }

  add(row: number, field: string, message: string) {
    this.#count += 1
    if (this.#errors.length < this.#shown) this.#errors.push({ row, field, message })
  }

  /** The same so far, to go on from. */
  copy(): Problems {
    const copy = new Problems(this.#shown)
    copy.#errors = [...this.#errors]
    copy.#count = this.#count
    return copy
  }

  get count() {
    return this.#count
  }

  /** In the order of the file. */
  get errors() {
    return this.#errors.toSorted((a, b) => a.row - b.row)
  }
}

/** The cells of a row as their columns want them; what does not fit is a problem of that cell. */
export const parseCells = <S extends Record<string, z.ZodType>>(
  shape: S,
  { row, cells }: { row: number; cells: Partial<Record<keyof S & string, string>> },
  problems: Problems,
): Parsed<S> => {
  const parsed: Parsed<S> = {}
  for (const [column, schema] of Object.entries(shape) as [keyof S & string, S[keyof S & string]][]) {
    const cell = cells[column]
    if (cell === undefined) continue
    const result = schema.safeParse(cell)
    if (result.success) parsed[column] = result.data
    else problems.add(row, column, result.error.issues[0]?.message ?? 'Not valid.')
  }
  return parsed
}

/** The report of an import. With a problem nothing is imported, so that only a dry run still tells how many rows were sound. */
export const reportOf = (
  problems: Problems,
  { isDry, rows, ...counts }: { isDry: boolean; rows: number; added: number; changed: number; unchanged: number },
): ImportReport => ({
  dry_run: isDry,
  rows,
  ...(problems.count > 0 && !isDry ? { added: 0, changed: 0, unchanged: 0 } : counts),
  errors: problems.errors,
  error_count: problems.count,
})
