import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { clinicalReads, clinicalWrites } from '../acts/clinical.ts'
import { type Alone, measureAlone } from './alone.ts'
import type { Comparison } from '../figures/compare.ts'
import type { BenchServer } from '../server/bench-server.ts'
import type { Scenario } from '../acts/scenarios.ts'

/** How many rows of each kind the measured clinic has. */
export interface ClinicalSize {
  vitals: number
  notes: number
  diagnoses: number
  lines: number
  terms: number
}
export interface ClinicalFigures {
  rows: ClinicalSize
  alone: Alone[]
  comparisons: Comparison[]
}

const aims: Readonly<Record<string, number>> = { 'workspace of': 150, 'a note saved': 5 }

const countRows = async (db: Db): Promise<ClinicalSize> => {
  const { rows } = await sql<ClinicalSize>`
    select (select count(*) from vital_signs) as vitals, (select count(*) from consultations) as notes, (select count(*) from diagnoses) as diagnoses,
      (select count(*) from prescribed_drugs) as lines, (select count(*) from diagnosis_codes) as terms`.execute(db)
  if (!rows[0]) throw new Error('The records do not answer.')
  return rows[0]
}

/** Measures what only reads and then what writes: first one person alone, then many at once. */
export const measureClinical = async (
  app: BenchServer,
  wanted: (name: string) => boolean,
  runAll: (app: BenchServer, scenarios: readonly Scenario[]) => Promise<Comparison[]>,
  say: (line: string) => void,
): Promise<ClinicalFigures> => {
  const rows = await countRows(app.direct.db)
  say(
    `  ${rows.vitals} sets of vital signs, ${rows.notes} notes, ${rows.diagnoses} diagnoses, ${rows.lines} prescribed lines, ${rows.terms} terms`,
  )
  const chosen = [clinicalReads, clinicalWrites].map((all) => all.filter(({ name }) => wanted(name)))
  const alone: Alone[] = []
  const comparisons: Comparison[] = []
  for (const part of chosen) {
    for (const scenario of part) {
      const figures = await measureAlone(app, scenario, aims)
      say(`  ${figures.name}, alone: p50 ${figures.p50}, p95 ${figures.p95}, at most ${figures.max} ms, ${figures.errors} errors`)
      alone.push(figures)
    }
    comparisons.push(...(await runAll(app, part)))
  }
  return { rows, alone, comparisons }
}
