import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { aPrescription, aTablet, onShelf, pharmacyOf, type WrittenPrescription } from '../../testing/scenarios/pharmacy.ts'
import { aStore } from '../../testing/scenarios/stock.ts'
import type { QueueEntry } from './contract-counter.ts'

const QUEUE = '/pharmacy/queue/'
const DAY_MS = 86_400_000
let clinic: TestClinic
let desk: Person
let doctor: Person
let pharmacist: Person
let full: WrittenPrescription
let part: WrittenPrescription
let short: WrittenPrescription
let old: WrittenPrescription
let plenty: number
let scarce: number
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  plenty = (await aTablet(clinic.db, 1000)).id
  scarce = (await aTablet(clinic.db, 4)).id
  const people = { desk, doctor }
  const { now } = clinic.clock
  clinic.clock.now = new Date(now.getTime() - 8 * DAY_MS)
  old = await aPrescription(clinic.db, people, [{ item: plenty, quantity: '3' }])
  clinic.clock.now = new Date(now.getTime() - 3 * 60_000)
  const named = await aPatient(clinic.db, { first_name: 'Zawadi', second_name: 'Barasa', date_of_birth: '1990-01-01' })
  full = await aPrescription(clinic.db, people, [{ item: plenty, quantity: '15' }], { patient: named.id })
  clinic.clock.now = new Date(now.getTime() - 2 * 60_000)
  part = await aPrescription(clinic.db, people, [{ item: plenty, quantity: '10' }])
  clinic.clock.now = new Date(now.getTime() - 60_000)
  short = await aPrescription(clinic.db, people, [
    { item: plenty, quantity: '2' },
    { item: scarce, quantity: '5' },
  ])
  clinic.clock.now = now
  await give(part, part.lines[0]!, 4)
})
afterAll(() => clinic.close())

const give = async (prescription: WrittenPrescription, line: number, units: number) => {
  const { version } = (await pharmacist.call('GET', `/patients/prescriptions/${prescription.id}/`)).json<{ version: number }>()
  const reply = await pharmacist.call('POST', '/pharmacy/dispenses/', { prescription: prescription.id, version, lines: [{ line, units }] })
  expect(reply.status, reply.text).toBe(201)
}
const ask = async (query = '') => {
  const reply = await pharmacist.call('GET', `${QUEUE}${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<QueueEntry[]>()
}
const idsOf = async (query = '') => (await ask(query)).map(({ id }) => id)

const counts = async (query = '') => (await pharmacist.call('GET', `/pharmacy/counts/${query}`)).json<Record<string, number | string>>()

describe('the queue', () => {
  test('holds what is open, who waits longest first, with what is left of each line', async () => {
    const rows = await ask()
    expect(rows.map(({ id }) => id)).toEqual([full.id, part.id, short.id])
    expect(rows[0]).toMatchObject({
      patient_name: 'Zawadi Barasa',
      age: 36,
      gender: 'female',
      prescribed_by_name: 'Test doctor',
      status: 'pending',
      is_unpaid: true,
      is_here: false,
      lines: [{ item: plenty, unit: 'tablet', left: '15', is_short: false, is_against_warning: false }],
    })
    expect(rows[1]).toMatchObject({ status: 'partially dispensed', lines: [{ left: '6' }] })
    expect(rows[2]!.lines.map(({ is_short }) => is_short)).toEqual([false, true])
  })

  test('is asked by what it waits for, page by page', async () => {
    expect(await idsOf('?state=part')).toEqual([part.id])
    expect(await idsOf('?state=short')).toEqual([short.id])
    expect(await idsOf('?state=waiting')).toEqual([full.id, part.id])
    expect(await idsOf('?state=payment')).toEqual([full.id, part.id, short.id])
    expect((await pharmacist.call('GET', `${QUEUE}?state=lost`)).status).toBe(400)
    const first = await pharmacist.call('GET', `${QUEUE}?limit=2&count=true`)
    expect(first.headers['x-total-count'] ?? first.headers['total-count']).toBe('3')
    const next = first.next!
    expect((await pharmacist.call('GET', next.replace(/^https?:\/\/[^/]+/, ''))).json<QueueEntry[]>().map(({ id }) => id)).toEqual([
      short.id,
    ])
    for (const cursor of ['x', Buffer.from('["never",1]').toString('base64url')])
      expect((await pharmacist.call('GET', `${QUEUE}?cursor=${cursor}`)).status).toBe(400)
  })

  test('takes the shelf of the store that is named', async () => {
    const ward = await aStore(clinic.db)
    expect(await idsOf(`?state=short&store=${ward.id}`)).toEqual([full.id, part.id, short.id])
    expect((await pharmacist.call('GET', `${QUEUE}?store=2000000000`)).json()).toHaveProperty('store')
    await onShelf(clinic.db, scarce, 1)
    expect(await idsOf('?state=short')).toEqual([])
  })

  test('finds by name, number, visit and what is scanned, the older ones too', async () => {
    expect(await idsOf('?q=barasa')).toEqual([full.id])
    const [row] = await ask(`?q=RX${old.id}`)
    expect(row).toMatchObject({ id: old.id, patient: old.patient })
    expect(await idsOf(`?q=%20rx${old.id}`)).toEqual([old.id])
    expect(await idsOf(`?q=${row!.track_number.toLowerCase()}`)).toEqual([old.id])
    expect(await idsOf(`?q=${row!.patient_number}`)).toEqual([old.id])
    expect(await idsOf('?q=RX999999999')).toEqual([])
    expect(await idsOf('?q=RX99999999999999')).toEqual([])
    const prescription = await clinic.app.inject({
      method: 'GET',
      url: `/patients/download_prescription_pdf/${old.id}/`,
      headers: { authorization: `Bearer ${pharmacist.token}` },
    })
    expect(pdfPages(prescription.rawPayload).flat()).toContain(`RX${old.id}`)
  })

  test('says who is at the pharmacy, and forgets what was handed out, refused or cancelled', async () => {
    await clinic.db.updateTable('visits').set({ track: 'pharmacy' }).where('id', '=', full.visit).execute()
    expect((await ask())[0]).toMatchObject({ id: full.id, is_here: true })
    const other = await aPrescription(clinic.db, { desk, doctor }, [{ item: plenty, quantity: '1' }])
    expect(await idsOf()).toContain(other.id)
    await give(other, other.lines[0]!, 1)
    expect(await idsOf()).not.toContain(other.id)
  })
})

describe('the figures', () => {
  test('count the queue, the shelf and the day', async () => {
    await onShelf(clinic.db, plenty, 5, { lot: 'SOON', expires_on: '2026-03-20' })
    await clinic.db
      .updateTable('stock_levels')
      .set({ reorder_level: 5000 })
      .where('item_id', '=', plenty)
      .where('store_id', '=', await pharmacyOf(clinic.db))
      .execute()
    expect(await counts()).toMatchObject({
      store: await pharmacyOf(clinic.db),
      all: 3,
      waiting: 3,
      part: 1,
      payment: 3,
      short: 0,
      requests: 0,
      low: 1,
      out: 0,
      expiring: 1,
      dispensed_today: 2,
      sales_today: 0,
    })
    expect((await pharmacist.call('GET', '/pharmacy/counts/?store=2000000000')).status).toBe(400)
  })

  test('with money first, who has not paid does not wait for the pharmacy', async () => {
    const { version } = (await pharmacist.call('GET', '/pharmacy/settings/')).json<{ version: number }>()
    expect((await desk.call('PATCH', '/pharmacy/settings/', { pay_first: true, version })).status).toBe(200)
    expect(await counts()).toMatchObject({ all: 3, waiting: 0, payment: 3 })
    expect(await idsOf('?state=waiting')).toEqual([])
    expect((await desk.call('POST', `/billing/invoices/${full.invoice}/issue/`, {})).status).toBe(200)
    const { id: cash } = await clinic.db.selectFrom('payment_modes').select('id').where('name', '=', 'Cash').executeTakeFirstOrThrow()
    const paid = await desk.call('POST', `/billing/invoices/${full.invoice}/payments/`, {
      payments: [{ payment_mode: cash, amount: '150.00' }],
    })
    expect(paid.status, paid.text).toBe(201)
    expect(await idsOf('?state=waiting')).toEqual([full.id])
    expect((await ask())[0]).toMatchObject({ id: full.id, is_unpaid: false })
  })
})
