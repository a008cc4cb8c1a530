import type { Client } from 'pg'
import type { Paid } from './bills.ts'
import { arrivalMinute, dayOf, instantAt, weekdayOf } from './calendar.ts'
import { reasonOf, reasonText } from './illness.ts'
import { random } from './random.ts'
import { pickPath, pickPathThrough } from './tracks.ts'
import { type Visit, visitOf } from './visits.ts'

interface Came {
  /** Days before today. */
  ago: number
  /** Key of the reason in `reasons`. */
  reason: string
  paid: Paid
  isTested?: true
}

/** Two years of somebody with high blood pressure: kidney values to compare, an infection that shows in the urine, a dentist's bill. */
const history: readonly Came[] = [
  { ago: 700, reason: 'new-hypertension', isTested: true, paid: 'all' },
  { ago: 560, reason: 'hypertension-review', isTested: true, paid: 'all' },
  { ago: 455, reason: 'malaria', isTested: true, paid: 'all' },
  { ago: 380, reason: 'hypertension-review', isTested: true, paid: 'all' },
  { ago: 290, reason: 'check-up', isTested: true, paid: 'all' },
  { ago: 200, reason: 'hypertension-review', isTested: true, paid: 'all' },
  { ago: 110, reason: 'dental-caries', paid: 'part' },
  { ago: 90, reason: 'hypertension-review', isTested: true, paid: 'all' },
  { ago: 33, reason: 'urinary-infection', isTested: true, paid: 'all' },
  { ago: 5, reason: 'hypertension-review', isTested: true, paid: 'nothing' },
]

/**
 * The visits of the patient who has an account, as the portal is to show them on any day that the demonstration clinic is first started:
 * released results of two years, bills that are paid and two that are not. `today` is `YYYY-MM-DD`; the patient is the first of all.
 */
export const accountVisits = (seed: string, today: string): (Visit & { paid: Paid })[] => {
  const rng = random(`visits ${seed} account`)
  return history.map(({ ago, reason: key, isTested, paid }) => {
    const reason = reasonOf(key)
    const wish = dayOf(today) - ago
    // Planned visits avoid Sundays.
    const day = weekdayOf(wish) === 0 ? wish + 1 : wish
    const way = (isTested && pickPathThrough(rng, reason.path, 'lab')) || pickPath(rng, reason.path)
    return { ...visitOf(rng, 0, reason, reasonText(rng, reason), instantAt(day, arrivalMinute(day, rng.next())), way), paid }
  })
}

/** What has been there for two weeks has been looked at: what is new stands out. */
export const readOldResults = (client: Client, now: Date) =>
  client.query(
    `insert into lab_result_reads (result_id, user_id, patient_id, read_at)
     select r.id, p.user_id, p.id, r.approved_at + interval '1 day' from lab_results r join patients p on p.id = r.patient_id
     where p.source = 'demo:0' and p.user_id is not null and r.approved_at < $1::timestamptz - interval '14 days'`,
    [now],
  )
