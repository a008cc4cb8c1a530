import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConsultation, aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'

let clinic: TestClinic
let doctor: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  await clinic.db.updateTable('company').set({ name: 'Mwangaza Clinic', address1: 'Moi Road 12', phone1: '+254712000111' }).execute()
})
afterAll(() => clinic.close())

const letter = (id: number, person = doctor) =>
  clinic.app.inject({ method: 'GET', url: `/patients/referrals/${id}/letter/`, headers: { authorization: `Bearer ${person.token}` } })
const pagesOf = async (id: number, person = doctor) => {
  const reply = await letter(id, person)
  expect([reply.statusCode, reply.headers['content-type']], reply.statusCode === 200 ? '' : reply.body).toEqual([200, 'application/pdf'])
  return pdfPages(reply.rawPayload)
}
/** The runs of text, joined without the breaks that only the paper needs. */
const textOf = async (id: number, person = doctor) =>
  (await pagesOf(id, person)).flat().join(' ').replaceAll('\u200B', '').replaceAll(/\s+/g, ' ')
const refer = async (visit: number, more: object) => {
  const reply = await doctor.call('POST', '/patients/referrals/', { attendance_process: visit, provider: 'Hope Hospital', ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<{ id: number }>().id
}

test('says whom it is to, who the patient is, why, and what is known', async () => {
  const { db } = clinic
  const patient = await aPatient(db, { first_name: 'Achieng', second_name: 'Odhiambo', date_of_birth: '1988-05-04', unique_id: 'P/26/7' })
  const visit = await aVisit(db, { patient_id: patient.id })
  const at = clinic.clock.now
  const note = await aConsultation(db, { visit_id: visit.id })
  const by = { visit_id: visit.id, patient_id: patient.id, recorded_at: at, recorded_by: doctor.id }
  await db
    .insertInto('diagnoses')
    .values([
      { ...by, consultation_id: note.id, title: 'Inguinal hernia', code: 'K40.9', certainty: 'confirmed', is_primary: true },
      { ...by, consultation_id: note.id, title: 'Hydrocele', certainty: 'ruled out' },
    ])
    .execute()
  await db.updateTable('consultations').set({ signed_at: at, signed_by: doctor.id }).where('id', '=', note.id).execute()
  const draft = await aConsultation(db, { visit_id: visit.id })
  await db
    .insertInto('diagnoses')
    .values({ ...by, consultation_id: draft.id, title: 'Undecided', certainty: 'provisional' })
    .execute()
  await db
    .insertInto('problems')
    .values({ patient_id: patient.id, title: 'Asthma', onset_on: '2010-02-01', recorded_at: at, changed_at: at })
    .execute()
  await db
    .insertInto('allergies')
    .values({ patient_id: patient.id, substance: 'Penicillin', category: 'drug', severity: 'severe' })
    .execute()
  await db
    .insertInto('vital_signs')
    .values({
      visit_id: visit.id,
      patient_id: patient.id,
      taken_at: at,
      recorded_at: at,
      temperature: '38.5',
      systolic: 120,
      diastolic: 80,
    })
    .execute()
  const id = await refer(visit.id, {
    provider_email: 'desk@hope.example',
    service: 'surgeon',
    note: 'Painful lump.\nSince May.',
    is_urgent: true,
  })
  const text = await textOf(id)
  for (const word of ['Mwangaza Clinic', 'Moi Road 12', 'Referral letter', 'URGENT', 'Hope Hospital', 'desk@hope.example', 'surgeon'])
    expect(text).toContain(word)
  for (const word of ['Achieng Odhiambo', 'P/26/7', '4 May 1988, 37 years', 'Female', 'Painful lump. Since May.', 'Test doctor'])
    expect(text).toContain(word)
  for (const word of [
    'Inguinal hernia, K40.9',
    'Hydrocele, ruled out',
    'Asthma, since 1 Feb 2010',
    'Penicillin, severe',
    '38.5 °C · 120/80 mmHg',
  ])
    expect(text).toContain(word)
  expect(text).not.toContain('Undecided')
  const reply = await letter(id)
  expect(reply.headers['content-disposition']).toContain(`inline; filename="referral-P-26-7-${id}.pdf"`)
  const desk = await clinic.signedInAs(['referrals.view'])
  const little = await textOf(id, desk)
  expect(little).toContain('Painful lump.')
  expect(little).not.toMatch(/hernia|Asthma|Penicillin|38\.5/)
  const rows = await db
    .selectFrom('audit_log')
    .select(['action', 'entity', 'entity_id', 'patient_id'])
    .where('actor_id', '=', desk.id)
    .execute()
  expect(rows).toEqual([{ action: 'print', entity: 'referral letter', entity_id: id, patient_id: patient.id }])
})

test('takes texts as data, of any length and script', async () => {
  const visit = await aVisit(clinic.db)
  const code = '#sys.inputs.data $x^2$ *bold* [a] \\ "quoted" #read("/etc/passwd") `raw` <label> @ref'
  const scripts = 'مريض Пациент ασθενής Nguyễn'
  const note = `${code}\n${scripts}\n${'Long story. '.repeat(140)}\n${'x'.repeat(90)}`.slice(0, 2000)
  const id = await refer(visit.id, { provider: code.slice(0, 60), service: '= Heading', note })
  const text = await textOf(id)
  expect(text).toContain(code)
  expect(text).toContain('Пациент ασθενής Nguyễn')
  expect(text).toContain('= Heading')
  expect(text).toContain('Allergies not recorded')
})

test('goes on over pages that say whose they are', async () => {
  const visit = await aVisit(clinic.db)
  const id = await refer(visit.id, { note: 'line\n'.repeat(390) })
  const pages = await pagesOf(id)
  expect(pages.length).toBeGreaterThan(3)
  expect(pages.flat().filter((run) => run.includes('line')).length).toBe(390)
  expect(pages[1]!.join(' ')).toContain('Achieng')
  expect(pages[1]!.join(' ')).toContain(`Page 2 of ${pages.length}`)
})

test('is for those who read referrals, of referrals that are there', async () => {
  const visit = await aVisit(clinic.db)
  const id = await refer(visit.id, { note: 'x' })
  expect((await letter(id, await clinic.signedInAs(['patients.view']))).statusCode).toBe(403)
  expect((await letter(2_000_000_000)).statusCode).toBe(404)
})

test('a referral carries a pregnancy: on the order, as a stamp on the letter, and with its due date among what is known', async () => {
  const [woman, other] = [await aPatient(clinic.db), await aPatient(clinic.db)]
  const begun = await doctor.call('POST', `/patients/patients/${woman.id}/pregnancies/`, { source: 'test', lmp: '2025-12-05' })
  expect(begun.status, begun.text).toBe(201)
  const of = async (patient: number) => {
    const { id: visit } = await aVisit(clinic.db, { patient_id: patient })
    return refer(visit, { service: 'X-ray of the pelvis', note: 'A fall' })
  }
  const [pregnant, unknown] = [await of(woman.id), await of(other.id)]
  const read = async (id: number) => (await doctor.call('GET', `/patients/referrals/${id}/`)).json<{ pregnancy: object | null }>().pregnancy
  expect(await read(pregnant)).toMatchObject({ state: 'pregnant', gestation_days: 87 })
  expect(await read(unknown)).toMatchObject({ state: 'unknown', gestation_days: null })
  const text = await textOf(pregnant)
  expect(text).toContain('PREGNANT: 12w 3d')
  expect(text).toMatch(/Pregnancy .*Pregnant: 12w 3d.*due 11 Sep 2026.*by last period/)
  expect(await textOf(unknown)).not.toMatch(/pregnan/i)
})
