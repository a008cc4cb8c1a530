import { sql } from 'kysely'
import { readKeys } from '#platform/backup/keys.ts'
import { BACKUP_LOCK } from '#platform/backup/lock.ts'
import type { Db } from '#platform/db/connect.ts'
import type { User } from '#platform/http/handle.ts'
import { unfinishedJobs } from '#platform/jobs/queue.ts'
import { rightOfStep, setUpSteps, type SetUpState, type SetUpStep } from '../contract.ts'
import { starterPayers } from '../payers.ts'
import { demonstrationJob } from '../jobs.ts'

/** Rows of the clinic's own: the demonstration's are no step towards its set-up. */
const own = (table: string, id = 'id') =>
  sql`not exists (select from demonstration_rows d where d.table_name = ${sql.lit(table)} and d.key = row(t.${sql.ref(id)})::text)`

/** Letters that the program brings have the first numbers. */
const BROUGHT_LETTERS = 3

type Counts = Record<SetUpStep, number> & { items: number; all_ranges: number }

const findCounts = async (db: Db, dataDir: string): Promise<Counts> => {
  const { rows } = await sql<Omit<Counts, 'backups'>>`
    select (select count(logo_file_id)::integer from company) as formats,
      (select count(*)::integer from departments t where is_active and ${own('departments')}) as departments,
      (select count(*)::integer from stores t where is_active and ${own('stores')}) as stores,
      (select count(*)::integer from users t where is_active and role <> 'patient' and ${own('users')}) as people,
      i.services, i.drugs, i.items, i.prices,
      (select count(*)::integer from lab_panels t where is_active and ${own('lab_panels')}) as laboratory,
      r.ranges, r.all_ranges,
      (select count(*)::integer from diagnosis_codes t where is_active) as diagnoses,
      (select count(*)::integer from insurance_companies t where is_active and ${own('insurance_companies')}) as payers,
      (select count(distinct t.item_id)::integer from stock_movements t where ${own('stock_movements')}) as stock,
      (select count(*)::integer from paper_settings t where ${own('paper_settings', 'kind')})
        + (select count(*)::integer from letter_templates t where (version > 1 or id > ${BROUGHT_LETTERS}) and ${own('letter_templates')}) as papers,
      (select count(*)::integer from security_settings where version > 1) as security
    from (
      select count(*) filter (where category not in ('drug', 'consumable', 'laboratory'))::integer as services,
        count(*) filter (where category = 'drug')::integer as drugs, count(*)::integer as items,
        count(*) filter (where exists (select from prices p join price_lists l on l.id = p.price_list_id and l.insurance_company_id is null
          where p.item_id = t.id))::integer as prices
      from items t where is_active and ${own('items')}
    ) i cross join (
      select count(*) filter (where t.confirmed_at is not null)::integer as ranges, count(*)::integer as all_ranges
      from lab_reference_ranges t join lab_panels p on p.id = t.panel_id and p.is_active
      where (t.valid_until is null or t.valid_until > current_date) and ${own('lab_reference_ranges')}
    ) r`.execute(db)
  return { ...rows[0]!, backups: readKeys(dataDir)[0]?.kind === 'passphrase' ? 1 : 0 }
}

const isDone = (step: SetUpStep, counts: Counts): boolean =>
  // The administrator is there anyway.
  step === 'people'
    ? counts.people > 1
    : step === 'prices'
      ? counts.items > 0 && counts.prices === counts.items
      : step === 'ranges'
        ? counts.all_ranges > 0 && counts.ranges === counts.all_ranges
        : counts[step] > 0

/** The row of the work on the demonstration, for whoever is about to change it. */
export const lockDemonstration = (db: Db) => db.selectFrom('demonstration').selectAll().forUpdate().executeTakeFirstOrThrow()

/** Whether a demonstration may be loaded: the clinic is none, and has no patients or bills. */
export const isFresh = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ is_fresh: boolean }>`
    select not is_demo and not exists (select from patients) and not exists (select from invoices) as is_fresh from company`.execute(db)
  return rows[0]?.is_fresh ?? false
}

const findDemonstration = async (db: Db): Promise<SetUpState['demonstration']> => {
  const row = await db.selectFrom('demonstration').selectAll().executeTakeFirstOrThrow()
  const { rows } = await sql<{ is_loaded: boolean }>`select exists (select from demonstration_rows) as is_loaded`.execute(db)
  const is_loaded = rows[0]?.is_loaded ?? false
  const isOver = row.work !== null && (await unfinishedJobs(db, demonstrationJob)).length === 0
  // What was loaded whole was not interrupted, though nobody could say so any more.
  const isInterrupted = isOver && !(row.work === 'loading' && is_loaded)
  return {
    is_loaded,
    can_load: await isFresh(db),
    work: isOver ? null : row.work,
    done: row.done,
    problem: isInterrupted ? 'interrupted' : (row.problem as 'refused' | 'failed' | null),
    asked_at: row.asked_at,
  }
}

/** Whether a demonstration is there that can be removed. */
export const isLoaded = async (db: Db): Promise<boolean> => (await findDemonstration(db)).is_loaded

/** True while a backup is made: rows that it counted may not go away. */
export const isBeingSaved = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as got`.execute(db)
  return !rows[0]?.got
}

/** True while somebody loads or removes a demonstration. */
export const isAtWork = async (db: Db): Promise<boolean> => (await findDemonstration(db)).work !== null

/** National schemes of the clinic's country that it has not got. */
export const findMissingPayers = async (db: Db): Promise<string[]> => {
  const { time_zone } = await db.selectFrom('company').select('time_zone').executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('insurance_companies')
    .select(sql<string>`lower(name)`.as('name'))
    .execute()
  const there = new Set(rows.map(({ name }) => name))
  return (starterPayers[time_zone] ?? []).filter((name) => !there.has(name.toLowerCase()))
}

export interface Looking {
  /** Where the keys of backups lie. */
  dataDir: string
  user: Pick<User, 'permissions'>
}

/** What is done of the set-up, as it is found now, and what was skipped; only of what the person may do. */
export const findSetUp = async (db: Db, { dataDir, user: { permissions } }: Looking): Promise<SetUpState> => {
  const counts = await findCounts(db, dataDir)
  const skipped = new Set((await db.selectFrom('set_up_steps').select('step').execute()).map(({ step }) => step))
  return {
    steps: setUpSteps
      .filter((step) => permissions.has(rightOfStep[step]))
      .map((step) => ({
        step,
        state: isDone(step, counts) ? 'done' : skipped.has(step) ? 'skipped' : 'open',
        count: counts[step],
        of: step === 'prices' ? counts.items : step === 'ranges' ? counts.all_ranges : null,
      })),
    is_line_hidden: skipped.has('line'),
    payers: permissions.has(rightOfStep.payers) ? await findMissingPayers(db) : [],
    demonstration: await findDemonstration(db),
  }
}
