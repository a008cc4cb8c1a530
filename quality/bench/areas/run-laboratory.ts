import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { BenchServer } from '../server/bench-server.ts'
import { laboratoryReads, laboratoryWrites } from '../acts/laboratory.ts'
import { measureParts, type PartFigures, type RunAll } from './measure-sections.ts'

/** How many rows of each kind the measured clinic has. */
interface LaboratorySize {
  requests: number
  samples: number
  results: number
}
export interface LaboratoryFigures extends PartFigures {
  rows: LaboratorySize
}

const countRows = async (db: Db): Promise<LaboratorySize> => {
  const { rows } = await sql<LaboratorySize>`
    select (select count(*) from lab_test_requests) as requests, (select count(*) from lab_samples) as samples,
      (select count(*) from lab_results) as results`.execute(db)
  if (!rows[0]) throw new Error('The laboratory does not answer.')
  return rows[0]
}

export const measureLaboratory = async (
  app: BenchServer,
  wanted: (name: string) => boolean,
  runAll: RunAll,
  say: (line: string) => void,
): Promise<LaboratoryFigures> => {
  const rows = await countRows(app.direct.db)
  say(`  ${rows.requests} requests, ${rows.samples} samples, ${rows.results} results`)
  return { rows, ...(await measureParts(app, [laboratoryReads, laboratoryWrites], wanted, runAll, say)) }
}
