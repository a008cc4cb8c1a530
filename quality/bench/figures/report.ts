import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Comparison } from './compare.ts'
import type { Machine } from './machine.ts'
import type { Figures } from './measure.ts'
import { REPORT_AIM, REPORT_LIMIT, type ReportFigures } from '../areas/reports.ts'
import type { AppointmentFigures } from '../areas/run-appointments.ts'
import type { ClinicalFigures } from '../areas/run-clinical.ts'
import type { LaboratoryFigures } from '../areas/run-laboratory.ts'
import type { MoneyFigures } from '../areas/run-money.ts'
import type { StockFigures } from '../areas/run-stock.ts'

export const results = join(import.meta.dirname, '../results')
const page = join(import.meta.dirname, '../../../docs/benchmarks.md')

interface Measured {
  at: string
  machine: Machine
  size: { patients: number; visits: number }
  lanes: number
  seconds: number
}
export interface Money extends Measured, MoneyFigures {}
export interface Clinical extends Measured, ClinicalFigures {}
export interface Appointments extends Measured, AppointmentFigures {}
export interface Stock extends Measured, StockFigures {}
export interface Laboratory extends Measured, LaboratoryFigures {}
export interface FrontDesk extends Measured {
  comparisons: Comparison[]
  events: Figures | null
  /** Megabytes of server and database, children included, as shares of what they use together (PSS). */
  memory: { idle: number | null; after: number | null }
  /** Kilobytes of gzip. */
  first_load: number | null
}
interface GrowthOfSearch {
  name: string
  small: Figures
  large: Figures
  /** How many times as long half of the searches take. */
  times: number
  /** Milliseconds of the database's processor time for each search. */
  database: { small: number; large: number }
}
export interface Growth {
  at: string
  size: { small: number; large: number }
  searches: GrowthOfSearch[]
}

type Result = FrontDesk | Growth | Money | Clinical | Appointments | Stock | Laboratory
export const saveResult = (
  what: 'front-desk' | 'growth' | 'money' | 'clinical' | 'appointments' | 'stock' | 'laboratory',
  result: Result,
) => {
  mkdirSync(results, { recursive: true })
  const path = join(results, `${what}.json`)
  writeFileSync(path, `${JSON.stringify(result, null, 2)}\n`)
  return path
}

const read = <T>(what: string): T | null => {
  const path = join(results, `${what}.json`)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null
}

const number = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : String(value))
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const aimOf = ({ aim, http }: Comparison) => {
  if (!aim) return ''
  const wishes: [string, boolean][] = []
  if (aim.per_second) wishes.push([`≥ ${number(aim.per_second)}/s`, http.per_second >= aim.per_second])
  if (aim.p95) wishes.push([`p95 < ${aim.p95} ms`, http.p95 < aim.p95])
  if (aim.p99) wishes.push([`p99 < ${aim.p99} ms`, http.p99 < aim.p99])
  return wishes.map(([wish, isMet]) => `${wish} ${isMet ? 'met' : '**missed**'}`).join(', ')
}

export const comparisonTable = (comparisons: readonly Comparison[]) =>
  table(
    ['', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'without HTTP /s', 'ratio', 'processor ms: server', 'database', 'errors', 'aim'],
    comparisons.map((one) => [
      one.name,
      number(one.http.per_second),
      String(one.http.p50),
      String(one.http.p95),
      String(one.http.p99),
      number(one.direct.per_second),
      String(one.ratio),
      String(one.processor.server),
      String(one.processor.database),
      String(one.http.errors + one.direct.errors),
      aimOf(one),
    ]),
  )

export const growthTable = ({ searches }: Growth) =>
  table(
    ['', 'p50 ms', 'p95 ms', 'p50 ms, large', 'p95 ms, large', 'times as long', 'database processor ms', 'large'],
    searches.map(({ name, small, large, times, database }) =>
      [name, small.p50, small.p95, large.p50, large.p95, times, database.small, database.large].map(String),
    ),
  )

export const reportTable = (reports: readonly ReportFigures[]) =>
  table(
    ['', 'over', 'rows', 'p50 ms', 'slowest ms', 'aim'],
    reports.map(({ name, range, rows, p50, max }) => [
      name,
      range,
      number(rows),
      String(p50),
      String(max),
      max <= REPORT_AIM ? 'met' : max <= REPORT_LIMIT ? 'within the limit' : '**missed**',
    ]),
  )

const moneyText = ({ at, rows, lanes, seconds, comparisons, reports }: Money) => `## The till

Measured ${at.slice(0, 10)} with ${number(rows.items)} items on ${number(rows.bills)} issued bills, ${number(rows.receipts)} receipts, ${number(rows.postings)} postings
and ${number(rows.catalogue)} items in the catalogue. ${lanes} connections, ${seconds} s each.

${comparisonTable(comparisons)}

Reports over all of it, asked by one person over HTTP, one after the other; aim: ${REPORT_AIM} ms, limit ${number(REPORT_LIMIT)} ms. How each was answered stands in
\`quality/bench/results/plans.txt\`.

${reportTable(reports)}`

export const aloneTable = (alone: ClinicalFigures['alone']) =>
  table(
    ['', 'p50 ms', 'p95 ms', 'slowest ms', 'errors', 'aim'],
    alone.map(({ name, p50, p95, max, errors, aim }) => [
      name,
      ...[p50, p95, max, errors].map(String),
      aim === null ? '' : `p95 < ${aim} ms ${p95 < aim ? 'met' : '**missed**'}`,
    ]),
  )

const clinicalText = ({ at, size, rows, lanes, seconds, alone, comparisons }: Clinical) => `## The clinical visit

Measured ${at.slice(0, 10)} with ${number(size.patients)} patients, ${number(size.visits)} visits, ${number(rows.vitals)} sets of vital signs, ${number(rows.notes)} notes, ${number(rows.diagnoses)} diagnoses,
${number(rows.lines)} prescribed lines and ${number(rows.terms)} terms in the list of diagnoses. One person, one request after the other, over HTTP:

${aloneTable(alone)}

The same of ${lanes} connections at once, ${seconds} s each. They keep every core busy all the time, so that most of what an answer takes here is waiting for its
turn; what it costs stands under *processor*.

${comparisonTable(comparisons)}`

const appointmentsText = ({ at, size, rows, lanes, seconds, alone, comparisons }: Appointments) => `## Appointments

Measured ${at.slice(0, 10)} with ${number(size.patients)} patients and ${number(rows.appointments)} appointments of ${number(rows.doctors)} doctors with ${number(rows.sessions)} sessions a week. One person,
one request after the other, over HTTP:

${aloneTable(alone)}

The same of ${lanes} connections at once, ${seconds} s each:

${comparisonTable(comparisons)}`

const stockText = ({ at, rows, lanes, seconds, alone, comparisons }: Stock) => `## Stock and pharmacy

Measured ${at.slice(0, 10)} with ${number(rows.items)} items in ${number(rows.stores)} stores, ${number(rows.batches)} batches, ${number(rows.movements)} movements and
${number(rows.prescriptions)} prescriptions. One person, one request after the other, over HTTP:

${aloneTable(alone)}

The same of ${lanes} connections at once, ${seconds} s each:

${comparisonTable(comparisons)}`

const laboratoryText = ({ at, rows, lanes, seconds, alone, comparisons }: Laboratory) => `## Laboratory

Measured ${at.slice(0, 10)} with ${number(rows.requests)} requests, ${number(rows.samples)} samples and ${number(rows.results)} results. One person, one request after the
other, over HTTP:

${aloneTable(alone)}

The same of ${lanes} connections at once, ${seconds} s each:

${comparisonTable(comparisons)}`

const mb = (value: number | null) => (value === null ? 'not measured' : `${value} MB`)

const frontDeskText = (
  result: FrontDesk,
) => `Measured ${result.at.slice(0, 10)} on ${result.machine.cpus} cores (${result.machine.cpu}), ${result.machine.memory_gb} GB, Node ${result.machine.node}, PostgreSQL ${result.machine.postgres}.
${number(result.size.patients)} patients, ${number(result.size.visits)} visits. ${result.lanes} connections, ${result.seconds} s each.

${comparisonTable(result.comparisons)}

- ${result.events ? `News of a move reaches another person's stream after ${result.events.p50} ms (p50), ${result.events.p95} ms (p95), of ${result.events.count} moves; aim: 150 ms.` : 'The way of news was not measured.'}
- Memory of server and database (PSS): ${mb(result.memory.idle)} idle, ${mb(result.memory.after)} after all of this; aim: 300 MB idle.
- Script of the first load: ${result.first_load === null ? 'not built' : `${result.first_load} KB of gzip`}; aim: 200 KB.`

const growthText = (
  growth: Growth,
) => `Searches at ${number(growth.size.large)} patients beside ${number(growth.size.small)}, over HTTP (aim: at most twice the time at p50):

${growthTable(growth)}`

/** Writes docs/benchmarks.md from the results that are kept beside this file. */
export const writePage = () => {
  const frontDesk = read<FrontDesk>('front-desk')
  const growth = read<Growth>('growth')
  const money = read<Money>('money')
  const clinical = read<Clinical>('clinical')
  const appointments = read<Appointments>('appointments')
  const stock = read<Stock>('stock')
  const laboratory = read<Laboratory>('laboratory')
  const text = `# Benchmarks

Made by \`npm run bench\` (\`npm run bench -- --million\` for the second table); do not edit.

Server, database and the measurement share one machine. The database is the embedded one with fsync on; audit, rate limits and session look-ups
are on; there is no cache of replies, and requests differ from one another. Every connection sends its next request when the last is answered. Beside each
stands the same work without HTTP in the same run: session look-up, transaction, idempotency key, statements and audit row over a pool of as many
connections.

${frontDesk ? frontDeskText(frontDesk) : 'Not measured yet.'}

${growth ? growthText(growth) : ''}

${money ? moneyText(money) : ''}

${clinical ? clinicalText(clinical) : ''}

${appointments ? appointmentsText(appointments) : ''}

${stock ? stockText(stock) : ''}

${laboratory ? laboratoryText(laboratory) : ''}`
  writeFileSync(page, `${text.trim()}\n`)
  return page
}
