import { sql, type RawBuilder } from 'kysely'
import type { Topic } from '#shared/topics.ts'
import type { Db } from '#platform/db/connect.ts'
import type { StaffKind } from '../rules.ts'

/** Something that stands until somebody deals with it, as its feature finds it in its own tables. */
export interface Standing {
  kind: StaffKind
  /** The news after which it may have changed; without any it is looked at every few minutes alone. */
  topics: readonly Topic[]
  /**
   * What stands now: a select of `entity_id`, and of `words` (jsonb), `weight` (bigint), `except_ids` (integer[]) and `patient_id`, each
   * where there is something to say. Bounded by what is open, never by what there ever was.
   */
  rows: (now: Date) => RawBuilder<unknown>
  /** What comes and goes all day: more of it changes the entry, and is no news. */
  isQuiet?: true
}

/** Makes a row of what stands; what is not said has nothing to say. */
export const standingRow = ({
  entity = sql`0`,
  words = sql`'{}'::jsonb`,
  weight = sql`1`,
  except = sql`'{}'::integer[]`,
  patient = sql`null::integer`,
}: Partial<Record<'entity' | 'words' | 'weight' | 'except' | 'patient', RawBuilder<unknown>>>) =>
  sql`${entity}::integer as entity_id, ${words} as words, (${weight})::bigint as weight, ${except} as except_ids, ${patient} as patient_id`

/** One entry for all of it, with how much there is: nothing while there is none. `counted` is a select of `count`. */
export const standingCount = (counted: RawBuilder<unknown>) => sql`
  select ${standingRow({ words: sql`jsonb_build_object('count', c.count)`, weight: sql`c.count` })} from (${counted}) c where c.count > 0`

/**
 * Brings the entries of a kind to what stands now, in one statement: what is new is raised, what has grown is raised anew, what changed
 * otherwise is written, what is over is resolved. How many entries changed. Safe to run at any time, by any number of processes at once.
 */
export const bringUpToDate = async (db: Db, { kind, rows: standing, isQuiet }: Standing, now: Date): Promise<number> => {
  const isNews = isQuiet ? sql`false` : sql`s.weight > n.weight`
  const { rows } = await sql<{ changed: number }>`
    with standing as materialized (${standing(now)}),
    -- Looked at as one, so that nothing is both ended and kept.
    known as materialized (
      select n.id, n.entity_id, s.entity_id is null or ${isNews} as is_over
      from notifications n left join standing s on s.entity_id = n.entity_id
      where n.kind = ${kind} and n.resolved_at is null and n.user_id is null
    ),
    over as (
      update notifications n set resolved_at = ${now} from known k where n.id = k.id and k.is_over and n.resolved_at is null returning n.id
    ),
    kept as (
      update notifications n set words = s.words, weight = s.weight, except_ids = s.except_ids, patient_id = s.patient_id
      from known k join standing s on s.entity_id = k.entity_id
      where n.id = k.id and not k.is_over and n.resolved_at is null
        and (n.words, n.weight, n.except_ids, n.patient_id) is distinct from (s.words, s.weight, s.except_ids, s.patient_id)
      returning n.id
    ),
    raised as (
      insert into notifications (kind, entity_id, words, weight, except_ids, patient_id, created_at)
      select ${kind}, s.entity_id, s.words, s.weight, s.except_ids, s.patient_id, ${now}::timestamptz
      from standing s
      where not exists (select from known k where k.entity_id = s.entity_id and not k.is_over)
        -- What is over makes room first.
        and (select count(*) from over) >= 0
      order by s.entity_id
      on conflict do nothing returning id
    )
    select ((select count(*) from over) + (select count(*) from kept) + (select count(*) from raised))::integer as changed`.execute(db)
  return rows[0]!.changed
}
