import { sql } from 'kysely'
import type { Context } from '#platform/http/handle.ts'

/** Tells the pages of patients that what they may see of their results is another. */
export const publishToPatients = async (
  { db, publish }: Pick<Context, 'db' | 'publish'>,
  patients: readonly (number | null | undefined)[],
) => {
  const { rows } = await sql<{ account: number }>`
    select user_id as account from patients where id = any(${patients.filter((id) => id != null)}::integer[]) and user_id is not null`.execute(
    db,
  )
  for (const { account } of rows) publish('portal', account)
}
