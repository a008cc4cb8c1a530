import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aPrescription, aTablet } from '../../testing/pharmacy.ts'

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

const sendPaper = async ({ token }: Person) => {
  const form = new FormData()
  const paper = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'
  form.append('public_prescription', new Blob([paper], { type: 'application/pdf' }), 'paper.pdf')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${token}` }
  const payload = Buffer.from(await request.arrayBuffer())
  const reply = await clinic.app.inject({ method: 'POST', url: '/pharmacy/public-prescription-requests/', headers, payload })
  return { status: reply.statusCode, text: reply.body, id: reply.json<{ id: number }>().id }
}

test('what changes what an account sees is heard on its other screens', async () => {
  const [own, desk] = [await clinic.signedInFrom('Patient', 'patient'), await clinic.signedInFrom('System administrator', 'sysadmin')]
  const doctor = await clinic.signedInFrom('Doctor', 'doctor')
  const pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  const { id: patient } = await aPatient(clinic.db, { user_id: own.id, date_of_birth: '1980-05-05' })
  const drug = await aTablet(clinic.db)
  const written = await aPrescription(clinic.db, { desk, doctor }, [{ item: drug.id }], { patient })
  const handedOut = await pharmacist.call('PATCH', `/patients/prescriptions/${written.id}/`, { status: 'dispensed' })
  expect(handedOut.status, handedOut.text).toBe(200)
  const closed = { track: 'complete', closed_at: clinic.clock.now } as const
  await clinic.db.updateTable('visits').set(closed).where('id', '=', written.visit).execute()
  const announced = await desk.call('POST', '/announcement/announcements/', {
    title: 'Notice',
    content: 'Text',
    channel: 1,
    audience: { staff: false, patients: true, groups: [] },
  })
  const { id: announcement } = announced.json<{ id: number }>()

  let paper = 0
  const acts: [string, () => Promise<{ status: number; text: string }>][] = [
    ['a refill', () => own.call('POST', '/portal/refill-requests/', { lines: written.lines })],
    [
      'a prescription',
      async () => {
        const sent = await sendPaper(own)
        paper = sent.id
        return sent
      },
    ],
    ['an answer', () => own.call('POST', `/pharmacy/public-prescription-requests/${paper}/remarks/`, { body: 'Yes' })],
    ['reading', () => own.call('POST', `/portal/announcements/${announcement}/read/`, {})],
    ['deactivating', () => desk.call('DELETE', `/patients/patients/${patient}/?reason=Twice`)],
    ['bringing back', () => desk.call('POST', `/patients/patients/${patient}/reactivate/`, {})],
    ['deactivating as it was called', () => desk.call('POST', '/patient/delete-patient', { id: patient })],
  ]
  const silent: string[] = []
  const mine = JSON.stringify({ topic: 'portal', id: own.id })
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
  expect(silent).toEqual([])
})
