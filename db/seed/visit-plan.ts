import { weekdayOf, yearsBetween } from './calendar.ts'
import { fits, immunisationSchedule, reasonOf, reasonText, reviewOf } from './illness.ts'
import type { Reason } from './illness-reasons.ts'
import type { Patient } from './people.ts'
import type { Random } from './random.ts'

/** Without a reason the visit is for something acute of the season. */
export type PlannedVisit = { day: number; reason: Reason | null; text: string | null }

type Frame = {
  wanted: number
  birth: number
  /** First and last day on which a visit may fall. */
  from: number
  lastDay: number
  anyDay: () => number
}

const immunisation = reasonOf('immunisation')
const antenatal = reasonOf('antenatal')
const postnatal = reasonOf('postnatal')

/** The days on which a patient comes, in order of time, each at most once: what is due by schedule first, the rest at random. */
export const planVisits = (rng: Random, patient: Patient, { wanted, birth, from, lastDay, anyDay }: Frame): PlannedVisit[] => {
  const planned: PlannedVisit[] = []
  const taken = new Set<number>()
  const add = (wish: number, reason: Reason | null, text: string | null) => {
    // Planned visits avoid Sundays.
    const day = reason !== null && weekdayOf(wish) === 0 ? wish + 1 : wish
    if (planned.length >= wanted || day < from || day > lastDay || taken.has(day)) return false
    if (reason !== null && !fits(reason, yearsBetween(birth, day), patient)) return false
    taken.add(day)
    planned.push({ day, reason, text })
    return true
  }

  const reviews = patient.chronic_conditions.map(reviewOf)
  if (rng.chance(0.94)) {
    const review = reviews[0]
    if (review === undefined || rng.chance(0.5) || !add(from, review, reasonText(rng, review))) add(from, null, null)
  }
  for (const [weeks, label] of immunisationSchedule) {
    if (birth + weeks * 7 + 10 < from) continue
    if (rng.chance(0.85)) add(birth + Math.round(weeks * 7) + rng.integer(0, 6), immunisation, `Immunisation, ${label}`)
  }
  if (patient.gender === 'female' && wanted >= 2 && rng.chance(0.3)) {
    const age = yearsBetween(birth, from)
    if (age >= 15 && age <= 43) addPregnancy(rng, anyDay(), add)
  }
  for (const review of reviews) {
    for (let day = from + rng.integer(20, 70); day <= lastDay && planned.length < wanted; day += rng.integer(28, 88)) {
      if (rng.chance(0.8)) add(day, review, reasonText(rng, review))
    }
  }
  for (let tries = wanted * 4; planned.length < wanted && tries > 0; tries--) add(anyDay(), null, null)
  for (let day = from; planned.length < wanted && day <= lastDay; day++) add(day, null, null)
  return planned.sort((a, b) => a.day - b.day)
}

/** Antenatal visits every three to five weeks until birth, then one six weeks after it. */
const addPregnancy = (rng: Random, firstVisit: number, add: (day: number, reason: Reason, text: string) => boolean) => {
  const firstWeek = rng.integer(10, 24)
  const start = firstVisit - firstWeek * 7
  for (let week = firstWeek; week <= 39; week += rng.integer(3, 5)) {
    if (!rng.chance(0.9)) continue
    add(start + week * 7, antenatal, `Antenatal visit, ${week} weeks`)
  }
  if (rng.chance(0.7)) add(start + 46 * 7 + rng.integer(-3, 6), postnatal, 'Postnatal visit, 6 weeks')
}
