import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissions } from '#shared/permissions.ts'
import { aBill } from '../../testing/rooms/bills.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/rooms/lab-results.ts'
import { aPrescription, aTablet } from '../../testing/rooms/pharmacy.ts'

// Restricted records where others work: the rooms, the desk, files and the assistant.

let clinic: TestClinic
let officer: Person
let doctor: Person
let clerk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  officer = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  clerk = await clinic.signedInFrom('Receptionist')
})
afterAll(() => clinic.close())

const address = (id: number, more = '') => `/patients/patients/${id}/${more}`
const open = async (by: Person, id: number) => (await by.call('GET', address(id))).status
const breakGlass = (by: Person, id: number) =>
  by.call('POST', address(id, 'emergency-access/'), { kind: 'life at risk', reason: 'Found unconscious in the car park' })
const restrict = async (id: number) =>
  expect((await officer.call('POST', address(id, 'restriction/'), { reason: 'Kept' })).status).toBe(201)
const file = async (by: Person) => (await by.call('GET', '/imports/kinds/patients/export/')).text.match(/Exporta,\w+/g)
const asked = (by: Person, question: string) => by.call('POST', '/chatbot/chat/', { question, follows: null })
const aRestricted = async (more: object) => {
  const { id } = await aPatient(clinic.db, more)
  await restrict(id)
  return id
}

test('whoever does the last piece of work may end what opened the record to them', async () => {
  const lab = await openLaboratory(clinic)
  const work = { cashier: await clinic.signedInFrom('Cashier'), pharmacist: await clinic.signedInFrom('Pharmacist', 'pharmacist') }

  const panel = await lab.test()
  const request = await lab.ask([panel])
  await restrict(request.patient)
  expect((await lab.enter([{ request_panel: request.of(panel), result: '5' }])).status).toBe(200)
  const approved = await lab.approve([request.of(panel)])
  expect([approved.status, await open(lab.manager, request.patient)], approved.text).toEqual([200, 404])

  const { id: payer } = await aPatient(clinic.db)
  const bill = await aBill(clinic.db, { patientId: payer })
  await restrict(payer)
  const due = await clinic.db.selectFrom('invoices').select('patient_total').where('id', '=', bill.id).executeTakeFirstOrThrow()
  const modes = await clinic.db.selectFrom('payment_modes').select('id').orderBy('id').executeTakeFirstOrThrow()
  const pay = (by: Person) =>
    by.call('POST', `/billing/invoices/${bill.id}/payments/`, {
      payments: [{ payment_mode: modes.id, amount: due.patient_total }],
      version: 2,
    })
  const paid = await pay(work.cashier)
  expect([paid.status, await open(work.cashier, payer)], paid.text).toEqual([201, 404])

  const tablet = await aTablet(clinic.db)
  const paper = await aPrescription(clinic.db, { desk: lab.desk, doctor: lab.doctor }, [{ item: tablet.id }])
  await restrict(paper.patient)
  const handed = await work.pharmacist.call('POST', '/pharmacy/dispenses/', {
    prescription: paper.id,
    version: paper.version,
    lines: [{ line: paper.lines[0], units: 15 }],
  })
  expect([handed.status, await open(work.pharmacist, paper.patient)], handed.text).toEqual([201, 403])
})

test('somebody like a restricted patient is told of by number and name when they come again', async () => {
  const id = await aRestricted({ first_name: 'Rehema', second_name: 'Again', date_of_birth: '1990-01-02', phone: '0711999888' })
  const { unique_id } = await clinic.db.selectFrom('patients').select('unique_id').where('id', '=', id).executeTakeFirstOrThrow()
  const reply = await clerk.call('POST', '/patients/patients/', {
    first_name: 'Rehema',
    second_name: 'Again',
    gender: 'female',
    date_of_birth: '1990-01-02',
  })
  expect([reply.status, reply.json()]).toMatchObject([409, { code: 'possible_duplicate', duplicates: [{ id, unique_id }] }])
  expect(reply.text).not.toContain('0711999888')
})

test('a file of all patients is without those whose record is shut to who takes it', async () => {
  await aRestricted({ first_name: 'Exporta', second_name: 'Hidden' })
  await aPatient(clinic.db, { first_name: 'Exporta', second_name: 'Shown' })
  expect(await file(officer)).toEqual(['Exporta,Hidden', 'Exporta,Shown'])
  expect(await file(await clinic.signedInAs(permissions.filter((right) => right !== 'patients.restrict')))).toEqual(['Exporta,Shown'])
})

test('the assistant tells of a restricted patient to whoever may open the record, while they may, and of many without them', async () => {
  const id = await aRestricted({ first_name: 'Asketa', second_name: 'Hidden', phone: '0711888777' })
  const substance = {
    substance: 'Latex',
    category: 'other',
    severity: 'severe',
    recorded_at: clinic.clock.now,
    recorded_by: officer.id,
  } as const
  await clinic.db
    .insertInto('allergies')
    .values({ patient_id: id, ...substance })
    .execute()
  const about = 'What is Asketa Hidden allergic to?'
  expect((await asked(doctor, about)).json()).toMatchObject({ code: 'restricted', patient: id })
  expect((await breakGlass(doctor, id)).status).toBe(201)
  expect((await asked(doctor, about)).text).toContain('Latex')
  expect((await asked(doctor, 'What is the phone number of Asketa Hidden?')).text).toContain('0711888777')
  for (const many of ['Which patients are allergic to latex?', 'List all patients', 'Show patients by name'])
    expect([many, (await asked(doctor, many)).text]).toEqual([many, expect.not.stringContaining('Asketa')])
  const kept = async () =>
    (await doctor.call('GET', '/chatbot/messages/'))
      .json<{ question: string; status: string }[]>()
      .find(({ question }) => question === about)
  expect(await kept()).toMatchObject({ status: 'answered' })
  expect((await doctor.call('POST', address(id, 'emergency-access/end/'), {})).status).toBe(204)
  expect(await kept()).toMatchObject({ status: 'withheld', structured_data: [], response: 'You may no longer see this answer.' })
})
