import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { PregnancySummary } from '#features/patients/contract-summaries.ts'
import { pregnancyOn } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { beginPregnancy } from '../contract.ts'
import { gestationText } from '../dating.ts'
import { decideDating, type Decided } from './decide-dating.ts'
import type { DatedRow } from './pregnancy-facts.ts'
import { findStatus } from './queries.ts'
import { requirePlausiblePregnancy } from './require-plausible-pregnancy.ts'

export type Changing = Pick<Context, 'db' | 'now'> & { user: { id: number } }

/** The day of the clinic, and the patient's sex and age on it. */
export const findMother = async (db: Db, patient: number, now: Date) => {
  const { rows } = await sql<{ today: string; gender: string; date_of_birth: string | null; age: number | null }>`
    select ${clinicDay(now)} as today, p.gender, p.date_of_birth,
      extract(year from age(${clinicDay(now)}, p.date_of_birth))::integer as age
    from patients p where p.id = ${patient}`.execute(db)
  return rows[0]!
}

/** 400 where the patient is recorded as a man. */
export const refuseMale = (gender: string, field = 'gender') => {
  if (gender === 'male') throw fieldError(field, 'This patient is recorded as male. If this is wrong, correct the sex first.')
}

/** "pregnant (12w 3d)", as far as it is dated. */
export const pregnancyWords = (days: number | null) => (days === null ? 'pregnant' : `pregnant (${gestationText(days)})`)

/** 409 with the pregnancy that is current. */
export const pregnancyCurrent = ({ pregnancy, gestation_days }: { pregnancy: number | null; gestation_days: number | null }) =>
  conflict(
    `The record says ${pregnancyWords(gestation_days)}. Record the outcome of this pregnancy first, or correct it.`,
    { pregnancy },
    'pregnancy_current',
  )

/** The state of a patient on the day of the clinic on which it is `now`. */
export const findPregnancyState = async (db: Db, patient: number, now: Date) => {
  const { rows } = await sql<PregnancySummary & { pregnancy: number | null; is_current: boolean }>`
    select y.state, y.gestation_days, y.pregnancy, y.state in ('pregnant', 'past due') as is_current
    from ${pregnancyOn(sql`${patient}::integer`, clinicDay(now))} y`.execute(db)
  return rows[0]!
}

const findCurrent = async (db: Db, patient: number) =>
  db.selectFrom('pregnancies').select('id').where('patient_id', '=', patient).where('outcome', 'is', null).executeTakeFirst()

/** Keeps a dating in the history. */
export const insertDating = async (
  { db, now, user }: Changing,
  { pregnancy, patient }: { pregnancy: number; patient: number },
  { kept, suggestion, reason }: Decided,
) => {
  await db
    .insertInto('pregnancy_datings')
    .values({
      pregnancy_id: pregnancy,
      patient_id: patient,
      ...kept,
      suggested_edd: suggestion?.edd ?? null,
      suggested_by: suggestion?.dated_by ?? null,
      reason,
      recorded_at: now,
      recorded_by: user.id,
    })
    .execute()
}

const nothing: DatedRow = {
  lmp: null,
  lmp_is_certain: null,
  scan_on: null,
  scan_days: null,
  transfer_on: null,
  transfer_days: null,
  edd: null,
  dated_by: null,
}

type Begun = ParsedOf<typeof beginPregnancy>['body']

/** Begins a pregnancy of a patient whose row is locked; answers its id. 400, 409 `implausible`, 409 `pregnancy_current`. */
export const insertPregnancy = async (changing: Changing, patient: number, { source, note = null, confirmations = [], ...sent }: Begun) => {
  const { db, now, user } = changing
  const { today, gender, age } = await findMother(db, patient, now)
  refuseMale(gender)
  if (await findCurrent(db, patient)) throw pregnancyCurrent(await findStatus(db, patient, now))
  const decided = decideDating(nothing, sent, { noted: today, today })
  const confirmed = requirePlausiblePregnancy(
    { age, lmp: decided.row.lmp, edd: decided.row.edd, day: today },
    { confirmations, kept: [], by: user.id, now },
  )
  const { id } = await db
    .insertInto('pregnancies')
    .values({
      patient_id: patient,
      source,
      ...decided.row,
      noted_on: today,
      noted_at: now,
      noted_by: user.id,
      note,
      confirmed: JSON.stringify(confirmed),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (decided.row.edd !== null || decided.kept.scan_on !== null) await insertDating(changing, { pregnancy: id, patient }, decided)
  return id
}

/**
 * What "pregnant" of a triage does to the record: it begins a pregnancy without dates where there is none, and answers its id; null where one
 * is current. Nothing is asked about the age: the record asks when the pregnancy is dated.
 */
export const openPregnancy = async ({ db, now, user }: Changing, patient: number, triage: number): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    insert into pregnancies (patient_id, source, noted_on, noted_at, noted_by, triage_id)
    values (${patient}, 'patient said', ${clinicDay(now)}, ${now}, ${user.id}, ${triage})
    on conflict (patient_id) where outcome is null do nothing returning id`.execute(db)
  return rows[0]?.id ?? null
}

/** Withdraws a pregnancy that this triage began and to which nothing was added since; answers its id, or null. */
export const withdrawPregnancy = async ({ db, now, user }: Changing, triage: number): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    update pregnancies set outcome = 'not pregnant', ended_on = ${clinicDay(now)}, ended_at = ${now}, ended_by = ${user.id}, version = version + 1
    where triage_id = ${triage} and outcome is null and version = 1 returning id`.execute(db)
  return rows[0]?.id ?? null
}

/** Keeps that the patient is not pregnant today, once a day and place; answers the id. */
export const recordAnswer = async ({ db, now, user }: Changing, patient: number, triage: number | null): Promise<number> => {
  const { today } = await findMother(db, patient, now)
  const { id } = await db
    .insertInto('pregnancy_answers')
    .values({ patient_id: patient, said_on: today, triage_id: triage, recorded_at: now, recorded_by: user.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Withdraws what was said at a triage that is corrected. */
export const withdrawAnswer = async ({ db, now, user }: Changing, triage: number) => {
  await db
    .updateTable('pregnancy_answers')
    .set({ withdrawn_at: now, withdrawn_by: user.id })
    .where('triage_id', '=', triage)
    .where('withdrawn_at', 'is', null)
    .execute()
}
