import { clinicDay } from '#features/company/index.ts'
import type { Db } from '#platform/db/connect.ts'
import type { ReferenceRange } from '../contract-ranges.ts'
import { ageInDays, pickRange, type RangePatient } from '../rules.ts'
import { findRanges } from './ranges.ts'

/** What decides which range fits the patient today; whether she is pregnant is not known. */
const findAudience = async (db: Db, patient: number, now: Date): Promise<RangePatient> => {
  const {
    gender,
    date_of_birth: birth,
    today,
  } = await db
    .selectFrom('patients')
    .select(['gender', 'date_of_birth', clinicDay(now).as('today')])
    .where('id', '=', patient)
    .executeTakeFirstOrThrow()
  const sex = gender === 'male' || gender === 'female' ? gender : null
  return { sex, ageInDays: birth === null ? null : ageInDays(birth, today), isPregnant: null, on: today }
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
