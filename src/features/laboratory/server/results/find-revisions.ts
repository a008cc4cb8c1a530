import { sql } from 'kysely'
import type { Result } from '#features/laboratory/contract-fields.ts'
import type { Db } from '#platform/db/connect.ts'
import { readResult, type Reader } from '../requests/find-requests.ts'
import { seesEntered } from '../policy.ts'
import { resultJson } from './result-row.ts'

/** Every revision of a test's result, newest first; those that were never approved only for those who enter and approve. */
export const findRevisions = async (db: Db, test: number, reader: Reader): Promise<Result[]> => {
  const { rows } = await sql<{ result: Result }>`
    select ${resultJson} as result from lab_results r
    where r.request_panel_id = ${test} and (r.approved_at is not null or ${seesEntered(reader)}) order by r.revision desc`.execute(db)
  return rows.map(({ result }) => readResult(result))
}
