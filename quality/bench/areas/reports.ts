import { sql } from 'kysely'
import {
  dayClose,
  debtors,
  saleByDate,
  saleByItemAndDate,
  salesByPayer,
  salesByService,
  totalByPaymentMode,
} from '#features/reports/contract.ts'
import type { Db } from '#platform/db/connect.ts'
import { requestOf } from '../figures/compare.ts'
import type { Act } from '../server/direct.ts'
import { openConnection } from '../server/http-client.ts'
import { type Figures, figuresOf } from '../figures/measure.ts'

/** Milliseconds in which a report should be there, and in which it must. */
export const REPORT_AIM = 300
export const REPORT_LIMIT = 2000

export interface ReportAct {
  name: string
  range: string
  act: Act
}

/** Every report over all there is, and over the last whole month. */
export const reportActs = async (db: Db): Promise<ReportAct[]> => {
  const { rows } = await sql<{ first: string; last: string; month_first: string; month_last: string; item_id: number }>`
    select min(day)::text as first, max(day)::text as last, (date_trunc('month', max(day)) - interval '1 month')::date::text as month_first,
      (date_trunc('month', max(day)) - interval '1 day')::date::text as month_last,
      (select consultation_item_id from billing_settings) as item_id
    from journal_entries`.execute(db)
  const [found] = rows
  if (!found) throw new Error('There are no bills.')
  const { first, last, month_first, month_last, item_id } = found
  const ranges = [
    { range: 'all', start_date: first, end_date: last },
    { range: 'one month', start_date: month_first, end_date: month_last },
  ]
  const over = (name: string, make: (days: { start_date: string; end_date: string }) => Act): ReportAct[] =>
    ranges.map(({ range, ...days }) => ({ name, range, act: make(days) }))
  return [
    ...over('takings by payment mode', (query) => ({ endpoint: totalByPaymentMode, query })),
    ...over('sales by date', (body) => ({ endpoint: saleByDate, body })),
    ...over('sales of one item by date', (body) => ({ endpoint: saleByItemAndDate, body: { ...body, item_id } })),
    ...over('sales by service', (query) => ({ endpoint: salesByService, query })),
    ...over('sales by department', (query) => ({ endpoint: salesByService, query: { ...query, group: 'department' } })),
    ...over('sales by payer', (query) => ({ endpoint: salesByPayer, query })),
    { name: 'debtors', range: 'today', act: { endpoint: debtors } },
    { name: 'debtors', range: 'a month ago', act: { endpoint: debtors, query: { date: month_last } } },
    { name: 'close of the day', range: 'one day', act: { endpoint: dayClose, query: { date: month_last } } },
  ]
}

export interface ReportFigures extends Figures {
  name: string
  range: string
  rows: number
}

const TIMES = 7

/** Asks for each report some times over HTTP, one after the other; the first of them, which reads what nobody has read yet, does not count. */
export const measureReports = async (port: number, token: string, acts: readonly ReportAct[]): Promise<ReportFigures[]> => {
  const connection = await openConnection(port)
  const figures: ReportFigures[] = []
  try {
    for (const { name, range, act } of acts) {
      const times: number[] = []
      let errors = 0
      let rows = 0
      for (let i = 0; i <= TIMES; i++) {
        const from = performance.now()
        const { status, body } = await connection.send(requestOf(act, token))
        if (i > 0) times.push(performance.now() - from)
        if (status !== 200) {
          errors += 1
          process.stderr.write(`    ${name}: ${status} ${body.slice(0, 300)}\n`)
          continue
        }
        const reply = JSON.parse(body) as { rows?: unknown[]; data?: unknown[] }
        rows = (reply.rows ?? reply.data ?? []).length
      }
      figures.push({ name, range, rows, ...figuresOf(times, times.reduce((sum, time) => sum + time, 0) / 1000, errors) })
    }
  } finally {
    connection.close()
  }
  return figures
}
