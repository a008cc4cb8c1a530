import { sql } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { type Death, type EndedKind, endedKinds } from '../contract.ts'
import { UNDO_HOURS } from '../rules.ts'
import type { Ended } from './end-work.ts'

type Restored = NonNullable<Death['restored']>
type Row = Omit<Death, 'ended' | 'history' | 'undo_until'> & {
  ended: Ended[]
  history: (Omit<Death['history'][number], 'at'> & { at: string })[]
  restored: Restored | null
}

const confirmedJson = sql`(select coalesce(json_agg(json_build_object('field', c->>'field', 'value', (c->>'value')::float8, 'text', c->>'text',
    'reason', c->>'reason', 'at', c->>'at', 'by', (c->>'by')::integer, 'by_name', ${nameOf(sql`(c->>'by')::integer`)})), '[]')
  from jsonb_array_elements(d.confirmed) c)`

const historyJson = sql`(select coalesce(json_agg(json_build_object('at', h->>'at', 'by_name', ${nameOf(sql`(h->>'by')::integer`)},
    'was', h->'was')), '[]')
  from jsonb_array_elements(d.history) h)`

const deathRows = sql`
  select d.id, d.patient_id as patient, d.died_on, to_char(d.died_at, 'HH24:MI') as died_at, d.place, d.place_note, d.cause,
    d.diagnosis_code_id as diagnosis_code, d.cause_code, d.reported_by, d.reporter_relation, d.reported_by_user,
    ${nameOf(sql`d.reported_by_user`)} as reported_by_user_name, d.note, d.noted_at, d.noted_by, ${nameOf(sql`d.noted_by`)} as noted_by_name,
    d.visit_id as visit, d.ended, ${confirmedJson} as confirmed, ${historyJson} as history, d.withdrawn_at,
    ${nameOf(sql`d.withdrawn_by`)} as withdrawn_by_name, d.withdraw_reason, d.restored, d.version
  from deaths d`

const countsOf = (ended: readonly Ended[]): Death['ended'] => {
  const counts = new Map<EndedKind, number>()
  for (const { kind, count = 1 } of ended) counts.set(kind, (counts.get(kind) ?? 0) + count)
  return endedKinds.flatMap((kind) => (counts.has(kind) ? [{ kind, count: counts.get(kind)! }] : []))
}

const toDeath = ({ ended, history, ...row }: Row): Death => ({
  ...row,
  undo_until: new Date(row.noted_at.getTime() + UNDO_HOURS * 3_600_000),
  ended: countsOf(ended),
  history: history.map((one) => ({ ...one, at: new Date(one.at) })),
})

/** The death of a patient and those that were undone, the latest first. */
export const findDeaths = async (db: Db, patient: number): Promise<Death[]> => {
  const { rows } = await sql<Row>`${deathRows} where d.patient_id = ${patient} order by d.withdrawn_at is null desc, d.id desc`.execute(db)
  return rows.map(toDeath)
}

/** A death of this patient; undefined when it is another's, or there is none. */
export const findDeath = async (db: Db, patient: number, id: number): Promise<Death | undefined> => {
  const { rows } = await sql<Row>`${deathRows} where d.patient_id = ${patient} and d.id = ${id}`.execute(db)
  return rows[0] && toDeath(rows[0])
}

/** What was ended with a death, to be restored. */
export const findEnded = async (db: Db, id: number): Promise<Ended[]> => {
  const { rows } = await sql<{ ended: Ended[] }>`select ended from deaths where id = ${id}`.execute(db)
  return rows[0]?.ended ?? []
}
