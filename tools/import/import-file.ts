import type { Db } from '#platform/db/connect.ts'
import type { CsvFile, CsvRecord } from './read-csv.ts'
import type { Progress } from './progress.ts'
import type { Report } from './report.ts'

/** Either what a record means here or why it cannot be taken. */
export type Read<T> = { row: T } | { reason: string }

export type Line<T> = { line: number; id: string; row: T }

/** What would become of some rows, decided by looking only. */
export interface Plan<T> {
  fresh: Line<T>[]
  known: number
  refused: { line: number; id: string; reason: string }[]
}

export interface Counts {
  file: string
  added: number
  known: number
  rejected: number
  /** Rows of patients beyond the limit. */
  left_out: number
  /** What else is to be said of it. */
  notes?: string[]
}

export interface Step<T> {
  file: CsvFile
  /** Null for a row that was not asked for. */
  read: (record: CsvRecord) => Read<T> | null
  plan: (db: Db, rows: Line<T>[]) => Promise<Plan<T>>
  /** Writes what is new, in the transaction of `db`. */
  save: (db: Db, rows: Line<T>[]) => Promise<void>
}

export interface Run {
  db: Db
  dryRun: boolean
  report: Report
  progress: Progress
}

const BATCH = 500

/**
 * Imports one file in batches, each in its own transaction: a failure leaves whole batches, and a second run goes on behind them. A dry run
 * looks and writes nothing, not even numbers.
 */
export const importFile = async <T>({ db, dryRun, report, progress }: Run, { file, read, plan, save }: Step<T>): Promise<Counts> => {
  const counts: Counts = { file: file.name, added: 0, known: 0, rejected: 0, left_out: 0 }
  let batch: Line<T>[] = []
  let rows = 0
  const seen = new Set<string>()

  const refuse = (line: number, id: string, reason: string) => {
    counts.rejected += 1
    report.add({ file: file.name, line, id, reason })
  }
  const flush = async () => {
    const lines = batch
    batch = []
    if (lines.length === 0) return
    const run = async (tx: Db) => {
      const planned = await plan(tx, lines)
      if (!dryRun && planned.fresh.length > 0) await save(tx, planned.fresh)
      return planned
    }
    const { fresh, known, refused } = await (dryRun ? run(db) : db.transaction().execute(run))
    counts.added += fresh.length
    counts.known += known
    for (const { line, id, reason } of refused) refuse(line, id, reason)
  }

  for await (const found of file.rows()) {
    rows += 1
    progress.show(file, rows)
    if ('reason' in found) {
      refuse(found.line, '', found.reason)
      continue
    }
    const id = found.record['id'] ?? ''
    const wanted = read(found.record)
    if (wanted === null) counts.left_out += 1
    else if ('reason' in wanted) refuse(found.line, id, wanted.reason)
    else if (seen.has(id)) refuse(found.line, id, 'The same id stands further up in this file.')
    else {
      seen.add(id)
      batch.push({ line: found.line, id, row: wanted.row })
      if (batch.length >= BATCH) await flush()
    }
  }
  await flush()
  progress.end(file, rows)
  return counts
}
