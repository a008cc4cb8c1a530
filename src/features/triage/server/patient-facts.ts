import { sql } from 'kysely'
import { dayIn } from '#shared/dates.ts'
import type { Db } from '#platform/db/connect.ts'
import { askAbout } from '../plausibility/ask.ts'
import { questionText } from '../plausibility/question-text.ts'
import { ageDaysOn, findEarlier, type KeptConfirmation } from './require-plausible.ts'
import { vitalSetOf } from './triage-of.ts'

interface WeightRow {
  id: number
  weight: number
  height: number | null
  taken_at: Date
  confirmed: KeptConfirmation[]
  date_of_birth: string | null
  time_zone: string
}

/** The last weight of a patient, and whether a dose may go by it. */
export interface DoseWeight {
  /** In kg; null where none is known, and where the last one is implausible and no person confirmed it. */
  weight: number | null
  /** The day on which it was taken, YYYY-MM-DD in the clinic's time zone, and how many days ago; null without a weight. */
  measured_on: string | null
  days_old: number | null
  /** The last weight that is not used, with why. */
  doubted: { weight: number; text: string } | null
}

const DAY_MS = 86_400_000
const none = { weight: null, measured_on: null, days_old: null }

/**
 * The last weight of a patient in kg that was taken within half a year. One that is implausible and that no person confirmed, wherever it
 * came from, is never used for a dose, and no older one in its place: it is told apart, so that whoever prescribes is asked.
 */
export const findDoseWeight = async (db: Db, patient: number, now: Date): Promise<DoseWeight> => {
  const { rows } = await sql<WeightRow>`
    select w.id, w.weight::float8 as weight, w.taken_at, w.confirmed, p.date_of_birth, c.time_zone,
      coalesce(w.height, (select h.height from vital_signs h where h.patient_id = w.patient_id and h.replaced_by is null
        and h.height is not null and h.taken_at between w.taken_at - interval '1 day' and w.taken_at
        order by h.taken_at desc, h.id desc limit 1))::float8 as height
    from vital_signs w join patients p on p.id = w.patient_id, company c
    where w.patient_id = ${patient} and w.replaced_by is null and w.weight is not null
      and w.taken_at between ${now}::timestamptz - interval '180 days' and ${now}::timestamptz
    order by w.taken_at desc, w.id desc limit 1`.execute(db)
  const [last] = rows
  if (!last) return { ...none, doubted: null }
  const { weight, height } = last
  const measured_on = dayIn(last.time_zone, last.taken_at)
  const earlier = await findEarlier(db, patient, last.taken_at, last.id)
  const days = ageDaysOn(last.date_of_birth, measured_on)
  const set = { ...vitalSetOf(undefined), weight, height }
  const question = askAbout(set, { days, earlier }).find(({ field }) => field === 'weight')
  const isConfirmed = last.confirmed.some((one) => one.field === 'weight' && one.value === weight)
  if (question && !isConfirmed) return { ...none, doubted: { weight, text: questionText(question) } }
  const days_old = Math.round((Date.parse(dayIn(last.time_zone, now)) - Date.parse(measured_on)) / DAY_MS)
  return { weight, measured_on, days_old, doubted: null }
}
