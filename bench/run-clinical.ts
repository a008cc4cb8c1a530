import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { clinicalReads, clinicalWrites } from './clinical.ts'
import { type Comparison, requestOf } from './compare.ts'
import type { House } from './house.ts'
import { openConnection } from './http-client.ts'
import { type Figures, figuresOf } from './measure.ts'
import type { Scenario } from './scenarios.ts'

/** How many rows of each kind the measured clinic has. */
export interface ClinicalSize {
  vitals: number
  notes: number
  diagnoses: number
  lines: number
  terms: number
}
/** One person, one request after the other: what an answer takes when nobody else asks. */
export interface Alone extends Figures {
  name: string
  /** Milliseconds at p95; none where nothing is wished for. */
  aim: number | null
}
export interface ClinicalFigures {
  rows: ClinicalSize
  alone: Alone[]
  comparisons: Comparison[]
}

const TIMES = 200
const aims: Readonly<Record<string, number>> = { 'workspace of': 150, 'a note saved': 5 }
const aimOf = ({ name, aim }: Scenario) => Object.entries(aims).find(([start]) => name.startsWith(start))?.[1] ?? aim?.p95 ?? null

const countRows = async (db: Db): Promise<ClinicalSize> => {
  const { rows } = await sql<ClinicalSize>`
    select (select count(*) from vital_signs) as vitals, (select count(*) from consultations) as notes, (select count(*) from diagnoses) as diagnoses,
      (select count(*) from prescribed_drugs) as lines, (select count(*) from diagnosis_codes) as terms`.execute(db)
  if (!rows[0]) throw new Error('The records do not answer.')
  return rows[0]
}

const measureAlone = async (house: House, scenario: Scenario): Promise<Alone> => {
  const [next] = await scenario.acts(house.sample, house.direct.db, 0.1)
  const tokens = house.tokens()
  const connection = await openConnection(house.port)
  const times: number[] = []
  let errors = 0
  try {
    for (let i = -20; i < TIMES; i++) {
      const act = next()
      if (!act) break
      const request = requestOf(act, tokens[Math.abs(i) % tokens.length] as string)
      const from = performance.now()
      const { status, body } = await connection.send(request)
      if (i >= 0) times.push(performance.now() - from)
      if (status < 400) continue
      errors += 1
      process.stderr.write(`    ${scenario.name}: ${status} ${body.slice(0, 300)}\n`)
    }
  } finally {
    connection.close()
  }
  return { name: scenario.name, aim: aimOf(scenario), ...figuresOf(times, times.reduce((sum, time) => sum + time, 0) / 1000, errors) }
}

/** Measures what only reads and then what writes: first one person alone, then many at once. */
export const measureClinical = async (
  house: House,
  wanted: (name: string) => boolean,
  runAll: (house: House, scenarios: readonly Scenario[]) => Promise<Comparison[]>,
  say: (line: string) => void,
): Promise<ClinicalFigures> => {
  const rows = await countRows(house.direct.db)
  say(
    `  ${rows.vitals} sets of vital signs, ${rows.notes} notes, ${rows.diagnoses} diagnoses, ${rows.lines} prescribed lines, ${rows.terms} terms`,
  )
  const chosen = [clinicalReads, clinicalWrites].map((all) => all.filter(({ name }) => wanted(name)))
  const alone: Alone[] = []
  const comparisons: Comparison[] = []
  for (const part of chosen) {
    for (const scenario of part) {
      const figures = await measureAlone(house, scenario)
      say(`  ${figures.name}, alone: p50 ${figures.p50}, p95 ${figures.p95}, at most ${figures.max} ms, ${figures.errors} errors`)
      alone.push(figures)
    }
    comparisons.push(...(await runAll(house, part)))
  }
  return { rows, alone, comparisons }
}
