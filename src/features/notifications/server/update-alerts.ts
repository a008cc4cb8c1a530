import { sql, type RawBuilder } from 'kysely'
import type { Topic } from '#shared/topics.gen.ts'
import type { Db } from '#platform/db/connect.ts'
import { patientKinds, type Kind } from '../rules.ts'

/** Something that stands until somebody deals with it, as its feature finds it in its own tables. */
export interface AlertRule {
  kind: Kind
  /** The news after which it may have changed; without any it is looked at every few minutes alone. */
  topics: readonly Topic[]
  /** What is active now: a select of `alertRow`. Bounded by what is open or recent, never by what there ever was. */
  rows: (now: Date) => RawBuilder<unknown>
  /** What comes and goes all day: more of it changes the entry, and is no news. */
  isQuiet?: true
}

/**
 * The columns of what stands: of which thing it is, what its sentence is filled with, how much of it there is, who can do nothing about it,
 * which patient it is about; and `user` where it is for one person alone.
 */
export const alertRow = ({
  entity = sql`0`,
  words = sql`'{}'::jsonb`,
  weight = sql`1`,
  except = sql`'{}'::integer[]`,
  patient = sql`null::integer`,
  user = sql`null::integer`,
}: Partial<Record<'entity' | 'words' | 'weight' | 'except' | 'patient' | 'user', RawBuilder<unknown>>>) =>
  sql`${entity}::integer as entity_id, ${words} as words, (${weight})::bigint as weight, ${except} as except_ids, ${patient} as patient_id,
    ${user} as user_id`

/** One entry for all of it, with how much there is: nothing while there is none. `counted` is a select of `count`. */
export const alertCount = (counted: RawBuilder<unknown>) => sql`
  select ${alertRow({ words: sql`jsonb_build_object('count', c.count)`, weight: sql`c.count` })} from (${counted}) c where c.count > 0`

/** Of what single persons were told of when it happened (`notifyPatient`), what still stands: `stands` is about the entry `n`. Raises nothing. */
export const alertsNotified = (kind: Kind, stands: RawBuilder<unknown>) => sql`
  select ${alertRow({ entity: sql`n.entity_id`, words: sql`n.words`, weight: sql`n.weight`, except: sql`n.except_ids`, patient: sql`n.patient_id`, user: sql`n.user_id` })}
  from notifications n where n.kind = ${kind} and n.user_id is not null and n.resolved_at is null and ${stands}`

/**
 * Brings the entries of a kind to what stands now, in one statement: what is new is raised, what has grown is raised anew, what changed
 * otherwise is written, what is over is resolved, and what is over and in the inbox of an account that is on no record any more goes. Answers whose inboxes changed, null for that of the staff. Safe to run at any time, by any
 * number of processes at once.
 */
export const bringUpToDate = async (db: Db, { kind, rows: activeRows, isQuiet }: AlertRule, now: Date): Promise<(number | null)[]> => {
  const isNews = isQuiet ? sql`false` : sql`s.weight > n.weight`
  // Raised by a look that began before the account was taken off the record.
  const isForeign = kind in patientKinds ? sql`not exists (select from patients p where p.user_id = n.user_id)` : sql`false`
  const { rows } = await sql<{ user_id: number | null }>`
    with standing as materialized (${activeRows(now)}),
    -- Looked at as one, so that nothing is both ended and kept.
    known as materialized (
      select n.id, n.entity_id, n.user_id, s.entity_id is null or ${isNews} as is_over, ${isForeign} as is_foreign
      from notifications n left join standing s on s.entity_id = n.entity_id and s.user_id is not distinct from n.user_id
      where n.kind = ${kind} and n.resolved_at is null
    ),
    over as (
      update notifications n set resolved_at = ${now} from known k
      where n.id = k.id and k.is_over and not k.is_foreign and n.resolved_at is null returning n.user_id
    ),
    forgotten as (
      delete from notifications n using known k where n.id = k.id and k.is_over and k.is_foreign returning n.user_id
    ),
    kept as (
      update notifications n set words = s.words, weight = s.weight, except_ids = s.except_ids, patient_id = s.patient_id
      from known k join standing s on s.entity_id = k.entity_id and s.user_id is not distinct from k.user_id
      where n.id = k.id and not k.is_over and n.resolved_at is null
        and (n.words, n.weight, n.except_ids, n.patient_id) is distinct from (s.words, s.weight, s.except_ids, s.patient_id)
      returning n.user_id
    ),
    raised as (
      insert into notifications (kind, entity_id, user_id, words, weight, except_ids, patient_id, created_at)
      select ${kind}, s.entity_id, s.user_id, s.words, s.weight, s.except_ids, s.patient_id, ${now}::timestamptz
      from standing s
      where not exists (
          select from known k where k.entity_id = s.entity_id and k.user_id is not distinct from s.user_id and not k.is_over)
        -- What is over makes room first.
        and (select count(*) from over) >= 0
      order by s.entity_id, s.user_id
      on conflict do nothing returning user_id
    )
    select user_id from over union select user_id from forgotten union select user_id from kept union select user_id from raised`.execute(
    db,
  )
  return rows.map(({ user_id }) => user_id)
}
