import type { Db } from '#platform/db/connect.ts'
import { dayIn } from '#shared/dates.ts'
import type { Cell, Table, TableColumn, TableRow } from '#shared/table.ts'
import type { Letterhead } from '#platform/tables/pdf.ts'

/** The days that a report covers, YYYY-MM-DD, both included. */
export interface Days {
  start_date: string
  end_date: string
}

export type ReportColumn = TableColumn & {
  /** A sum of it would say nothing. */
  unsummed?: true
}

/** Everything there is to know of a report: a new one is one of these and an endpoint. */
export interface Report<Q = unknown> {
  /** Names its files. */
  name: string
  title: string
  columns: (query: Q) => readonly ReportColumn[]
  /** Its rows, every key of a column among theirs. */
  find: (db: Db, days: Days, query: Q) => Promise<TableRow[]>
  /** What it is about; throws when there is no such thing. */
  subject?: (db: Db, query: Q) => Promise<string>
  /** The patient whom a row is about: rows of restricted records are left out, and their amounts stay in the totals. */
  patient?: (row: TableRow) => Cell | undefined
}

const SCALE = { quantity: 3, money: 2 } as const

const toWhole = (figure: Cell | undefined, decimals: number) => {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(figure ?? 0)) ?? []
  return BigInt(`${sign}${whole}${part.padEnd(decimals, '0')}`)
}
const figureOf = (value: bigint, decimals: number) => {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The sums of the columns that can be summed, exact. */
export const totalsOf = (columns: readonly ReportColumn[], rows: readonly TableRow[]): TableRow =>
  Object.fromEntries(
    columns.flatMap(({ key, kind, unsummed }): [string, Cell][] => {
      if (unsummed || kind === 'text' || kind === 'date') return []
      if (kind === 'count') return [[key, rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)]]
      return [
        [
          key,
          figureOf(
            rows.reduce((sum, row) => sum + toWhole(row[key], SCALE[kind]), 0n),
            SCALE[kind],
          ),
        ],
      ]
    }),
  )

interface Asked {
  date?: string | undefined
  start_date?: string | undefined
  end_date?: string | undefined
}
const daysOf = ({ date, start_date, end_date }: Asked, today: string): Days => ({
  start_date: start_date ?? date ?? today,
  end_date: end_date ?? date ?? today,
})

/**
 * Runs a report in one snapshot of the database, that of `reader`, which cannot write, without the rows of patients who are `hidden`. Answers it with
 * what stands above it on paper.
 */
export const runReport = <Q extends Asked>(
  reader: Db,
  report: Report<Q>,
  query: Q,
  now: Date,
  hidden: ReadonlySet<number>,
): Promise<{ table: Table; head: Letterhead }> =>
  reader
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const { name, currency, time_zone } = await db
        .selectFrom('company')
        .select(['name', 'currency', 'time_zone'])
        .executeTakeFirstOrThrow()
      const days = daysOf(query, dayIn(time_zone, now))
      const subject = (await report.subject?.(db, query)) ?? null
      const columns = report.columns(query)
      const found = await report.find(db, days, query)
      const rows = hidden.size === 0 ? found : found.filter((row) => !hidden.has(Number(report.patient?.(row) ?? 0)))
      const printed = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: time_zone }).format(now)
      const table = { title: report.title, subject, ...days, currency, columns: [...columns], rows, totals: totalsOf(columns, found) }
      return { table, head: { clinic: name, printed } }
    })
