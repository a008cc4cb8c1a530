import { listVisits } from '#features/attendance/contract.ts'
import { addDiagnosis, createConsultation, getConsultation, saveConsultation, signConsultation } from '#features/consultations/contract.ts'
import { listDiagnosisCodes } from '#features/diagnoses/contract.ts'
import { getEntry } from '#features/laboratory/contract-results.ts'
import { listCurrentMedicines } from '#features/prescriptions/contract.ts'
import { listReferrals } from '#features/referrals/contract.ts'
import { getTimeline } from '#features/timeline/contract.ts'
import { getWorkspace } from '#features/workspace/contract.ts'
import type { LiveNews } from '#web/calls/live-stream.ts'
import type { Case } from './floor.ts'
import { type Day, typed, type Work } from './facility.ts'
import { prescribe, requestTests } from './orders.ts'
import { isRefused, type Person } from './person.ts'
import { callIn, moveTo } from './visits.ts'

const diagnoses = ['malaria', 'hypertension', 'tonsillitis', 'gastritis', 'diabetes', 'asthma', 'dermatitis', 'pneumonia']
const texts = {
  history: 'Fever and cough for three days, worse at night. Drinks well.',
  examination: 'Chest clear, abdomen soft, no rash.',
  plan: 'Fluids, rest, and back in a week if not better.',
}

interface Draft {
  id: number
  version: number
}
const TRIES = 4

/** Saves in the note what was typed; from how it stands when an earlier attempt got through. */
const keep = async (person: Person, note: Draft, change: Partial<typeof texts> & { disposition?: 'lab' | 'pharmacy' | 'discharged' }) => {
  for (let tries = 0; ; tries += 1) {
    try {
      const saved = await person.write(
        { kind: 'note', what: ({ version }) => ({ version, ...change }) },
        saveConsultation,
        { params: { id: note.id }, body: { ...change, version: note.version } },
        { may: ['version_conflict'] },
      )
      note.version = saved.version
      return
    } catch (error) {
      if (!isRefused(error, 'version_conflict') || tries === TRIES) throw error
      note.version = (await person.ask(getConsultation, { params: { id: note.id } })).version
    }
  }
}

const diagnose = async (person: Person, note: Draft) => {
  const word = person.dice.pick(diagnoses)
  let found: { id: number }[] = []
  for (const q of typed(word, person.dice)) {
    found = await person.ask(listDiagnosisCodes, { query: { q, active: 'true', limit: 20 } })
    await person.think(0.5)
  }
  const [term] = found
  const body = term ? { diagnosis_code: term.id } : { title: word }
  const saved = await person.write(
    { kind: 'diagnosis', what: ({ id, diagnoses: all }) => ({ consultation: id, diagnoses: all.map((one) => one.id) }) },
    addDiagnosis,
    { params: { id: note.id }, body: { ...body, version: note.version } },
  )
  note.version = saved.version
}

const sign = async (person: Person, one: Case, note: Draft) => {
  const signed = await person.write({ kind: 'note signed', what: ({ visit }) => ({ visit }) }, signConsultation, {
    params: { id: note.id },
    body: { version: note.version },
  })
  one.note = { id: signed.id, version: signed.version }
}

/** As the screen decides it, which shows a patient, a visit and its note. */
const isAboutWorkspace =
  (one: Case) =>
  ({ topic, id }: LiveNews) =>
    id === (topic === 'patients' ? one.patient : topic === 'consultations' ? one.note?.id : topic === 'triage' ? one.triage : one.visit)

const consult = async (person: Person, day: Day, one: Case) => {
  const { dice } = person
  await callIn(person, one)
  person.turnTo()
  const workspace = await person.read(getWorkspace, { params: { id: one.patient } }, { isAbout: isAboutWorkspace(one) })
  await person.think(40)
  if (dice.chance(0.3) && workspace.timeline.next !== null)
    await person.ask(getTimeline, { params: { id: one.patient }, query: { limit: 40, cursor: workspace.timeline.next } })
  const begun = await person.write({ kind: 'note', what: ({ visit }) => ({ visit }) }, createConsultation, {
    body: { attendance_process: one.visit, complaint: 'Fever since yesterday' },
  })
  const note: Draft = { id: begun.id, version: begun.version }
  one.note = note
  for (const part of ['history', 'examination'] as const) {
    await person.think(30)
    await keep(person, note, { [part]: texts[part] })
  }
  await diagnose(person, note)
  await person.think(15)
  const wantsTests = dice.chance(0.55)
  if (wantsTests) await requestTests(person, day, one)
  const wantsDrugs = day.facts.drugs.length > 0 && !one.tests.length && dice.chance(0.9)
  if (wantsDrugs) await prescribe(person, day, one)
  const disposition = one.tests.length > 0 ? 'lab' : wantsDrugs ? 'pharmacy' : 'discharged'
  await keep(person, note, { plan: texts.plan, disposition })
  await person.think(10)
  await sign(person, one, note)
  await moveTo(person, one, disposition === 'discharged' ? 'billing' : disposition)
  day.floor.send(disposition === 'lab' ? 'laboratory' : disposition === 'pharmacy' ? 'pharmacy' : 'till', one)
}

/** The results are there: they are looked at, and something is prescribed. */
const readResults = async (person: Person, day: Day, one: Case) => {
  await callIn(person, one)
  person.turnTo()
  await Promise.all([
    person.read(getWorkspace, { params: { id: one.patient } }, { isAbout: isAboutWorkspace(one) }),
    person.read(getEntry, { params: { process_id: one.process } }),
    person.read(listCurrentMedicines, { params: { id: one.patient } }),
  ])
  await person.think(45)
  const wantsDrugs = day.facts.drugs.length > 0 && person.dice.chance(0.85)
  if (wantsDrugs) await prescribe(person, day, one)
  await moveTo(person, one, wantsDrugs ? 'pharmacy' : 'billing')
  day.floor.send(wantsDrugs ? 'pharmacy' : 'till', one)
}

/** The doctor: who comes back with results goes before who is new. */
export const treat: Work = async (person, day) => {
  person.turnTo()
  await Promise.all([
    person.read(listVisits, { query: { track: 'doctor', limit: 100 } }),
    person.read(listVisits, { query: { track: 'added result', limit: 100 } }),
    ...(person.dice.chance(0.2) ? [person.read(listReferrals, { query: { to_me: 'true' } })] : []),
  ])
  await person.think(6)
  const back = day.floor.next('results', person.number)
  if (back) return readResults(person, day, back)
  const one = day.floor.next('doctor', person.number)
  return one ? consult(person, day, one) : person.think(20)
}
