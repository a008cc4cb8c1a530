import { getVisit, listVisits } from '#features/attendance/contract.ts'
import { getPatient } from '#features/patients/contract.ts'
import { addObservation, getTriage, listVitalSigns, updateTriage } from '#features/triage/contract.ts'
import { getTriageSettings, listVitalLimits } from '#features/triage/contract-settings.ts'
import type { Case } from './floor.ts'
import type { Work } from './house.ts'
import type { Person } from './person.ts'
import { callIn, moveTo } from './visits.ts'

/** Somebody not very ill, whose values suggest no category; or somebody who is. */
const measured = ({ dice }: Person, isIll: boolean) => ({
  temperature: Math.min(isIll ? 41 : 38.9, Math.round(10 * dice.normal(isIll ? 39 : 37, 0.4)) / 10),
  pulse: dice.integer(60, isIll ? 125 : 100),
  systolic: dice.integer(105, 150),
  diastolic: dice.integer(64, 92),
  respiration: dice.integer(14, isIll ? 26 : 20),
  spo2: dice.integer(isIll ? 91 : 95, 100),
  on_oxygen: false,
  consciousness: 'alert' as const,
})

const save = async (person: Person, one: Case, before: number | null) => {
  const isIll = person.dice.chance(0.05)
  // Weighed once: nobody's weight changes within a visit, or from one visit of a day to the next.
  const body = { ...measured(person, isIll), weight: before ?? person.dice.integer(48, 95), level: isIll ? 2 : person.dice.integer(3, 5) }
  const { temperature, pulse } = body
  const written = { kind: 'vital signs', what: () => ({ visit: one.visit, temperature, pulse }) } as const
  await person.write(written, updateTriage, { params: { id: one.triage }, body })
  if (person.dice.chance(0.1)) {
    await person.think(20)
    await person.write(written, addObservation, { params: { id: one.triage }, body: measured(person, false) })
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
  const [, , earlier] = await Promise.all([
    person.read(getTriage, { params: { id: one.triage } }),
    person.read(getPatient, { params: { id: one.patient } }),
    person.read(listVitalSigns, { query: ofPatient }),
    person.read(getTriageSettings, { query: {} }),
    person.read(listVitalLimits, { query: {} }),
  ])
  await person.think(60)
  const weighed = earlier.find(({ weight }) => weight !== null)?.weight ?? null
  await save(person, one, weighed === null ? null : Number(weighed))
  await person.think(5)
  // The level has changed the visit, too: what is on the screen has been asked for again meanwhile.
  one.version = (await person.ask(getVisit, { params: { id: one.visit } })).version
  await moveTo(person, one, 'doctor')
  floor.send('doctor', one)
}
