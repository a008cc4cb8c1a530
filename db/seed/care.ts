import { checkSafety } from '#features/drugs/public.ts'
import type { Warning } from '#features/drugs/rules.ts'
import { weightAt } from './body.ts'
import { dayOf, dayOfInstant, yearsBetween } from './calendar.ts'
import { itemOf } from './catalogue.ts'
import { type Drug, drugFor, readKnown, usualDrug } from './dosing.ts'
import { reasonOf } from './illness.ts'
import type { Patient } from './people.ts'
import { type Random, random } from './random.ts'
import { type Need, treatmentOf } from './treatments.ts'

/** What a visit has to say about itself to be treated. */
export interface TreatedVisit {
  /** The visit's mark in the database. */
  source: string
  reason_key: string
  created_at: string
}

/** A warning that the prescriber went ahead against. */
export interface Override {
  code: string
  warning: Warning
  reason: string
}

/** What is asked for in a visit: all of it where the visit leads past those rooms. */
export interface Care {
  tests: readonly Need[]
  drugs: readonly Drug[]
  /** What the pharmacy hands over beside the drugs. */
  supplies: readonly Need[]
  procedures: readonly Need[]
  overrides: readonly Override[]
}

const reasonsByKind: Readonly<Record<string, readonly string[]>> = {
  allergy: [
    'Has had it twice since without any reaction',
    'Mild rash only, and once; told to stop and come back at once if it returns',
    'Reaction was to another brand, this one taken last year without trouble',
  ],
  interaction: ['Short course, will be seen again in three days', 'Discussed with the patient, no alternative in stock'],
  duplicate: ['Injection now, tablets from tomorrow morning'],
  dose: ['Weighed again today: heavier than the record says', 'Two days only, kidneys and liver are healthy'],
  pregnancy: ['Specialist advised to continue', 'Second trimester, short course, benefit is greater'],
  age: ['Weight is that of an older child'],
}

const some = (rng: Random, needs: readonly Need[], chance: number): Need[] => {
  const chosen = needs.filter(() => rng.chance(chance))
  return chosen.length > 0 ? chosen : needs.slice(0, 1)
}

const penicillins = new Set(['DRG-04', 'DRG-05', 'DRG-22', 'DRG-40'])
const painkillers = new Set(['DRG-02', 'DRG-11', 'DRG-28', 'DRG-61'])

const insteadOf = ({ code }: Need, age: number): Drug | null => {
  const other = penicillins.has(code) ? { code: 'DRG-06', quantity: 3 } : painkillers.has(code) ? { code: 'DRG-01', quantity: 12 } : null
  return other && drugFor(other, { age, kg: 20 })
}

const stopsFor = (drugs: readonly Drug[], patient: Patient, age: number, kg: number): Warning[] =>
  checkSafety({
    lines: drugs.map(({ code, directions }) => ({ key: code, name: itemOf(code).name, directions: readKnown(directions).structure })),
    current: [],
    allergies: patient.allergies,
    patient: { ageYears: age, weightKg: kg, isPregnant: null },
  }).filter(({ severity }) => severity === 'stop')

const settled = new Map<string, readonly Warning[]>()
/** What stops these drugs; the same for all people without allergies who are of an age and weight. */
const stopsOf = (drugs: readonly Drug[], patient: Patient, age: number, kg: number): readonly Warning[] => {
  if (patient.allergies.some(({ category }) => category === 'drug')) return stopsFor(drugs, patient, age, kg)
  const key = `${drugs.map(({ code, directions }) => `${code} ${directions}`).join()} ${Math.min(age, 18)} ${age < 18 ? Math.round(kg / 4) : ''}`
  let stops = settled.get(key)
  if (!stops) {
    stops = stopsFor(drugs, { ...patient, allergies: [] }, age, kg)
    settled.set(key, stops)
  }
  return stops
}

interface Safe {
  drugs: Drug[]
  overrides: Override[]
}

/** What speaks against a drug is replaced or left out, but for the few that somebody had a reason for. */
const madeSafe = (rng: Random, drugs: readonly Drug[], patient: Patient, about: { age: number; kg: number; keep: number }): Safe => {
  const { age, kg, keep } = about
  const stops = stopsOf(drugs, patient, age, kg)
  if (stops.length === 0) return { drugs: [...drugs], overrides: [] }
  if (rng.chance(keep))
    return {
      drugs: [...drugs],
      overrides: stops.map((warning) => ({ code: warning.line, warning, reason: rng.pick(reasonsByKind[warning.kind] ?? []) })),
    }
  const refused = new Set(stops.map(({ line, otherLine }) => otherLine ?? line))
  const others = drugs.flatMap((drug) => (refused.has(drug.code) ? (insteadOf(drug, age) ?? []) : drug))
  const single = others.filter(({ code }, i) => others.findIndex((other) => other.code === code) === i)
  const left = new Set(stopsOf(single, patient, age, kg).flatMap(({ line, otherLine }) => [line, otherLine]))
  return { drugs: single.filter(({ code }) => !left.has(code)), overrides: [] }
}

const isDrug = ({ code }: Need) => code.startsWith('DRG')
const KEPT = 0.35

/** What a visit's doctor asks for; the same each time it is asked. `keep` is how often a warning is gone ahead against. */
export const careOf = (visit: TreatedVisit, patient: Patient, keep = KEPT): Care => {
  const rng = random(`care ${visit.source}`)
  const wanted = treatmentOf(rng, reasonOf(visit.reason_key))
  const at = Date.parse(visit.created_at)
  const age = yearsBetween(dayOf(patient.date_of_birth), dayOfInstant(at))
  const kg = weightAt(patient, at)
  const asked = keep === 1 ? wanted.drugs : some(rng, wanted.drugs, 0.93)
  const fitting = asked.filter(isDrug).flatMap((need) => drugFor(need, { age, kg }) ?? [])
  const single = fitting.filter(({ code }, i) => fitting.findIndex((other) => other.code === code) === i)
  const { drugs, overrides } = madeSafe(rng, single, patient, { age, kg, keep })
  return {
    tests: some(rng, wanted.tests.length > 0 ? wanted.tests : [{ code: 'LAB-03', quantity: 1 }], 0.9),
    drugs:
      drugs.length > 0 || asked.some((need) => !isDrug(need))
        ? drugs
        : [drugFor({ code: 'DRG-01', quantity: 12 }, { age, kg }) ?? usualDrug({ code: 'DRG-21', quantity: 1 })],
    supplies: asked.filter((need) => !isDrug(need)),
    procedures: wanted.procedures.length > 0 ? some(rng, wanted.procedures, 0.9) : [],
    overrides,
  }
}
