import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { asOwner } from '#platform/db/owner.ts'
import type { Db } from '#platform/db/connect.ts'
import { writePart } from '../../measure-questions/document.ts'
import { askAll, conversations, findWords, readAs, type Asked } from '../acts/assistant.ts'
import { loadAppointments } from '../dataset-appointments.ts'
import type { BenchServer } from '../server/bench-server.ts'
import type { Machine } from '../figures/machine.ts'
import { type Figures, figuresOf } from '../figures/measure.ts'

/** Milliseconds: at p95, and for the slowest. */
const AIM = { p95: 300, max: 2000 } as const
/** A million visits and what was done in them; the names of 75,000 diagnoses. */
export const AROUND_ASSISTANT = {
  whole: { patients: 100_000, visits: 80_000, withStock: 'clinic', withLaboratory: 'clinic', withYears: true },
  quick: { patients: 2000, visits: 2000, withLaboratory: 'clinic' },
} as const
const ROUNDS = 3
const AT_ONCE = 4
const SLOWEST = 10

interface Size {
  patients: number
  visits: number
  charges: number
  results: number
  lines: number
  movements: number
  codes: number
}
export interface FamilyFigures {
  family: string
  alone: Figures
  /** Milliseconds of processor time of server and database for one question, asked alone. */
  processor: { p50: number; p95: number }
  at_once: Figures
  refused: number
}
export interface AssistantFigures {
  rows: Size
  /** Of different questions. */
  questions: number
  families: FamilyFigures[]
  all: FamilyFigures
  slowest: { question: string; query: string; time: number }[]
  /** The first question of all, which loads the names that the others know. */
  first: number
  load: { before: number; after: number }
}

const countRows = async (db: Db): Promise<Size> => {
  const { rows } = await sql<Size>`
    select (select count(*) from patients) as patients, (select count(*) from visits) as visits, (select count(*) from charges) as charges,
      (select count(*) from lab_results) as results, (select count(*) from prescribed_drugs) as lines,
      (select count(*) from stock_movements) as movements, (select count(*) from diagnosis_codes) as codes`.execute(db)
  if (!rows[0]) throw new Error('The house does not answer.')
  return rows[0]
}

const timesOf = (asked: readonly Asked[]) => {
  const times = asked.map(({ time }) => time)
  return figuresOf(times, times.reduce((sum, time) => sum + time, 0) / 1000, asked.filter(({ status }) => status === 'failed').length)
}
const familyOf = (family: string, alone: readonly Asked[], together: readonly Asked[]): FamilyFigures => ({
  family,
  alone: timesOf(alone),
  processor: figuresOf(
    alone.map(({ processor }) => processor),
    1,
  ),
  at_once: timesOf(together),
  refused: alone.filter(({ status }) => status === 'refused').length / Math.max(1, alone.length),
})

const counted = ({ family }: Asked) => family !== 'cannot be answered'

/** Asks everything in rounds, first by one person at a time, then by four at once, after one round that does not count. */
export const measureAssistant = async (app: BenchServer, say: (line: string) => void): Promise<AssistantFigures> => {
  await asOwner(app.url, loadAppointments)
  const { db } = app.direct
  const words = await findWords(db)
  const askers = {
    port: app.port,
    used: app.used,
    tokens: app.tokens,
    doctors: await app.signIn('doctor%@bench.example', 'doctor'),
  }
  const before = loadavg()[0] ?? 0
  const [cold] = await askAll(askers, conversations(words, 0), 1)
  const rounds = Array.from({ length: ROUNDS }, (_, round) => conversations(words, round + 1))
  const alone: Asked[] = []
  for (const round of rounds) alone.push(...(await askAll(askers, round, 1)))
  const together: Asked[] = []
  for (const round of rounds) together.push(...(await askAll(askers, round, AT_ONCE)))
  const families = [...new Set(alone.map(({ family }) => family))].map((family) => {
    const isOf = (one: Asked) => one.family === family
    return familyOf(family, alone.filter(isOf), together.filter(isOf))
  })
  const read = await readAs(db, alone)
  const slowest = [...Map.groupBy(alone, ({ question, family }) => `${family} ${question}`).values()]
    .map((times) => times.toSorted((a, b) => a.time - b.time)[Math.floor(times.length / 2)] as Asked)
    .toSorted((a, b) => b.time - a.time)
    .slice(0, SLOWEST)
    .map(({ question, id, time }) => ({ question, query: read.get(id ?? 0) ?? '', time: Math.round(time) }))
  for (const { question } of alone.filter((one) => counted(one) && one.status !== 'answered').slice(0, 40))
    say(`    not answered: ${question}`)
  return {
    rows: await countRows(db),
    questions: new Set(alone.map(({ question }) => question)).size,
    families,
    all: familyOf('all', alone.filter(counted), together.filter(counted)),
    slowest,
    first: Math.round(cold?.time ?? 0),
    load: { before, after: loadavg()[0] ?? 0 },
  }
}

const number = (value: number) => Math.round(value).toLocaleString('en')
const met = (isMet: boolean) => (isMet ? 'met' : '**missed**')

/** Questions that failed, which is what none may. */
export const errorsIn = ({ families }: AssistantFigures) =>
  families.reduce((sum, { alone, at_once }) => sum + alone.errors + at_once.errors, 0)

/** The tables of what was measured, as they stand in the document. */
export const assistantTables = ({ families, all, slowest }: AssistantFigures): string[] => [
  '|  | asked | p50 ms | p95 ms | slowest ms | processor ms: p50 | p95 | four at once: p50 | p95 | slowest | refused | errors |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
  ...[...families, all].map(({ family, alone, processor, at_once, refused }) => {
    const figures = [alone.p50, alone.p95, alone.max, processor.p50, processor.p95, at_once.p50, at_once.p95, at_once.max].map(number)
    const cells = [
      family === 'all' ? '**all**' : family,
      alone.count,
      ...figures,
      `${Math.round(refused * 100)} %`,
      alone.errors + at_once.errors,
    ]
    return `| ${cells.join(' | ')} |`
  }),
  '',
  `One person at a time: p95 < ${AIM.p95} ms ${met(all.alone.p95 < AIM.p95)}, none above ${number(AIM.max)} ms ${met(all.alone.max <= AIM.max)}.`,
  `Four at once: p95 < ${AIM.p95} ms ${met(all.at_once.p95 < AIM.p95)}, none above ${number(AIM.max)} ms ${met(all.at_once.max <= AIM.max)}.`,
  '',
  'The slowest questions of one person (the middle of three times):',
  '',
  '| question | read as | ms |',
  '| --- | --- | ---: |',
  ...slowest.map(({ question, query, time }) => `| ${question} | \`${query.replaceAll('|', '\\|')}\` | ${number(time)} |`),
]

/** Writes the part of docs/benchmarks-assistant.md about speed. */
export const writeAssistant = (figures: AssistantFigures, { cpus, cpu, memory_gb, node, postgres }: Machine) => {
  const { rows, questions, first, load } = figures
  writePart('speed', 'Speed', [
    `Made by \`npm run bench -- --only=assistant\`. Measured ${new Date().toISOString().slice(0, 10)} on ${cpus} cores (${cpu}), ${memory_gb} GB, Node ${node}, PostgreSQL ${postgres}. Server, database and the measurement share this`,
    `machine, and other work ran beside it: its load was ${load.before.toFixed(1)} at the beginning and ${load.after.toFixed(1)} at the end (2 keeps both cores busy).`,
    '',
    `${number(rows.patients)} patients, ${number(rows.visits)} visits, ${number(rows.charges)} lines of bills, ${number(rows.results)} laboratory results, ${number(rows.lines)} prescribed lines,`,
    `${number(rows.movements)} stock movements, ${number(rows.codes)} terms in the list of diagnoses. ${number(questions)} different questions, each asked over HTTP ${ROUNDS} times by one person`,
    `at a time and ${ROUNDS} times by ${AT_ONCE} at once, about other patients each time, after a round that does not count; fsync, audit, rate limits and session look-ups`,
    `are on; there is no cache of replies. The very first question, which loads the names that the others know, took ${number(first)} ms. Questions that`,
    'cannot be answered do not count in the last row. *Processor* is what a question costs server and database together, two at work at once for what reads a',
    'whole table: it stays the same on a busy machine.',
    '',
    ...assistantTables(figures),
  ])
}
