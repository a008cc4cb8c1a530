import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import { translator } from '#platform/pdf/translate.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { aPrescription, aTablet, onShelf, pharmacyOf, type WrittenPrescription } from '../../testing/scenarios/pharmacy.ts'
import { someStock } from '../../testing/scenarios/stock.ts'
import type { Dispense } from './contract.ts'
import { takenAs } from './server/documents/label-texts.ts'

let clinic: TestClinic
let desk: Person
let doctor: Person
let pharmacist: Person
let patient: number
let prescription: WrittenPrescription
let first: Dispense
let item: number
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  patient = (
    await aPatient(clinic.db, { first_name: 'Μαρία', second_name: 'Владимирова', language: 'Kiswahili', date_of_birth: '1980-05-05' })
  ).id
  item = (await aTablet(clinic.db, 0, { name: 'Amoxicillin 500 mg tablet' })).id
  await clinic.db.updateTable('stocked_items').set({ is_controlled: true }).where('item_id', '=', item).execute()
  await onShelf(clinic.db, item, 10, { lot: 'SOON', expires_on: '2026-08-31' })
  await onShelf(clinic.db, item, 100, { lot: 'LATE', expires_on: '2027-12-31' })
  const other = await aTablet(clinic.db, 3, { name: 'Pethidine 50 mg tablet' })
  prescription = await aPrescription(
    clinic.db,
    { desk, doctor },
    [
      { item, quantity: '15', directions: '1 tab tds 5/7 after food' },
      { item: other.id, quantity: '5', directions: '1 tab bd 3/7' },
    ],
    { patient },
  )
  first = await give([
    { line: prescription.lines[0], units: 15 },
    { line: prescription.lines[1], units: 2 },
  ])
})
afterAll(() => clinic.close())

const give = async (lines: object[]) => {
  const { version } = (await pharmacist.call('GET', `/patients/prescriptions/${prescription.id}/`)).json<{ version: number }>()
  const reply = await pharmacist.call('POST', '/pharmacy/dispenses/', { prescription: prescription.id, version, lines })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Dispense>()
}
const print = async (url: string, person = pharmacist) => {
  const reply = await clinic.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${person.token}` } })
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  expect(reply.headers['content-type']).toBe('application/pdf')
  return { pages: pdfPages(reply.rawPayload), pdf: reply.rawPayload.toString('latin1') }
}
const statusOf = async (url: string) => (await pharmacist.call('GET', url)).status
const labels = async (query = '') => print(`/pharmacy/dispenses/${first.id}/labels/${query}`)
const onPage = (page: readonly string[]) => page.join(' ').replaceAll('\u200B', '').replaceAll(/\s+/g, ' ')

const message = (typed: string) => takenAs({ structure: null, typed }, translator('en'))

describe('labels', () => {
  test('say in the language of the patient how it is taken, one to a page of the size that was set', async () => {
    const { pages, pdf } = await labels()
    expect(pages).toHaveLength(2)
    const [label = ''] = pages.map(onPage)
    for (const text of [
      'Amoxicillin 500 mg tablet',
      'vidonge 15',
      'mara 3 kwa siku',
      'Μαρία Владимирова',
      'SOON, LATE',
      '31 Ago 2026',
      first.number,
    ])
      expect(label).toContain(text)
    expect(label).toContain('Iliandikwa na Test doctor')
    expect(label).not.toMatch(/tds|5\/7/)
    // 70 x 40 mm.
    expect(
      /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/
        .exec(pdf)
        ?.slice(1)
        .map((points) => Math.round((Number(points) * 25.4) / 72)),
    ).toEqual([70, 40])
    expect(onPage((await labels('?language=fr')).pages[0]!)).toContain('3 fois par jour')
    const one = (await labels(`?item=${first.items[1]!.id}&language=en`)).pages
    expect(one).toHaveLength(1)
    expect(onPage(one[0]!)).toMatch(/two tablets.*One tablet twice a day for 3 days.*Use by/)
    expect([
      await statusOf('/pharmacy/dispenses/2000000000/labels/'),
      await statusOf(`/pharmacy/dispenses/${first.id}/labels/?item=2000000000`),
    ]).toEqual([404, 404])
  })

  test('hold the longest texts on the smallest paper, each on its page', async () => {
    const { version } = (await pharmacist.call('GET', '/pharmacy/settings/')).json<{ version: number }>()
    const change = { label_width: 40, label_height: 25, label_note: 'N'.repeat(120), version }
    expect((await desk.call('PATCH', '/pharmacy/settings/', change)).status).toBe(200)
    const line = prescription.lines[0]!
    const before = await clinic.db
      .selectFrom('prescribed_drugs')
      .select(['directions', 'structure'])
      .where('id', '=', line)
      .executeTakeFirstOrThrow()
    const words = 'Take with plenty of water and sit up for an hour. '.repeat(6)
    await clinic.db
      .updateTable('patients')
      .set({ first_name: 'W'.repeat(100), second_name: 'Μ'.repeat(100) })
      .where('id', '=', patient)
      .execute()
    await asOwner(clinic.ownerUrl, (owner) =>
      owner.query('update prescribed_drugs set structure = null, directions = $1 where id = $2', [words, line]),
    )
    await clinic.db
      .updateTable('items')
      .set({ name: 'Remedy '.repeat(17) })
      .where('id', '=', item)
      .execute()
    const { pages } = await labels()
    expect(pages).toHaveLength(2)
    // Directions are never cut.
    expect(onPage(pages[0]!).match(/sit up for an hour/g)).toHaveLength(6)
    expect(onPage(pages[0]!)).toContain(first.number)
    await clinic.db.updateTable('patients').set({ first_name: 'Amina', second_name: 'Yusuf' }).where('id', '=', patient).execute()
    await asOwner(clinic.ownerUrl, (owner) =>
      owner.query('update prescribed_drugs set structure = $1, directions = $2 where id = $3', [
        JSON.stringify(before.structure),
        before.directions,
        line,
      ]),
    )
    await clinic.db.updateTable('items').set({ name: 'Amoxicillin 500 mg tablet' }).where('id', '=', item).execute()
  })

  test('never bear an abbreviation of the trade: what cannot be said in words is written by hand', () => {
    expect(message('rub in gently every evening')).toBe('Rub in gently every evening')
    expect(message('1 tab bd')).toBe('One tablet twice a day')
    for (const typed of ['1 tab bd', '2 caps q.d.s. p.c.', 'i tds x7', '1/12 supply od', 'apply b.d. 5/7', '5 ml p.o. tid'])
      expect(message(typed)).not.toMatch(/\b(?:bd|b\.d|q\.d\.s|p\.c|tds|od|tid|p\.o|tab|caps)\b|\d\/7/i)
  })
})

describe('the slip', () => {
  test('says what was handed out, for how much, what came back and what is still owed', async () => {
    const back = await pharmacist.call('POST', `/pharmacy/dispenses/${first.id}/returns/`, {
      reason: 'Rash',
      items: [{ dispense_item: first.items[0]!.id, batch: first.items[0]!.batches[1]!.batch, units: 5 }],
    })
    expect(back.status, back.text).toBe(201)
    const { pages } = await print(`/pharmacy/dispenses/${first.id}/slip/`)
    const text = onPage(pages.flat())
    for (const part of [
      first.number,
      'Amina Yusuf',
      'Amoxicillin 500 mg tablet',
      '15 tablets',
      '100.00',
      '20.00',
      'Total',
      'Patient owes 120.00',
      'Returned',
      'five tablets',
      'Still to dispense',
      'Pethidine 50 mg tablet',
      'three tablets',
    ])
      expect(text).toContain(part)
    const bill = await clinic.db.selectFrom('invoices').select('id').where('patient_id', '=', patient).executeTakeFirstOrThrow()
    const { patient_balance } = (await desk.call('GET', `/billing/invoices/${bill.id}/`)).json<{ patient_balance: string }>()
    const cash = await clinic.db.selectFrom('payment_modes').select('id').where('category', '=', 'cash').executeTakeFirstOrThrow()
    const paid = await desk.call('POST', `/billing/invoices/${bill.id}/payments/`, {
      issue: true,
      payments: [{ payment_mode: cash.id, amount: patient_balance }],
    })
    expect(paid.status, paid.text).toBe(201)
    expect(onPage((await print(`/pharmacy/dispenses/${first.id}/slip/`)).pages.flat())).toContain('Patient owes 0.00')
    const helper = await clinic.signedInAs(['prescriptions.view'])
    expect(onPage((await print(`/pharmacy/dispenses/${first.id}/slip/`, helper)).pages.flat())).not.toContain('100.00')
    expect(await statusOf('/pharmacy/dispenses/2000000000/slip/')).toBe(404)
  })

  test('asks for what is kept once a part was returned on an issued, unpaid bill', async () => {
    const tablet = await aTablet(clinic.db, 10)
    const written = await aPrescription(clinic.db, { desk, doctor }, [{ item: tablet.id, quantity: '10' }])
    const given = await pharmacist.call('POST', '/pharmacy/dispenses/', {
      prescription: written.id,
      version: written.version,
      lines: [{ line: written.lines[0], units: 10 }],
    })
    expect(given.status, given.text).toBe(201)
    const { id, items } = given.json<Dispense>()
    expect((await desk.call('POST', `/billing/invoices/${written.invoice}/issue/`, {})).status).toBe(200)
    const owes = async () => /Patient owes ([\d.]+)/.exec(onPage((await print(`/pharmacy/dispenses/${id}/slip/`)).pages.flat()))?.[1]
    expect(await owes()).toBe('100.00')
    const back = await pharmacist.call('POST', `/pharmacy/dispenses/${id}/returns/`, {
      reason: 'Rash',
      items: [{ dispense_item: items[0]!.id, batch: tablet.batch, units: 4 }],
    })
    expect(back.status, back.text).toBe(201)
    expect(await owes()).toBe('60.00')
  })

  test('of two portions ask together for what the bill owes once a part was credited', async () => {
    const tablet = await aTablet(clinic.db, 10)
    const written = await aPrescription(clinic.db, { desk, doctor }, [{ item: tablet.id, quantity: '10' }])
    expect((await desk.call('POST', `/billing/invoices/${written.invoice}/issue/`, {})).status).toBe(200)
    const slips: number[] = []
    for (const units of [5, 5]) {
      const { version } = (await pharmacist.call('GET', `/pharmacy/prescriptions/${written.id}/`)).json<{ version: number }>()
      const given = await pharmacist.call('POST', '/pharmacy/dispenses/', {
        prescription: written.id,
        version,
        lines: [{ line: written.lines[0], units }],
      })
      expect(given.status, given.text).toBe(201)
      slips.push(given.json<Dispense>().id)
    }
    const charge = await clinic.db.selectFrom('charges').select('id').where('invoice_id', '=', written.invoice).executeTakeFirstOrThrow()
    const half = { reason: 'Half price', items: [{ invoice_item: charge.id, quantity: '5' }] }
    expect((await desk.call('POST', `/billing/invoices/${written.invoice}/credit-notes/`, half)).status).toBe(201)
    const asked: (string | undefined)[] = []
    for (const id of slips)
      asked.push(/Patient owes ([\d.]+)/.exec(onPage((await print(`/pharmacy/dispenses/${id}/slip/`)).pages.flat()))?.[1])
    expect(asked).toEqual(['25.00', '25.00'])
  })
})

describe('the register of controlled drugs', () => {
  interface Entry {
    id: number
    kind: string
    received: number
    issued: number
    balance: number
    lot: string
    document: string
    patient: number | null
    prescriber_name: string | null
  }
  const register = async (query = '') => (await pharmacist.call('GET', `/pharmacy/register/${query}`)).json<Entry[]>()

  test('has every unit that came or went, for whom, and what was left of every state', async () => {
    await onShelf(clinic.db, (await aTablet(clinic.db, 5)).id, 5)
    const store = await pharmacyOf(clinic.db)
    const entries = await register()
    expect(entries.map(({ kind, received, issued, balance, lot }) => [kind, received, issued, balance, lot])).toEqual([
      ['return_patient', 5, 0, 100, 'LATE'],
      ['dispense', 0, 5, 95, 'LATE'],
      ['dispense', 0, 10, 100, 'SOON'],
      ['opening', 100, 0, 110, 'LATE'],
      ['opening', 10, 0, 10, 'SOON'],
    ])
    expect(entries[1]).toMatchObject({ document: first.number, patient, prescriber_name: 'Test doctor' })
    // What is put aside has neither come nor gone; another store has a balance of its own.
    await someStock(clinic.db, {
      item,
      store: (await clinic.db.selectFrom('stores').select('id').where('kind', '=', 'main').executeTakeFirstOrThrow()).id,
      quantity: 7,
    })
    expect((await register('?limit=1'))[0]).toMatchObject({ balance: 7 })
    expect((await register(`?store=${store}&item=${item}&limit=2`)).map(({ balance }) => balance)).toEqual([100, 95])
    const page = await pharmacist.call('GET', `/pharmacy/register/?store=${store}&limit=2&count=true`)
    const next = page.next!
    expect((await pharmacist.call('GET', next.replace(/^https?:\/\/[^/]+/, ''))).json<Entry[]>().map(({ balance }) => balance)).toEqual([
      100, 110,
    ])
    expect(await register('?from=2026-03-02')).toHaveLength(3)
    expect(await register('?to=2026-02-01')).toEqual([])
  })

  test('is printed for one item and store, at most a year', async () => {
    const store = await pharmacyOf(clinic.db)
    const url = (from: string, to: string, more = `item=${item}&store=${store}`) => `/pharmacy/register/pdf/?${more}&from=${from}&to=${to}`
    const text = onPage((await print(url('2026-03-02', '2026-03-31'))).pages.flat())
    for (const part of [
      'Amoxicillin 500 mg tablet',
      'There before 110',
      'Returned by the patient',
      'Amina Yusuf',
      'Test doctor',
      'Together 5 15 100',
    ])
      expect(text).toContain(part)
    expect(onPage((await print(url('2020-01-01', '2020-01-02'))).pages.flat())).toContain('Nothing came or went')
    for (const [bad, field] of [
      [url('2026-03-02', '2026-03-01'), 'to'],
      [url('2025-01-01', '2026-03-01'), 'to'],
      [url('2026-03-01', '2026-03-02', `item=${item}&store=2000000000`), 'store'],
      [url('2026-03-01', '2026-03-02', `item=2000000000&store=${store}`), 'item'],
    ] as const) {
      const reply = await pharmacist.call('GET', bad)
      expect([reply.status, Object.keys(reply.json())]).toEqual([400, [field]])
    }
  })
})

test('the ledger and a recall name what was handed out, and whose it is, to those who may see that', async () => {
  const keeper = await clinic.signedInAs(['stock.view', 'stock.recall'])
  const seer = await clinic.signedInAs(['stock.view', 'prescriptions.view', 'patients.view'])
  const ledger = async (person: Person) => (await person.call('GET', `/inventory/items/${item}/movements/?kind=dispense`)).json<object[]>()
  expect((await ledger(seer))[0]).toMatchObject({
    document: 'dispense',
    number: first.number,
    dispense: first.id,
    patient,
    patient_name: 'Amina Yusuf',
  })
  expect((await ledger(keeper))[0]).toMatchObject({
    document: 'dispense',
    number: first.number,
    dispense: null,
    patient: null,
    patient_name: null,
  })
  const recalled = await keeper.call('POST', '/inventory/recalls/', { item, lot: 'LATE', reason: 'Too weak' })
  expect(recalled.status, recalled.text).toBe(201)
  const out = async (person: Person) =>
    (await person.call('GET', `/inventory/recalls/${recalled.json<{ id: number }>().id}/out/`)).json<object[]>()
  const ownerId = { id: patient, name: 'Amina Yusuf' }
  expect(await out(seer)).toMatchObject([
    { kind: 'return_patient', document: 'patient return', quantity: -5, dispense: first.id, patient: ownerId },
    { kind: 'dispense', document: 'dispense', quantity: 5, returned: 5, dispense: first.id, patient: ownerId },
  ])
  // Whoever sees patients at the desk, or counts the laboratory's shelf, does not know what they take.
  const technician = await clinic.signedInFrom('Laboratory technician', 'labtech')
  for (const person of [keeper, technician])
    expect((await out(person))[1]).toMatchObject({ document: 'dispense', dispense: null, patient: null, customer_name: null })
  // The list to call by: whole telephone numbers, on paper and as a file, for those who may see them.
  await clinic.db.updateTable('patients').set({ phone: '+254 712 345 678' }).where('id', '=', patient).execute()
  const list = (person: Person, accept: string) =>
    person.call('GET', `/inventory/recalls/${recalled.json<{ id: number }>().id}/export/`, undefined, { accept })
  const csv = await list(seer, 'text/csv')
  expect([csv.status, csv.text.split('\r\n')[0]]).toEqual([
    200,
    '\uFEFFDay,Event,Document,Store,Quantity,Returned,Patient,Patient number,Phone',
  ])
  expect(csv.text).toContain('Amina Yusuf')
  expect(csv.text).toContain('+254 712 345 678')
  expect((await list(seer, 'application/pdf')).text.slice(0, 5)).toBe('%PDF-')
  for (const person of [keeper, technician]) expect((await list(person, 'text/csv')).text).not.toMatch(/Amina|254|Telephone/)
  expect((await keeper.call('GET', '/inventory/recalls/2000000000/export/')).status).toBe(404)
  const seen = await clinic.db
    .selectFrom('audit_log')
    .select('entity')
    .where('patient_id', '=', patient)
    .where('actor_id', '=', seer.id)
    .execute()
  expect(new Set(seen.map(({ entity }) => entity))).toEqual(new Set(['stock movements', 'recall']))
  // Of a restricted record the list tells that something went out, and not to whom.
  const restriction = `/patients/patients/${patient}/restriction/`
  expect((await desk.call('POST', restriction, { reason: 'Kept' })).status).toBe(201)
  const reads = () =>
    clinic.db.selectFrom('audit_log').select('id').where('patient_id', '=', patient).where('actor_id', '=', seer.id).execute()
  const before = await reads()
  const shut = await list(seer, 'text/csv')
  expect([shut.status, shut.text]).toEqual([200, expect.stringContaining('Restricted record')])
  expect(shut.text).toContain(first.number)
  expect(shut.text).not.toMatch(/Amina|254 712/)
  expect(await reads()).toEqual(before)
  expect((await list(desk, 'text/csv')).text).toContain('+254 712 345 678')
})

test('the receipt of a counter sale says what was sold, on either paper', async () => {
  const mode = await clinic.db.selectFrom('payment_modes').select('id').where('category', '=', 'cash').executeTakeFirstOrThrow()
  const { id } = await aTablet(clinic.db, 10, { name: 'Cetirizine 10 mg', price: '2.50' })
  const sale = { lines: [{ item: id, quantity: 4 }], total: '10.00', payments: [{ payment_mode: mode.id, amount: '10.00' }] }
  const sold = await pharmacist.call('POST', '/pharmacy/sales/', sale)
  const { dispense, receipt } = sold.json<{ dispense: Dispense; receipt: { id: number } }>()
  const message = new RegExp(`Invoice ${dispense.invoice_number}.*Cetirizine 10 mg.* 4( x)? 2.50.* 10.00.*Received KES 10.00`)
  for (const prescription of ['80mm', 'a4'])
    expect(onPage((await print(`/billing/receipts/${receipt.id}/pdf/?paper=${prescription}`, desk)).pages.flat())).toMatch(message)
})
