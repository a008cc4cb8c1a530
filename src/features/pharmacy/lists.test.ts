import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aPrescription, aTablet, pharmacyOf, type WrittenPrescription } from '../../testing/scenarios/pharmacy.ts'
import { aStore } from '../../testing/scenarios/stock.ts'
import type { Dispense } from './contract.ts'

let clinic: TestClinic
let desk: Person
let doctor: Person
let pharmacist: Person
let prescription: WrittenPrescription
let first: Dispense
let second: Dispense
let sale: Dispense
let tablet: number
let syrup: number
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  tablet = (await aTablet(clinic.db, 100)).id
  syrup = (await aTablet(clinic.db, 100)).id
  const patient = (await aPatient(clinic.db, { first_name: 'Zawadi', second_name: 'Barasa' })).id
  const lines = [
    { item: tablet, quantity: '10' },
    { item: syrup, quantity: '4' },
  ]
  prescription = await aPrescription(clinic.db, { desk, doctor }, lines, { patient })
  first = await give(0, 6)
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 86_400_000)
  // Nobody stays signed in over the night.
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  second = await give(1, 4)
  const { id: cash } = await clinic.db.selectFrom('payment_modes').select('id').where('name', '=', 'Cash').executeTakeFirstOrThrow()
  const sold = await pharmacist.call('POST', '/pharmacy/sales/', {
    customer_name: 'Otieno Walk-in',
    lines: [{ item: tablet, quantity: 2 }],
    total: '20.00',
    payments: [{ payment_mode: cash, amount: '20.00' }],
  })
  expect(sold.status, sold.text).toBe(201)
  sale = sold.json<{ dispense: Dispense }>().dispense
})
afterAll(() => clinic.close())

const give = async (line: number, units: number) => {
  const { version } = (await pharmacist.call('GET', `/patients/prescriptions/${prescription.id}/`)).json<{ version: number }>()
  const body = { prescription: prescription.id, version, lines: [{ line: prescription.lines[line], units }] }
  const reply = await pharmacist.call('POST', '/pharmacy/dispenses/', body)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Dispense>()
}
const ids = async (query = '') => {
  const reply = await pharmacist.call('GET', `/pharmacy/dispenses/${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Dispense[]>().map(({ id }) => id)
}

describe('what went over the counter', () => {
  test('is listed newest first, with its lines and batches, and by everything that is asked', async () => {
    expect(await ids()).toEqual([sale.id, second.id, first.id])
    const [, , oldest] = (await pharmacist.call('GET', '/pharmacy/dispenses/')).json<Dispense[]>()
    expect(oldest).toMatchObject({
      number: first.number,
      kind: 'prescription',
      patient_name: 'Zawadi Barasa',
      items: [{ units: 6, covers: '6.000' }],
    })
    expect(oldest!.items[0]!.batches).toMatchObject([{ units: 6, returned: 0 }])
    expect(await ids('?kind=sale')).toEqual([sale.id])
    expect(await ids(`?prescription_id=${prescription.id}`)).toEqual([second.id, first.id])
    expect(await ids(`?patient_id=${prescription.patient}&item=${syrup}`)).toEqual([second.id])
    expect(await ids(`?item=${tablet}`)).toEqual([sale.id, first.id])
    expect(await ids('?from=2026-03-03')).toEqual([sale.id, second.id])
    expect(await ids('?to=2026-03-02')).toEqual([first.id])
    expect(await ids(`?store=${await pharmacyOf(clinic.db)}`)).toHaveLength(3)
    expect(await ids(`?store=${(await aStore(clinic.db)).id}`)).toEqual([])
    const page = await pharmacist.call('GET', '/pharmacy/dispenses/?limit=2&count=true')
    const next = page.next!
    expect((await pharmacist.call('GET', next.replace(/^https?:\/\/[^/]+/, ''))).json<Dispense[]>().map(({ id }) => id)).toEqual([first.id])
  })

  test('is found by number, bill, visit, name and number of the patient', async () => {
    const visit = await clinic.db.selectFrom('visits').select('track_number').where('id', '=', prescription.visit).executeTakeFirstOrThrow()
    for (const [q, found] of [
      [first.number.toLowerCase(), [first.id]],
      [String(Number(first.number.split('-').at(-1))), [first.id]],
      [sale.invoice_number!, [sale.id]],
      [visit.track_number, [second.id, first.id]],
      ['barasa', [second.id, first.id]],
      [first.patient_number!, [second.id, first.id]],
      ['otieno walk', [sale.id]],
      ['nobody of the kind', []],
    ] as const)
      expect([q, await ids(`?q=${encodeURIComponent(q)}`)]).toEqual([q, found])
  })

  test('is read one by one', async () => {
    const reply = await pharmacist.call('GET', `/pharmacy/dispenses/${first.id}/`)
    expect(reply.json()).toMatchObject({ id: first.id, number: first.number, visit: prescription.visit, patient: prescription.patient })
    expect((await pharmacist.call('GET', '/pharmacy/dispenses/2000000000/')).status).toBe(404)
    const seen = await clinic.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'dispense')
      .where('entity_id', '=', first.id)
      .execute()
    expect(seen.map(({ action }) => action)).toContain('read')
  })
})

test('how the pharmacy works is changed over what was seen, in a store in use', async () => {
  const url = '/pharmacy/settings/'
  const { version, usual_store } = (await pharmacist.call('GET', url)).json<{ version: number; usual_store: number }>()
  expect(usual_store).toBe(await pharmacyOf(clinic.db))
  const change = (body: object, person = desk) => person.call('PATCH', url, body)
  expect((await change({ valid_days: 10 }, doctor)).status).toBe(403)
  const ward = await aStore(clinic.db, { name: 'Night counter' })
  expect((await change({ store: ward.id, valid_days: 10, label_note: ' Keep dry ', version })).json()).toMatchObject({
    store: ward.id,
    usual_store: ward.id,
    usual_store_name: 'Night counter',
    valid_days: 10,
    label_note: 'Keep dry',
    version: version + 1,
  })
  expect((await change({ valid_days: 11, version })).status).toBe(412)
  const closed = await aStore(clinic.db, { is_active: false })
  for (const [body, field] of [
    [{ store: closed.id }, 'store'],
    [{ store: 2_000_000_000 }, 'store'],
    [{ valid_days: 0 }, 'valid_days'],
    [{ label_width: 39 }, 'label_width'],
    [{ label_note: 'x'.repeat(121) }, 'label_note'],
  ] as const) {
    const reply = await change(body)
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, [field]])
  }
  expect((await change({})).status).toBe(400)
  expect((await change({ store: null })).json()).toMatchObject({ store: null, usual_store })
})
