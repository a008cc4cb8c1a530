import { listAppointments } from '#features/appointments/contract.ts'
import { listVisits, startVisit } from '#features/attendance/contract.ts'
import { getBoard } from '#features/board/contract.ts'
import { createPatient, findDuplicates, getPatient, listPatients, searchPatients } from '#features/patients/contract.ts'
import { getTimeline } from '#features/timeline/contract.ts'
import { type Day, typed, type Work } from './facility.ts'
import { isRefused, type Person } from './person.ts'

const reasons = ['Fever since yesterday', 'Cough', 'Headache', 'Check-up', 'Abdominal pain', 'Follow-up', 'Skin rash', 'Back pain']

/** Looks for somebody as they say their name, their number or their telephone; answers their id. */
const find = async (person: Person, day: Day): Promise<number> => {
  const { dice } = person
  const known = dice.pick(day.known)
  const message = dice.weighted({
    items: [`${known.first_name} ${known.second_name}`, known.unique_id, known.phone ?? known.unique_id],
    totals: Float64Array.of(6, 8, 10),
    total: 10,
  })
  for (const q of message === known.unique_id ? [message] : typed(message, dice)) {
    await person.ask(searchPatients, { query: { q, limit: 10 } })
    await person.think(0.4)
  }
  person.turnTo()
  const [patient] = await Promise.all([
    person.read(getPatient, { params: { id: known.id } }),
    person.read(getTimeline, { params: { id: known.id }, query: { limit: 40 } }),
    person.read(listVisits, { query: { patient_id: known.id, limit: 25 } }),
  ])
  return patient.id
}

/** Registers somebody new, with a payer when they have one, while the form looks for who may be the same. */
const register = async (person: Person, day: Day): Promise<number> => {
  const who = day.newcomer()
  const { first_name, second_name, other_names, single_name, gender, date_of_birth, phone, residence, next_of_kin: kin } = who
  person.turnTo()
  await person.think(15)
  const names = { first_name, ...(second_name !== '' && { second_name }), gender, date_of_birth }
  await person.ask(findDuplicates, { body: { first_name, ...(second_name !== '' && { second_name }) } })
  await person.think(15)
  await person.ask(findDuplicates, { body: { ...names, phone } })
  await person.think(10)
  const insurer = who.insurance && day.facts.insurers[who.insurance.payer % Math.max(1, day.facts.insurers.length)]
  const body = {
    ...names,
    other_names,
    single_name,
    phone,
    residence,
    ...(insurer && { insurances: [{ insurance_company_id: insurer, member_number: who.insurance?.member_number ?? null }] }),
    next_of_kin: [
      {
        first_name: kin.first_name,
        ...(kin.second_name !== '' && { second_name: kin.second_name }),
        relationship: kin.relationship,
        contact: { tel_no: kin.phone, residence },
      },
    ],
  }
  const written = { kind: 'patient', what: ({ unique_id }: { unique_id: string }) => ({ unique_id }) } as const
  try {
    return (await person.write(written, createPatient, { body }, { may: ['possible_duplicate'] })).id
  } catch (error) {
    if (!isRefused(error, 'possible_duplicate')) throw error
    await person.think(5)
    return (await person.write(written, createPatient, { body: { ...body, not_a_duplicate: true } })).id
  }
}

const begin = async (person: Person, day: Day, patient: number, cameAt: number) => {
  const { dice } = person
  const visit = await person.write(
    { kind: 'visit', what: ({ track_number, invoice, patient: of }) => ({ track_number, invoice, patient: of }) },
    startVisit,
    {
      body: {
        patient,
        reason: dice.pick(reasons),
        track: 'triage',
        priority: dice.chance(0.06) ? 'urgent' : 'routine',
        ...(day.facts.doctors.length > 0 && { doctor: dice.pick(day.facts.doctors) }),
      },
    },
    { may: ['visit_open', 'deactivated', 'restricted'] },
  )
  const { invoice, triage, process_test_req: process, prescription } = visit
  if (invoice === null || triage === null || process === null || prescription === null) throw new Error('A visit without its papers')
  day.floor.came()
  day.floor.send('triage', {
    visit: visit.id,
    version: visit.version,
    track: visit.track,
    patient,
    trackNumber: visit.track_number,
    invoice,
    triage,
    process,
    prescription,
    note: null,
    tests: [],
    cameAt,
  })
}

const lookAround = async (person: Person) => {
  person.turnTo()
  await person.read(getBoard, { query: {} })
  await person.think(10)
  if (person.dice.chance(0.3)) await person.read(listPatients, { query: { limit: 25 } })
  if (person.dice.chance(0.3)) await person.read(listAppointments, { query: { limit: 25 } })
  await person.think(20)
}

/** The desk: somebody comes through the door, is found or registered, and their visit begins. */
export const receive: Work = async (person, day) => {
  await lookAround(person)
  if (day.floor.inside() >= day.most) return
  const cameAt = performance.now()
  try {
    const patient = person.dice.chance(0.65) ? await find(person, day) : await register(person, day)
    await person.think(15)
    await begin(person, day, patient, cameAt)
  } catch (error) {
    // Already in the house: the desk sees the open visit and lets them go on.
    if (!isRefused(error, 'visit_open', 'deactivated', 'restricted')) throw error
  }
}
