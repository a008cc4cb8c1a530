import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissions } from '#shared/permissions.ts'
import { aBill } from '../../testing/scenarios/bills.ts'
import { anAppointment, anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLabPanel, aLabProfile } from '../../testing/scenarios/laboratory.ts'
import { aPrescription, aTablet } from '../../testing/scenarios/pharmacy.ts'

let clinic: TestClinic
let ear: Client
let news: string[] = []
beforeAll(async () => {
  clinic = await openTestClinic()
  ear = new Client({ connectionString: clinic.ownerUrl })
  ear.on('notification', ({ payload = '[]' }) => news.push(...(JSON.parse(payload) as object[]).map((one) => JSON.stringify(one))))
  await ear.connect()
  await ear.query('listen kliniki_news')
})
afterAll(async () => {
  await ear.end()
  await clinic.close()
})

const sendPrescription = async ({ token }: Person) => {
  const form = new FormData()
  const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'
  form.append('public_prescription', new Blob([pdf], { type: 'application/pdf' }), 'paper.pdf')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${token}` }
  const payload = Buffer.from(await request.arrayBuffer())
  const reply = await clinic.app.inject({ method: 'POST', url: '/pharmacy/public-prescription-requests/', headers, payload })
  return { status: reply.statusCode, text: reply.body, id: reply.json<{ id: number }>().id }
}

type Act = [string, () => Promise<{ status: number; text: string }>]

/** Which of these, done in turn, the screens of `account` did not hear of. */
const silentOf = async (acts: readonly Act[], account: number) => {
  const silent: string[] = []
  const mine = JSON.stringify({ topic: 'portal', id: account })
  for (const [what, act] of acts) {
    // News of what came before is heard by then.
    await ear.query('select pg_sleep(0.05)')
    news = []
    const reply = await act()
    expect([200, 201, 204], `${what}: ${reply.text}`).toContain(reply.status)
    await expect
      .poll(() => news.includes(mine), { timeout: 500, interval: 10 })
      .toBe(true)
      .catch(() => silent.push(what))
  }
  return silent
}

test('what changes what an account sees is heard on its other screens', async () => {
  const [own, desk] = [await clinic.signedInFrom('Patient', 'patient'), await clinic.signedInFrom('System administrator', 'sysadmin')]
  const doctor = await clinic.signedInFrom('Doctor', 'doctor')
  const pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  const { id: patient } = await aPatient(clinic.db, { user_id: own.id, date_of_birth: '1980-05-05' })
  const drug = await aTablet(clinic.db)
  const written = await aPrescription(clinic.db, { desk, doctor }, [{ item: drug.id }], { patient })
  const dispensing = await pharmacist.call('PATCH', `/patients/prescriptions/${written.id}/`, { status: 'dispensed' })
  expect(dispensing.status, dispensing.text).toBe(200)
  const closed = { track: 'complete', closed_at: clinic.clock.now } as const
  await clinic.db.updateTable('visits').set(closed).where('id', '=', written.visit).execute()
  const announced = await desk.call('POST', '/announcement/announcements/', {
    title: 'Notice',
    content: 'Text',
    channel: 1,
    audience: { staff: false, patients: true, groups: [] },
  })
  const { id: announcement } = announced.json<{ id: number }>()

  let [sentRequest, document] = [0, 0]
  const acts: Act[] = [
    ['a refill', () => own.call('POST', '/portal/refill-requests/', { lines: written.lines })],
    [
      'a prescription',
      async () => {
        const sent = await sendPrescription(own)
        sentRequest = sent.id
        return sent
      },
    ],
    ['an answer', () => own.call('POST', `/pharmacy/public-prescription-requests/${sentRequest}/remarks/`, { body: 'Yes' })],
    ['reading', () => own.call('POST', `/portal/announcements/${announcement}/read/`, {})],
    [
      'a document',
      async () => {
        const reply = await own.call('POST', '/patients/medical-records/', { title: 'Letter', note: 'From elsewhere' })
        document = reply.json<{ id: number }>().id
        return reply
      },
    ],
    ['a look at it', () => doctor.call('PATCH', `/patients/medical-records/${document}/`, { verified: true, version: 1 })],
    ['taking it out', () => desk.call('POST', `/patients/medical-records/${document}/withdraw/`, { reason: 'Wrong', version: 2 })],
    ['deactivating', () => desk.call('DELETE', `/patients/patients/${patient}/?reason=Twice`)],
    ['bringing back', () => desk.call('POST', `/patients/patients/${patient}/reactivate/`, {})],
    ['deactivating as it was called', () => desk.call('POST', '/patient/delete-patient', { id: patient })],
  ]
  expect(await silentOf(acts, own.id)).toEqual([])
})

test('what staff does in somebody’s record is heard on that patient’s screens, and what they only read is not', async () => {
  const { db } = clinic
  const [own, staff] = [await clinic.signedInFrom('Patient', 'patient'), await clinic.signedInAs(permissions, 'sysadmin')]
  const { id: patient } = await aPatient(db, { user_id: own.id, date_of_birth: '1980-05-05' })
  const drugs = [await aTablet(db), await aTablet(db), await aTablet(db)]
  const [first, second, third] = drugs.map(({ id }) => id)
  const panel = await aLabPanel(db, { item_id: (await anItem(db)).id })
  const profile = await aLabProfile(db, [panel])
  const at = clinic.clock.now
  const wish = { patient_id: patient, profile_id: profile.id, appointment_date: '2026-03-05T06:00:00Z', date_created: at, date_changed: at }
  const { id: lab } = await db.insertInto('public_lab_requests').values(wish).returning('id').executeTakeFirstOrThrow()
  const mode = await db.selectFrom('payment_modes').select('id').where('category', '=', 'cash').executeTakeFirstOrThrow()
  const paying = (amount: string) => ({ payments: [{ payment_mode: mode.id, amount }] })
  const bill = await aBill(db, { patientId: patient, lines: [{ price: '500' }] })
  const draft = await aBill(db, { patientId: patient, isDraft: true })
  const appointment = await anAppointment(db, { patient_id: patient, status: 'confirmed', appointment_date_time: at })
  const medicines = `/patients/patients/${patient}/medicines/`
  const directions = '1 tab tds 5/7'
  const made: Record<string, { id: number; version: number } & Record<string, unknown>> = {}
  const post = (name: string, path: () => string, body: () => object) => async () => {
    const reply = await staff.call('POST', path(), body())
    made[name] = reply.json()
    return reply
  }
  const patch = (path: () => string, body: () => object) => () => staff.call('PATCH', path(), body())
  const lines = async () => {
    const { rows } = await sql<{ id: number; item_id: number }>`
      select id, item_id from prescribed_drugs where patient_id = ${patient} and cancelled_at is null`.execute(db)
    return new Map(rows.map(({ id, item_id }) => [item_id, id]))
  }
  let line = new Map<number, number>()
  const dispensed = () => (made['dispense']!['items'] as { id: number }[])[0]!.id
  const acts: Act[] = [
    [
      'a booking',
      post(
        'booked',
        () => '/patients/appointments/',
        () => ({ patient, appointment_date_time: '2026-03-04T06:00:00Z', reason: 'Cough' }),
      ),
    ],
    [
      'its move',
      patch(
        () => `/patients/appointments/${made['booked']!.id}/`,
        () => ({ version: 1, status: 'confirmed' }),
      ),
    ],
    [
      'a check-in',
      post(
        'arrived',
        () => `/patients/appointments/${appointment.id}/check-in/`,
        () => ({}),
      ),
    ],
    [
      'a wish that is requested',
      post(
        'request',
        () => `/lab/public-lab-test-request/${lab}/request/`,
        () => ({}),
      ),
    ],
    [
      'a medicine',
      post(
        'medicine',
        () => medicines,
        () => ({ name: 'Aspirin' }),
      ),
    ],
    [
      'its end',
      patch(
        () => `${medicines}${made['medicine']!.id}/`,
        () => ({ stopped_on: '2026-03-02', stop_reason: 'Bleeding', version: 1 }),
      ),
    ],
    [
      'a prescription',
      post(
        'paper',
        () => '/patients/prescriptions/',
        () => ({
          attendance_process: (made['arrived']!['visit'] as { id: number }).id,
          prescribed_drugs: [first, second, third].map((item) => ({ item, directions })),
        }),
      ),
    ],
    [
      'what is handed out',
      async () => {
        line = await lines()
        const version = made['paper']!.version
        const lineOf = { line: line.get(first!), units: 2 }
        return post(
          'dispense',
          () => '/pharmacy/dispenses/',
          () => ({ prescription: made['paper']!.id, version, lines: [lineOf] }),
        )()
      },
    ],
    [
      'what comes back',
      post(
        'return',
        () => `/pharmacy/dispenses/${made['dispense']!.id}/returns/`,
        () => ({
          reason: 'Damaged',
          items: [{ dispense_item: dispensed(), units: 1 }],
        }),
      ),
    ],
    [
      'a refusal',
      post(
        'refused',
        () => `/pharmacy/lines/${line.get(second!)}/refuse/`,
        () => ({ reason: 'Not wanted' }),
      ),
    ],
    [
      'its end',
      post(
        'reopened',
        () => `/pharmacy/lines/${line.get(second!)}/reopen/`,
        () => ({}),
      ),
    ],
    [
      'a line that is stopped',
      patch(
        () => `/patients/prescribed-drugs/${line.get(third!)}/`,
        () => ({ cancelled: true, reason: 'Rash' }),
      ),
    ],
    [
      'a payment',
      post(
        'paid',
        () => `/billing/invoices/${bill.id}/payments/`,
        () => paying('500'),
      ),
    ],
    [
      'a credit note',
      post(
        'note',
        () => `/billing/invoices/${bill.id}/credit-notes/`,
        () => ({ reason: 'Not done' }),
      ),
    ],
    [
      'a refund',
      post(
        'refund',
        () => `/billing/credit-notes/${made['note']!.id}/refunds/`,
        () => paying('500'),
      ),
    ],
    [
      'a bill',
      post(
        'issued',
        () => `/billing/invoices/${draft.id}/issue/`,
        () => ({}),
      ),
    ],
    [
      'a move',
      patch(
        () => `/patients/initiate-attendance-process/${(made['arrived']!['visit'] as { id: number }).id}/`,
        () => ({ track: 'complete' }),
      ),
    ],
  ]
  expect(await silentOf(acts, own.id)).toEqual([])
  news = []
  for (const path of [medicines, `/billing/invoices/${bill.id}/`, `/patients/appointments/${appointment.id}/`])
    expect((await staff.call('GET', path)).status).toBe(200)
  await aPatient(db).then(({ id }) => staff.call('POST', `/patients/patients/${id}/medicines/`, { name: 'Aspirin' }))
  await ear.query('select pg_sleep(0.05)')
  expect(news.filter((one) => one.includes('"portal"'))).toEqual([])
})
