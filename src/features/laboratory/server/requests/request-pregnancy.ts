import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { rangesOfPregnancy } from '#features/patients/public.ts'
import { findPregnancyState, pregnancyWords } from '#features/pregnancies/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { requireOpenRecord } from '#platform/http/restricted.ts'

/** Whether the patient of a request `q` was pregnant: what was said with it, else what the record says of the day of the request. */
export const requestPregnancy = sql<
  boolean | null
>`coalesce(q.is_pregnant, ${rangesOfPregnancy(sql`q.patient_id`, clinicDay(sql`q.requested_at`))})`

/**
 * 400 on `is_pregnant` where what a request says contradicts the record: a no beside a current pregnancy, a yes for a man, after a birth, or on
 * the day on which "not pregnant" was said. Where the record says nothing the request may say it, for its own ranges.
 */
export const refuseContradiction = async (
  { db, user, now }: { db: Db; user: { id: number }; now: Date },
  patient: number,
  isPregnant: boolean | null,
) => {
  if (isPregnant === null) return
  const { state, gestation_days, is_current } = await findPregnancyState(db, patient, now)
  const { gender } = await db.selectFrom('patients').select('gender').where('id', '=', patient).executeTakeFirstOrThrow()
  const isMan = isPregnant && gender === 'male'
  const isContrary = isPregnant ? state === 'postpartum' || state === 'not pregnant' : is_current
  if (!isMan && !isContrary) return
  // A refusal says what is in the record.
  await requireOpenRecord(db, user, now, patient, 'visit')
  if (isMan) throw fieldError('is_pregnant', 'This patient is recorded as male. If this is wrong, correct the sex first.')
  const record = is_current
    ? pregnancyWords(gestation_days)
    : state === 'postpartum'
      ? 'a birth within the last 42 days'
      : 'not pregnant today'
  const way = is_current ? 'record the outcome of that pregnancy first' : 'record the pregnancy first'
  throw fieldError('is_pregnant', `The record says ${record}. Leave this field out, so that the record counts, or ${way}.`)
}
