import type { Db } from '#platform/db/connect.ts'
import type { Line, Plan } from './import-file.ts'
import type { PatientIds } from './synthea-patients.ts'
import { sourceOf } from './synthea-records.ts'

type Table = 'visits' | 'problems' | 'vital_signs' | 'patient_medicines' | 'lab_results'

/** Tells new rows of `table` from known ones by their source, and refuses those of a patient who is not there, or for a `reason` of their own. */
export const planBySource =
  <T extends { patient: string }>(table: Table, ids: PatientIds, reasonAgainst: (line: Line<T>) => string | null = () => null) =>
  async (db: Db, rows: Line<T>[]): Promise<Plan<T>> => {
    const known = await db
      .selectFrom(table)
      .select('source')
      .where(
        'source',
        'in',
        rows.map(({ id }) => sourceOf(id)),
      )
      .execute()
    const sources = new Set(known.map(({ source }) => source))
    const plan: Plan<T> = { fresh: [], known: 0, refused: [] }
    for (const line of rows) {
      const { patient } = line.row
      const reason = ids.has(patient) ? reasonAgainst(line) : `There is no patient ${patient}.`
      if (reason !== null) plan.refused.push({ line: line.line, id: line.id, reason })
      else if (sources.has(sourceOf(line.id))) plan.known += 1
      else plan.fresh.push(line)
    }
    return plan
  }
