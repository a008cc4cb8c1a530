import type { Db } from '#platform/db/connect.ts'
import { dispensing, money, numbers, stock } from './books.ts'
import { runCheck, type Check, type Checked } from './check.ts'
import { jobs } from './jobs.ts'
import { keys } from './keys.ts'
import { checkTrail } from './trail.ts'
import { visits } from './visits.ts'

export const checks: readonly Check[] = [money, numbers, stock, dispensing, visits, jobs, keys]

/** Everything that must be true of a clinic at any moment, whatever has happened to it; it may be at work. */
export const checkClinic = async (db: Db): Promise<Checked[]> => {
  const checked: Checked[] = []
  for (const check of checks) checked.push(await runCheck(db, check))
  return [...checked, await checkTrail(db)]
}
