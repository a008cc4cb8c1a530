import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Comparison } from '../figures/compare.ts'
import type { BenchServer } from '../server/bench-server.ts'
import { moneyReads, moneyWrites } from '../acts/money.ts'
import { writePlans } from '../figures/plans.ts'
import { measureReports, reportActs, type ReportFigures } from './reports.ts'
import type { Scenario } from '../acts/scenarios.ts'

/** How many rows of each kind the measured clinic has. */
export interface MoneySize {
  bills: number
  items: number
  receipts: number
  postings: number
  catalogue: number
}
export interface MoneyFigures {
  rows: MoneySize
  comparisons: Comparison[]
  reports: ReportFigures[]
}

const countRows = async (db: Db): Promise<MoneySize> => {
  const { rows } = await sql<MoneySize>`
    select (select count(*) from invoices where issued_at is not null) as bills, (select count(*) from charges) as items,
      (select count(*) from receipts) as receipts, (select count(*) from postings) as postings, (select count(*) from items) as catalogue`.execute(
    db,
  )
  if (!rows[0]) throw new Error('The books do not answer.')
  return rows[0]
}

/** Measures what only reads, the reports with their plans, and then what writes. */
export const measureMoney = async (
  app: BenchServer,
  wanted: (name: string) => boolean,
  runAll: (app: BenchServer, scenarios: readonly Scenario[]) => Promise<Comparison[]>,
  say: (line: string) => void,
  plansInto: string,
): Promise<MoneyFigures> => {
  const { db } = app.direct
  const rows = await countRows(db)
  say(`  ${rows.items} items on ${rows.bills} bills, ${rows.receipts} receipts, ${rows.postings} postings`)
  const [token = ''] = app.tokens()
  const chosen = moneyReads.filter(({ name }) => wanted(name))
  const reads = await runAll(app, chosen)
  const acts = wanted('reports') ? await reportActs(db) : []
  const reports = await measureReports(app.port, token, acts)
  for (const { name, range, p50, max, rows: many, errors } of reports)
    say(`  ${name}, ${range}: p50 ${p50}, at most ${max} ms, ${many} rows, ${errors} errors`)
  if (wanted('plans')) {
    const firsts = await Promise.all(chosen.map(async ({ name, acts: make }) => ({ name, act: (await make(app.sample, db, 0))[0]() })))
    const planned = [
      ...firsts.flatMap(({ name, act }) => (act ? [{ name, act }] : [])),
      ...acts.map(({ name, range, act }) => ({ name: `${name}, ${range}`, act })),
    ]
    say(`  Written: ${await writePlans(app.url, app.dir, app.secrets, token, planned, plansInto)}`)
  }
  const writes = await runAll(
    app,
    moneyWrites.filter(({ name }) => wanted(name)),
  )
  return { rows, comparisons: [...reads, ...writes], reports }
}
