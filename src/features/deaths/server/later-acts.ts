import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

export interface Act {
  kind: string
  at: Date
}

/** What somebody did with a patient who was there: what was recorded late, and what is about papers, counts for nothing. */
const acts = (patient: number) => sql`(
  select 'visit' as kind, v.created_at as at from visits v where v.patient_id = ${patient}
  union all select 'vital signs', s.taken_at from vital_signs s where s.patient_id = ${patient} and s.replaced_by is null
  union all select 'triage', t.created_at from triages t where t.patient_id = ${patient}
    and exists (select from vital_signs s where s.visit_id = t.visit_id)
  union all select 'consultation', c.created_at from consultations c where c.patient_id = ${patient}
  union all select 'prescription', d.prescribed_at from prescribed_drugs d where d.patient_id = ${patient}
  union all select 'dispensing', d.dispensed_at from dispenses d where d.patient_id = ${patient}
  union all select 'sample', s.collected_at from lab_samples s where s.patient_id = ${patient} and s.collected_at is not null
  union all select 'referral', r.referred_at from referrals r where r.patient_id = ${patient}
) a`

const find = async (db: Db, patient: number, where: RawBuilder<unknown>, limit: number): Promise<Act[]> => {
  const { rows } =
    await sql<Act>`select a.kind, a.at from ${acts(patient)} where ${where} order by a.at desc, a.kind limit ${limit}`.execute(db)
  return rows
}

/** The last act on record; null where there is none. */
export const findLastAct = async (db: Db, patient: number, now: Date): Promise<Act | null> =>
  (await find(db, patient, sql`a.at <= ${now}`, 1))[0] ?? null

/** The first instant that is after the death: of a death without a time the first one of the next day. */
const afterDeath = (day: string, time: string | null) => sql`case when ${time}::time is null then ${day}::date + 1 + time '00:00'
  else ${day}::date + ${time}::time + interval '1 minute' end at time zone (select time_zone from company)`

const SHOWN = 20

/** Acts on record that came after a death, the latest first. */
export const findActsAfter = (db: Db, patient: number, { died_on, died_at }: { died_on: string; died_at: string | null }): Promise<Act[]> =>
  find(db, patient, sql`a.at >= ${afterDeath(died_on, died_at)}`, SHOWN)
