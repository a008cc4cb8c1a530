import { sql } from 'kysely'
import { rangesOfPregnancy } from '#features/patients/public.ts'
import { dayIn } from '#shared/dates.ts'
import type { Db } from '#platform/db/connect.ts'
import { flagsOf } from '../limits.ts'
import { measureKeys, type VitalSet } from '../measures.ts'
import { RULES_VERSION } from '../news2.ts'
import { askAbout } from '../plausibility/ask.ts'
import { ageDaysOn, findEarlier, requirePlausible } from './require-plausible.ts'
import { findLimits } from './settings.ts'
import { monthsAt } from './triage-of.ts'

/** A set that somebody else measured, as a paper says. */
export interface PastVitals {
  patient: number
  set: VitalSet
  taken_at: Date
  /** Names the paper; each is taken once. */
  source: string
  /** Why what is implausible in it is right nevertheless. */
  confirm_reason?: string | undefined
}

/**
 * Records vital signs of the past outside any visit, with the flags of the age the patient had then. No score and no alarm comes of them:
 * nobody waits for them. The values must be within what can be stored (`problemOf`); 409 `implausible` for one that is
 * not believed, without `confirm_reason`. Answers the id of the set.
 */
export const addPastVitals = async (
  db: Db,
  { patient, set, taken_at, source, confirm_reason: reason }: PastVitals,
  by: number,
  now: Date,
): Promise<number> => {
  const limits = await findLimits(db)
  const { rows: people } = await sql<{ date_of_birth: string | null; time_zone: string; is_pregnant: boolean | null }>`
    select p.date_of_birth, c.time_zone,
      ${rangesOfPregnancy(sql`p.id`, sql`(${taken_at}::timestamptz at time zone c.time_zone)`)} as is_pregnant
    from patients p, company c where p.id = ${patient}`.execute(db)
  const { date_of_birth, time_zone, is_pregnant } = people[0]!
  const months = monthsAt(date_of_birth, taken_at, time_zone)
  const flags = flagsOf(set, limits, { months, spo2Scale: 1, isPregnant: is_pregnant ?? false })
  const days = ageDaysOn(date_of_birth, dayIn(time_zone, taken_at))
  const person = { days, earlier: await findEarlier(db, patient, taken_at, null) }
  const confirmations = reason === undefined ? [] : askAbout(set, person).map(({ field }) => ({ field, reason }))
  const confirmed = requirePlausible({ set, person, known: {}, confirmations, kept: [], by, now })
  const { rows } = await sql<{ id: number }>`
    insert into vital_signs (patient_id, taken_at, recorded_at, recorded_by, ${sql.join(measureKeys.map((key) => sql.ref(key)))},
      rules_version, flags, confirmed, source)
    values (${patient}, ${taken_at}, ${now}, ${by}, ${sql.join(measureKeys.map((key) => set[key]))}, ${RULES_VERSION},
      ${JSON.stringify(flags)}, ${JSON.stringify(confirmed)}::jsonb, ${source})
    returning id`.execute(db)
  return rows[0]!.id
}

/** Takes a past set out of the history of its patient: it stands replaced, by nothing but itself. */
export const withdrawPastVitals = async (db: Db, id: number): Promise<void> => {
  await sql`update vital_signs set replaced_by = id where id = ${id} and visit_id is null and replaced_by is null`.execute(db)
}
