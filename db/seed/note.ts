import { careOf } from './care.ts'
import { dateOf, dayOf, dayOfInstant, isoInstant, yearsBetween } from './calendar.ts'
import { itemOf } from './catalogue.ts'
import { findingOf } from './findings.ts'
import type { Texts } from './findings-row.ts'
import { type Diagnosis, diagnosisOf, reasonOf, reviewOf } from './illness.ts'
import type { SomeVisit } from './load-rows.ts'
import type { Patient } from './people.ts'
import { type Random } from './random.ts'
import { stayOn } from './vitals.ts'

/** A doctor's note. `by` is an index into `staff`, instants are ISO texts. */
export interface PlannedNote {
  by: number
  complaint: string
  history: string
  examination: string
  note: string
  plan: string
  disposition: 'discharged' | 'referred' | 'lab' | 'pharmacy' | 'follow up' | null
  follow_up_on: string | null
  created_at: string
  changed_at: string
  /** Null for a draft. */
  signed_at: string | null
  diagnoses: readonly PlannedDiagnosis[]
}
export interface PlannedDiagnosis extends Diagnosis {
  certainty: 'confirmed' | 'provisional'
  isPrimary: boolean
}

const MINUTE = 60_000
const durations = ['2 days', '3 days', '4 days', 'a week', '5 days']
const sentOn = new Set(['appendicitis', 'stroke', 'snake-bite', 'severe-malaria', 'cataract', 'angina'])

const decimalsIn = (text: string) => text.split('.')[1]?.length ?? 0

/** A text with its numbers drawn and its duration filled in. */
const filled = (rng: Random, text: string, duration: string) =>
  text
    .replace(/\{([\d.]+)-([\d.]+)\}/g, (_, low: string, high: string) => {
      const decimals = Math.max(decimalsIn(low), decimalsIn(high))
      return (Number(low) + rng.next() * (Number(high) - Number(low))).toFixed(decimals)
    })
    .replaceAll('{d}', duration)

const durationIn = (rng: Random, reason: string) => {
  const found = /pregnan/i.test(reason) ? null : /(\d+) (days?|weeks?)/.exec(reason)
  return found ? `${found[1]} ${found[2]}` : rng.pick(durations)
}

const chosen = (rng: Random, { all, children }: Texts, age: number) => rng.pick(age < 6 && children.length > 0 ? children : all)

const planOf = (visit: SomeVisit, patient: Patient, advice: string, hasDrugs: boolean): string => {
  const { drugs, procedures } = careOf(visit, patient, visit.keep)
  const given = hasDrugs ? drugs.map(({ code, directions }) => `${itemOf(code).name}, ${directions}`) : []
  const done = procedures.filter(({ code }) => /^(NUR|PRO|MCH-0[4-8]|DEN)/.test(code)).map(({ code }) => itemOf(code).name)
  return [[...given, ...done].join('\n'), advice].filter(Boolean).join('\n\n')
}

const diagnosesOf = (rng: Random, visit: SomeVisit, patient: Patient, isTested: boolean): PlannedDiagnosis[] => {
  const reason = reasonOf(visit.reason_key)
  const own = diagnosisOf(reason)
  const isSure = isTested || reason.path === 'review' || reason.path === 'antenatal' || rng.chance(0.75)
  const others = patient.chronic_conditions.map((condition) => diagnosisOf(reviewOf(condition))).filter(({ code }) => code !== own.code)
  return [
    { ...own, certainty: isSure ? 'confirmed' : 'provisional', isPrimary: true },
    ...others.filter(() => rng.chance(0.4)).map((other) => ({ ...other, certainty: 'confirmed' as const, isPrimary: false })),
  ]
}

const dispositionOf = (visit: SomeVisit, hasDrugs: boolean): PlannedNote['disposition'] => {
  const { path } = reasonOf(visit.reason_key)
  if (sentOn.has(visit.reason_key) && visit.priority !== 'routine') return 'referred'
  if (path === 'review' || path === 'antenatal') return 'follow up'
  return hasDrugs ? 'pharmacy' : 'discharged'
}

/** Where a visit stands with its doctor: not seen, seen and gone on for tests, or done. */
const stageOf = (visit: SomeVisit) => {
  const stay = stayOn(visit, 'doctor')
  if (!stay) return null
  const last = visit.moves.findLast(({ from }) => from === 'doctor')
  const isTested = visit.moves.some(({ to }) => to === 'added result')
  const waitsForTests = ['lab', 'awaiting result', 'added result'].includes(visit.track) || (visit.track === 'doctor' && isTested)
  return {
    by: stay.by,
    from: stay.from,
    to: last ? Date.parse(last.at) : stay.to,
    isTested: isTested && !waitsForTests,
    isDraft: waitsForTests,
  }
}

/** The note of a visit that a doctor has seen; null for others. A draft while results are awaited. */
export const noteOf = (rng: Random, visit: SomeVisit, patient: Patient): PlannedNote | null => {
  const stage = stageOf(visit)
  if (!stage || visit.track === 'discharged') return null
  const { by, from, to, isTested, isDraft } = stage
  const finding = findingOf(visit.reason_key)
  const day = dayOfInstant(from)
  const age = yearsBetween(dayOf(patient.date_of_birth), day)
  const duration = durationIn(rng, visit.reason)
  const text = (texts: Texts) => filled(rng, chosen(rng, texts, age), duration)
  const hasDrugs = !isDraft && visit.moves.some(({ to: next }) => next === 'pharmacy')
  const history = text(finding.history)
  const teller = age < 6 && !/mother/i.test(history) && rng.chance(0.4) ? 'From the mother. ' : ''
  const disposition = isDraft ? 'lab' : dispositionOf(visit, hasDrugs)
  const created = from + (to - from) * 0.3
  const tests = careOf(visit, patient, visit.keep).tests.map(({ code }) => itemOf(code).name)
  return {
    by,
    complaint: visit.reason,
    history: teller + history,
    examination: text(finding.examination),
    note: isTested && finding.result ? filled(rng, finding.result, duration) : '',
    plan: isDraft ? `To the laboratory: ${tests.join(', ')}` : planOf(visit, patient, text(finding.advice), hasDrugs),
    disposition,
    follow_up_on: disposition === 'follow up' ? dateOf(day + 28) : null,
    created_at: isoInstant(created),
    changed_at: isoInstant(Math.max(created, to - MINUTE / 4)),
    signed_at: isDraft ? null : isoInstant(Math.max(created, to - MINUTE / 6)),
    diagnoses: isDraft ? [] : diagnosesOf(rng, visit, patient, isTested),
  }
}

/** What a doctor who has the patient right now has typed so far. */
export const beginningOf = (rng: Random, visit: SomeVisit, patient: Patient): PlannedNote | null => {
  if (visit.track !== 'doctor' || visit.attended_by == null || !visit.attended_since || stayOn(visit, 'doctor')) return null
  const finding = findingOf(visit.reason_key)
  const since = Date.parse(visit.attended_since)
  const age = yearsBetween(dayOf(patient.date_of_birth), dayOfInstant(since))
  return {
    by: visit.attended_by,
    complaint: visit.reason,
    history: filled(rng, chosen(rng, finding.history, age), durationIn(rng, visit.reason)),
    examination: '',
    note: '',
    plan: '',
    disposition: null,
    follow_up_on: null,
    created_at: visit.attended_since,
    changed_at: visit.attended_since,
    signed_at: null,
    diagnoses: [],
  }
}
