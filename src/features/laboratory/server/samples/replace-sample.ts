import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { HeldSample } from './lock-samples.ts'

/** The last of those that were to take the place of a rejected sample one after the other; itself where there is none. */
const findLast = async (db: Db, sample: number) => {
  const { rows } = await sql<{ id: number; is_of_use: boolean }>`
    with recursive line as (
      select id, state, 1 as place from lab_samples where id = ${sample}
      union all
      select s.id, s.state, l.place + 1 from line l join lab_samples s on s.replaces_id = l.id
    )
    select id, state in ('to collect', 'collected', 'received') as is_of_use from line order by place desc limit 1`.execute(db)
  return rows[0]!
}

/** The one of its kind that is to be taken already, as urgent as this one, or a new one, in the place of `last`. */
const orderAnother = async (db: Db, { process_id, patient_id, specimen_id, priority }: HeldSample, last: number, now: Date) => {
  const { rows } = await sql<{ id: number }>`
    with standing as (
      update lab_samples set replaces_id = coalesce(replaces_id, ${last}), priority = greatest(priority, ${priority}::lab_priority),
        version = version + 1
      where process_id = ${process_id} and specimen_id = ${specimen_id} and state = 'to collect' returning id
    ), made as (
      insert into lab_samples (code, process_id, patient_id, specimen_id, priority, requested_at, replaces_id)
      select next_number('sample', extract(year from ${clinicDay(now)})::integer), ${process_id}, ${patient_id}, ${specimen_id},
        ${priority}::lab_priority, ${now}, ${last}
      where not exists (select from standing) returning id
    )
    select id from standing union all select id from made`.execute(db)
  return rows[0]!.id
}

/**
 * Moves tests off a rejected sample, which is held with its visit: to the one that was taken instead, or to another that is to be taken;
 * answers which.
 */
export const moveTests = async (db: Db, sample: HeldSample, tests: readonly number[], now: Date) => {
  const last = await findLast(db, sample.id)
  const replacement = last.is_of_use ? last.id : await orderAnother(db, sample, last.id, now)
  await sql`
    update lab_test_request_panels set sample_id = ${replacement}, due_at = null, version = version + 1
    where id = any(${tests}::integer[])`.execute(db)
  return replacement
}
