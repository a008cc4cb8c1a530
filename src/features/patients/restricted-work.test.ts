import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissions } from '#shared/permissions.ts'
import { aBill } from '../../testing/scenarios/bills.ts'
import { anAppointment, anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { aPrescription, aTablet } from '../../testing/scenarios/pharmacy.ts'

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

const isListed = async (by: Person, query: string) => (await by.call('GET', `/patients/patients/?${query}`)).text.includes('Sirifa')

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
  // The till sees the bill, before it is paid and to print the receipt, and never the record; nobody else sees the bill.
  const bills = (by: Person) => by.call('GET', `/billing/invoices/${bill.id}/`)
  expect([(await bills(work.cashier)).status, await open(work.cashier, payer)]).toEqual([200, 404])
  expect((await bills(clerk)).status).toBe(404)
  expect((await work.cashier.call('GET', '/billing/invoices/?open=true')).text).toContain(`"id":${bill.id},`)
  const paid = await pay(work.cashier)
  expect([paid.status, await open(work.cashier, payer)], paid.text).toEqual([201, 404])
  const { receipt } = paid.json<{ receipt: { id: number } }>()
  expect((await work.cashier.call('GET', `/billing/receipts/${receipt.id}/`)).status).toBe(200)
  expect((await clerk.call('GET', `/billing/receipts/${receipt.id}/`)).status).toBe(404)
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 25 * 3_600_000)
  const nextDay = await clinic.signedInFrom('Cashier')
  expect((await nextDay.call('GET', `/billing/invoices/${bill.id}/`)).status).toBe(404)
  clinic.clock.now = new Date(clinic.clock.now.getTime() - 25 * 3_600_000)

  const tablet = await aTablet(clinic.db)
  const prescription = await aPrescription(clinic.db, { desk: lab.desk, doctor: lab.doctor }, [{ item: tablet.id }])
  await restrict(prescription.patient)
  const dispensed = await work.pharmacist.call('POST', '/pharmacy/dispenses/', {
    prescription: prescription.id,
    version: prescription.version,
    lines: [{ line: prescription.lines[0], units: 15 }],
  })
  expect([dispensed.status, await open(work.pharmacist, prescription.patient)], dispensed.text).toEqual([201, 403])
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

test('care that people create for themselves opens nothing, and writing needs an emergency access as reading does', async () => {
  const id = await aRestricted({ first_name: 'Selfa', second_name: 'Hidden' })
  const night = await clinic.signedInAs(
    permissions.filter((right) => !['patients.restrict', 'audit.log', 'audit.export'].includes(right)),
    'doctor',
  )
  const visit = await night.call('POST', '/patients/initiate-attendance-process/', {
    patient: id,
    reason: 'Fever',
    track: 'doctor',
    doctor: night.id,
  })
  expect(visit.status, visit.text).toBe(201)
  const { id: process, version } = visit.json<{ id: number; version: number }>()
  const take = await night.call('PATCH', `/patients/initiate-attendance-process/${process}/`, { attending: true, version })
  expect(take.status, take.text).toBe(200)
  const moved = await night.call('PATCH', `/patients/initiate-attendance-process/${process}/`, { track: 'pharmacy', pharmacist: null })
  const back = await night.call('PATCH', `/patients/initiate-attendance-process/${process}/`, { track: 'doctor' })
  expect([moved.status, back.status], `${moved.text} ${back.text}`).toEqual([200, 200])
  const booked = await night.call('POST', '/patients/appointments/', {
    patient: id,
    assigned_doctor: night.id,
    appointment_date_time: '2026-03-02T12:00:00Z',
    reason: 'Fever',
    overbook: true,
  })
  expect([201, 409]).toContain(booked.status)
  const note = () => night.call('POST', '/patients/consultations/', { attendance_process: process, complaint: 'Fever', note: 'Selfa' })
  const others = [
    () => night.call('POST', '/patients/referrals/', { attendance_process: process, provider: 'Elsewhere', note: 'Please see' }),
    () => night.call('POST', '/patients/prescriptions/', { attendance_process: process, prescribed_drugs: [] }),
  ]
  for (const write of [note, ...others]) {
    const { status, text } = await write()
    expect([400, 403], text).toContain(status)
  }
  expect((await note()).json()).toMatchObject({ code: 'restricted', patient: id })
  expect((await clinic.db.selectFrom('consultations').select('id').where('patient_id', '=', id).execute()).length).toBe(0)
  expect(await open(night, id)).toBe(403)
  // The till's own bill opens no record either.
  const cashier = await clinic.signedInFrom('Cashier')
  expect((await cashier.call('POST', '/billing/invoices/', { patient: id })).status).toBe(201)
  expect(await open(cashier, id)).toBe(404)
  // A lone doctor at night works the whole visit once the reason is given.
  expect((await breakGlass(night, id)).status).toBe(201)
  const written = await note()
  expect(written.status, written.text).toBe(201)
  expect(await open(night, id)).toBe(200)
  expect((await night.call('POST', address(id, 'emergency-access/end/'), {})).status).toBe(204)
  const again = await night.call('GET', `/patients/consultations/${written.json<{ id: number }>().id}/`)
  expect([await open(night, id), again.status]).toEqual([403, 403])
})

test('a restricted patient is found by name and number, and shown by nothing else', async () => {
  const id = await aRestricted({
    first_name: 'Sirifa',
    second_name: 'Hidden',
    phone: '0722333444',
    residence: 'Secret road',
    date_of_birth: '1971-05-06',
    gender: 'female',
  })
  await clinic.db.insertInto('patient_identifiers').values({ patient_id: id, kind: 'passport', value: 'SX9876543' }).execute()
  await clinic.db.selectFrom('patients').select('id').where('id', '=', id).execute()
  const { unique_id } = await clinic.db.selectFrom('patients').select('unique_id').where('id', '=', id).executeTakeFirstOrThrow()
  const found = async (by: Person, q: string) =>
    (await by.call('GET', `/patient/search/?q=${encodeURIComponent(q)}`)).json<{ id: number }[]>().some((one) => one.id === id)
  for (const q of ['0722333444', '722333444', '+254722333444', '333444', 'SX9876543']) {
    expect([q, await found(officer, q)]).toEqual([q, q !== 'SX9876543' || (await found(officer, q))])
    expect([q, await found(clerk, q)]).toEqual([q, false])
    const rooms = [`/patients/appointments/?q=${encodeURIComponent(q)}&count=true`, `/patients/patients/?q=${encodeURIComponent(q)}`]
    for (const room of rooms) expect((await clerk.call('GET', room)).text).not.toContain('Sirifa')
  }
  for (const q of ['Sirifa', 'hidden sirifa', unique_id]) expect([q, await found(clerk, q)]).toEqual([q, true])
  const [line] = (await clerk.call('GET', '/patient/search/?q=Sirifa')).json<object[]>()
  const hidden = { gender: 'unknown', date_of_birth: null, age: null, phone: null, residence: null, last_visit_at: null }
  expect(line).toMatchObject({ id, unique_id, first_name: 'Sirifa', ...hidden })
  // Lists that are chosen or ordered by what the line does not show are without it.
  for (const query of ['gender=female&limit=100', 'sort=-last_visit&limit=100', 'registered_from=2020-01-01&limit=100'])
    expect([query, await isListed(officer, query), await isListed(clerk, query)]).toEqual([query, true, false])
  expect(await isListed(clerk, 'limit=100')).toBe(true)
  // Nobody tries a telephone number or a date of birth on the form either.
  const tried = await clerk.call('POST', '/patients/duplicates/', { first_name: 'Somebody', second_name: 'Else', phone: '0722333444' })
  expect(tried.text).not.toContain('Sirifa')
})

test('of a restricted patient the desk sees the open visit by number, name and place, and no past visit', async () => {
  const { id } = await aPatient(clinic.db, { first_name: 'Pasta', second_name: 'Hidden', gender: 'female', date_of_birth: '1971-05-06' })
  const start = () => officer.call('POST', '/patients/initiate-attendance-process/', { patient: id, reason: 'Assault', track: 'triage' })
  const past = (await start()).json<{ id: number }>()
  await clinic.db.updateTable('visits').set({ track: 'discharged', closed_at: clinic.clock.now }).where('id', '=', past.id).execute()
  const now = (await start()).json<{ id: number }>()
  await restrict(id)
  const visits = await clerk.call('GET', `/patients/initiate-attendance-process/?patient_id=${id}&count=true`)
  expect(visits.json()).toMatchObject([
    { id: now.id, patient_name: 'Pasta Hidden', track: 'triage', reason: '', gender: 'unknown', age: null },
  ])
  expect(visits.text).not.toMatch(/Assault|1971/)
  for (const path of ['', 'moves/'])
    expect((await clerk.call('GET', `/patients/initiate-attendance-process/${past.id}/${path}`)).status).toBe(404)
  expect((await clerk.call('GET', `/patients/initiate-attendance-process/${now.id}/`)).text).not.toContain('Assault')
})

test('appointments, the waiting list and messages say whom of a restricted patient, and nothing of what for or how to reach them', async () => {
  const { id } = await aPatient(clinic.db, {
    first_name: 'Kalenda',
    second_name: 'Hidden',
    phone: '0733444555',
    date_of_birth: '1971-05-06',
  })
  const item = await anItem(clinic.db, null, { name: 'Assault clinic', category: 'consultation' })
  const booked = await anAppointment(clinic.db, { patient_id: id, reason: 'Assault', item_id: item.id })
  const waits = { patient: id, from_day: '2026-03-03', until_day: '2026-03-30', hours: 'any', priority: 'soon', note: 'After the assault' }
  const waiting = await officer.call('POST', '/patients/appointments/waiting/', waits)
  expect(waiting.status, waiting.text).toBe(201)
  await clinic.db
    .insertInto('messages')
    .values({
      kind: 'reminder',
      channel: 'sms',
      address: '+254733444555',
      language: 'en',
      body: 'Your appointment about the assault',
      once_key: 'kalenda',
      patient_id: id,
      state: 'failed',
      send_after: clinic.clock.now,
      created_at: clinic.clock.now,
    })
    .execute()
  await restrict(id)
  const day = '2026-03-03'
  const lists = [
    `/patients/appointments/?patient__id=${id}`,
    `/patients/appointments/by_patient_id/${id}/`,
    `/patients/appointments/${booked.id}/`,
    `/patients/appointments/calendar/?from=${day}&to=${day}`,
    '/patients/appointments/waiting/?limit=100',
  ]
  const all = await clinic.signedInAs(permissions.filter((permission) => permission !== 'patients.restrict'))
  for (const path of lists) {
    const [shown, whole] = [await all.call('GET', path), await officer.call('GET', path)]
    expect([path, shown.status, whole.status]).toEqual([path, 200, 200])
    expect([path, shown.text.includes('Kalenda'), shown.text]).toEqual([path, true, expect.not.stringMatching(/assault|733444555|1971/i)])
    expect([path, whole.text]).toEqual([path, expect.stringMatching(/assault|733444555/i)])
  }
  for (const asked of ['0733444555', '733444555'])
    expect((await all.call('GET', `/patients/appointments/?q=${asked}`)).text).not.toContain('Kalenda')
  const printed = async ({ token }: Person) => {
    const headers = { authorization: `Bearer ${token}` }
    const { rawPayload } = await clinic.app.inject({ method: 'GET', url: `/patients/appointments/day/?date=${day}`, headers })
    return pdfPages(rawPayload).flat().join('\n')
  }
  expect(await printed(officer)).toMatch(/Kalenda[^]*0733444555[^]*Assault clinic/)
  const list = await printed(all)
  expect([list.includes('Kalenda'), list]).toEqual([true, expect.not.stringMatching(/assault|733444555|\d+ y/i)])
  const [message] = (await officer.call('GET', `/messages/?patient=${id}`)).json<{ id: number }[]>()
  expect((await all.call('GET', '/messages/')).text).not.toContain('Kalenda')
  const again = await all.call('POST', `/messages/${message!.id}/send-again/`, {})
  expect([again.status, again.text]).toEqual([200, expect.not.stringMatching(/assault|733444555/i)])
})
