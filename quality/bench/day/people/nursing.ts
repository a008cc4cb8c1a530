import { getVisit, listVisits } from '#features/attendance/contract.ts'
import { getPatient } from '#features/patients/contract.ts'
import { addObservation, getTriage, listVitalSigns, updateTriage, getTriageSettings, listVitalLimits } from '#features/triage/contract.ts'
import type { Case } from './floor.ts'
import type { Work } from './facility.ts'
import type { Person } from './person.ts'
import { callIn, moveTo } from './visits.ts'

const YEAR_MS = 365.25 * 86_400_000

type Span = readonly [least: number, most: number]

/** What is usual below an age in years: the program asks about what is not, and a nurse would not write it. */
const usual: readonly { below: number; pulse: Span; respiration: Span; systolic: Span; diastolic: Span }[] = [
  { below: 1, pulse: [112, 148], respiration: [32, 44], systolic: [76, 94], diastolic: [46, 58] },
  { below: 5, pulse: [98, 128], respiration: [24, 32], systolic: [84, 102], diastolic: [50, 64] },
  { below: 12, pulse: [80, 108], respiration: [19, 24], systolic: [92, 112], diastolic: [56, 72] },
  { below: Infinity, pulse: [60, 100], respiration: [14, 20], systolic: [105, 150], diastolic: [64, 92] },
]

/** Somebody of that age who is not very ill, whose values suggest no category; or somebody who is. */
const measured = ({ dice }: Person, years: number, isIll: boolean) => {
  const { pulse, respiration, systolic, diastolic } = usual.find(({ below }) => years < below)!
  return {
    temperature: Math.min(isIll ? 41 : 38.9, Math.round(10 * dice.normal(isIll ? 39 : 37, 0.4)) / 10),
    pulse: dice.integer(pulse[0], pulse[1] + (isIll ? 25 : 0)),
    systolic: dice.integer(...systolic),
    diastolic: dice.integer(...diastolic),
    respiration: dice.integer(respiration[0], respiration[1] + (isIll ? 6 : 0)),
    spo2: dice.integer(isIll ? 91 : 95, 100),
    on_oxygen: false,
    consciousness: 'alert' as const,
  }
}

/** In kilograms, as children of an age weigh on average, give or take a tenth; grown people as it comes. */
const weightAt = ({ dice }: Person, years: number) => {
  if (years >= 16) return dice.integer(48, 95)
  const average = years < 1 ? 4 + 6 * years : years < 6 ? 2 * years + 8 : years < 13 ? 3 * years + 7 : 3.5 * years
  return Math.round(average * dice.integer(90, 110)) / 100
}

const save = async (person: Person, one: Case, years: number, before: number | null) => {
  const isIll = person.dice.chance(0.05)
  // Weighed once: nobody's weight changes within a visit, or from one visit of a day to the next.
  const weight = before ?? weightAt(person, years)
  const body = { ...measured(person, years, isIll), weight, level: isIll ? 2 : person.dice.integer(3, 5) }
  const { temperature, pulse } = body
  const written = { kind: 'vital signs', what: () => ({ visit: one.visit, temperature, pulse }) } as const
  await person.write(written, updateTriage, { params: { id: one.triage }, body })
  if (person.dice.chance(0.1)) {
    await person.think(20)
    await person.write(written, addObservation, { params: { id: one.triage }, body: measured(person, years, false) })
  }
}

/** Triage: the next patient is called, measured and sent to the doctors. */
export const triage: Work = async (person, { floor }) => {
  person.turnTo()
  await person.read(listVisits, { query: { track: 'triage', limit: 100 } })
  await person.think(8)
  const one = floor.next('triage', person.number)
  if (!one) return person.think(15)
  await callIn(person, one)
  const ofPatient = { patient_id: one.patient, limit: 25 }
  const [, { date_of_birth: born }, earlier] = await Promise.all([
    person.read(getTriage, { params: { id: one.triage } }),
    person.read(getPatient, { params: { id: one.patient } }),
    person.read(listVitalSigns, { query: ofPatient }),
    person.read(getTriageSettings, { query: {} }),
    person.read(listVitalLimits, { query: {} }),
  ])
  await person.think(60)
  const weighed = earlier.find(({ weight }) => weight !== null)?.weight ?? null
  // Nobody knows when some were born: they look grown.
  const years = born === null ? 30 : (Date.now() - Date.parse(born)) / YEAR_MS
  await save(person, one, years, weighed === null ? null : Number(weighed))
  await person.think(5)
  // The level has changed the visit, too: what is on the screen has been asked for again meanwhile.
  one.version = (await person.ask(getVisit, { params: { id: one.visit } })).version
  await moveTo(person, one, 'doctor')
  floor.send('doctor', one)
}
