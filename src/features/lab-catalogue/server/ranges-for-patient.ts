import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { rangesOfPregnancy } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { ReferenceRange } from '../contract-ranges.ts'
import { ageInDays, pickRange, type RangePatient } from '../rules.ts'
import { findRanges } from './ranges.ts'

/** What decides which range fits the patient today, pregnancy as the record says. */
const findAudience = async (db: Db, patient: number, now: Date): Promise<RangePatient> => {
  const {
    gender,
    date_of_birth: birth,
    today,
    isPregnant,
  } = await db
    .selectFrom('patients')
    .select(['gender', 'date_of_birth', clinicDay(now).as('today'), rangesOfPregnancy(sql`patients.id`, clinicDay(now)).as('isPregnant')])
    .where('id', '=', patient)
    .executeTakeFirstOrThrow()
  const sex = gender === 'male' || gender === 'female' ? gender : null
  return { sex, ageInDays: birth === null ? null : ageInDays(birth, today), isPregnant, on: today }
}

interface Asked {
  panels: readonly number[]
  patient: number
  now: Date
}
/** The range of each of these panels that fits the patient today, by panel; a panel without one is left out. */
export const rangesForPatient = async (db: Db, { panels, patient, now }: Asked): Promise<Map<number, ReferenceRange>> => {
  const audience = await findAudience(db, patient, now)
  const ranges = Map.groupBy(await findRanges(db, panels, audience.on), ({ panel }) => panel)
  const fitting = new Map<number, ReferenceRange>()
  for (const [panel, ofPanel] of ranges) {
    const { range } = pickRange(ofPanel, audience)
    if (range) fitting.set(panel, range)
  }
  return fitting
}
