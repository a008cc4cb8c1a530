import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anInsurer, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { aCounter, levelOf, SALES, type CheckedSale, type Counter, type Sold } from '../../testing/scenarios/sales.ts'
import { aPack, aStore, someStock } from '../../testing/scenarios/stock.ts'

let clinic: TestClinic
let counter: Counter
beforeAll(async () => {
  clinic = await openTestClinic()
  counter = await aCounter(clinic)
})
afterAll(() => clinic.close())

const insured = async (insurer: number) => {
  const patient = await aPatient(clinic.db, { date_of_birth: '1980-05-05' })
  await clinic.db.insertInto('patient_insurances').values({ patient_id: patient.id, insurance_company_id: insurer }).execute()
  return patient.id
}
const pay = (amount: string, more: object = {}) => [{ payment_mode: counter.cash, amount, ...more }]
const billOf = (id: number) => clinic.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const many = async (table: 'dispenses' | 'invoices' | 'receipts' | 'stock_entries') =>
  (await clinic.db.selectFrom(table).select('id').execute()).length
const drug = (name: string, unit = 'tablet') => counter.goods('5.00', 100, { category: 'drug', name, unit })
/** Nothing of a refused sale stays. */
const counts = async () => [await many('dispenses'), await many('invoices'), await many('receipts'), await many('stock_entries')]

describe('a sale', () => {
  test('is stock, bill and payment at once, first expiry first out, in packs or units', async () => {
    const { store, sell, check, goods } = counter
    const { id: item, batch: late } = await goods('2.50', 20)
    const early = await someStock(clinic.db, { item, store, quantity: 7, lot: 'EARLY', expires_on: '2026-09-01' })
    const pack = await aPack(clinic.db, item, 10)
    const lines = [{ item, quantity: 1, pack: pack.id, directions: 'as needed' }]
    const checked = (await check({ lines })).json<CheckedSale>()
    expect(checked).toMatchObject({
      total: '25.00',
      warnings: [],
      lines: [{ units: 10, missing: 0, on_hand: 27, unit_price: '2.50', total_price: '25.00', is_controlled: false }],
    })
    const picked = [
      { batch: early, units: 7, lot: 'EARLY' },
      { batch: late, units: 3 },
    ]
    expect(checked.lines[0]!.batches).toMatchObject(picked)
    const reply = await sell({ lines, total: checked.total, payments: pay('25.00', { tendered: '40.00' }), note: 'Regular customer' })
    expect(reply.status, reply.text).toBe(201)
    const { dispense, receipt } = reply.json<Sold>()
    expect(dispense).toMatchObject({
      kind: 'sale',
      patient: null,
      customer_name: 'Counter sale',
      store,
      note: 'Regular customer',
      items: [{ line: null, item, units: 10, covers: null, batches: picked }],
    })
    expect(dispense.number).toMatch(/^D-/)
    const bill = await billOf(dispense.invoice!)
    expect(bill).toMatchObject({ number: dispense.invoice_number, total: '25.00', patient_balance: '0.00', customer_name: 'Counter sale' })
    expect(receipt).toMatchObject({
      total: '25.00',
      change: '15.00',
      payer_name: 'Counter sale',
      counter: 'pharmacy',
      invoices: [{ number: bill.number }],
    })
    expect(receipt!.number).toMatch(/^R/)
    expect(await levelOf(clinic, store, item)).toMatchObject({ usable: 17, quarantined: 0 })
    const moved = await clinic.db
      .selectFrom('stock_movements')
      .innerJoin('stock_entries', 'stock_entries.id', 'stock_movements.entry_id')
      .select(['stock_movements.kind', 'stock_movements.quantity', 'stock_entries.number'])
      .where('stock_entries.dispense_id', '=', dispense.id)
      .orderBy('stock_movements.id')
      .execute()
    expect(moved).toEqual([
      { kind: 'otc', quantity: -7, number: dispense.number },
      { kind: 'otc', quantity: -3, number: dispense.number },
    ])
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select(['change'])
      .where('action', '=', 'sell')
      .where('entity_id', '=', dispense.id)
      .executeTakeFirstOrThrow()
    expect(trail.change).toMatchObject({ number: dispense.number, invoice_number: bill.number, items: [{ item, units: 10 }] })
  })

  test('asks a patient for their part only, and the insurer for the rest', async () => {
    const { sold, sell, check, goods, mobile } = counter
    const { id: item } = await goods('100.00', 10)
    const insurer = await anInsurer(clinic.db, { [item]: '80.00' }, { percent: '12.5' })
    const patient = await insured(insurer.id)
    const lines = [{ item, quantity: 2 }]
    expect((await check({ lines, patient })).json()).toMatchObject({ total: '20.00', insurer_total: '140.00' })
    const { dispense, receipt } = await sold(lines, { patient })
    expect(receipt).toMatchObject({ total: '20.00', patient })
    expect(await billOf(dispense.invoice!)).toMatchObject({
      patient_id: patient,
      total: '160.00',
      insurer_total: '140.00',
      patient_balance: '0.00',
      insurer_balance: '140.00',
    })
    const byInsurer = await clinic.db
      .selectFrom('payment_modes')
      .select('id')
      .where('insurance_company_id', '=', insurer.id)
      .executeTakeFirstOrThrow()
    const refused = await sell({
      patient,
      lines,
      total: '20.00',
      payments: [{ payment_mode: byInsurer.id, amount: '20.00', reference: 'AUTH' }],
    })
    expect(refused.json()).toHaveProperty(['payments.0.payment_mode'])

    const free = await anInsurer(clinic.db, { [item]: '80.00' })
    const nothing = await sold(lines, { patient: await insured(free.id) })
    expect(nothing.receipt).toBeNull()
    expect(await billOf(nothing.dispense.invoice!)).toMatchObject({
      number: nothing.dispense.invoice_number,
      patient_total: '0.00',
      insurer_total: '160.00',
    })

    const twice = [
      { payment_mode: counter.cash, amount: '150.00' },
      { payment_mode: mobile, amount: '50.00', reference: 'QK1' },
    ]
    const split = await sell({ lines, customer_name: 'Mama Njeri', total: '200.00', payments: twice })
    expect(split.json<Sold>()).toMatchObject({
      dispense: { customer_name: 'Mama Njeri' },
      receipt: { total: '200.00', payer_name: 'Mama Njeri' },
    })
  })

  test('is rounded as bills are', async () => {
    const { sold, goods } = counter
    const { id: item } = await goods('33.33', 10)
    await clinic.db.updateTable('billing_settings').set({ rounding_step: '5.00' }).execute()
    const { dispense, receipt } = await sold([{ item, quantity: 2 }])
    await clinic.db.updateTable('billing_settings').set({ rounding_step: '0.01' }).execute()
    expect(receipt!.total).toBe('65.00')
    expect(await billOf(dispense.invoice!)).toMatchObject({ total: '65.00', rounding: '-1.66', patient_balance: '0.00' })
  })

  test('hands out without stock what is not kept in stock', async () => {
    const { sold, check, goods } = counter
    const { id: item } = await goods('5.00', 0)
    await clinic.db.updateTable('stocked_items').set({ is_active: false }).where('item_id', '=', item).execute()
    const lines = [{ item, quantity: 3 }]
    expect((await check({ lines })).json<CheckedSale>().lines[0]).toMatchObject({ on_hand: null, missing: 0, batches: [] })
    expect((await sold(lines)).dispense.items).toMatchObject([{ units: 3, batches: [] }])
  })

  test('is made once when it is sent twice', async () => {
    const { sell, goods, store } = counter
    const { id: item } = await goods('1.00', 10)
    const body = { lines: [{ item, quantity: 4 }], total: '4.00', payments: pay('4.00') }
    const replies = await Promise.all([1, 2, 3].map(() => sell(body, counter.seller, { 'idempotency-key': 'sold-once' })))
    const again = await sell(body, counter.seller, { 'idempotency-key': 'sold-once' })
    expect(again.status).toBe(201)
    expect(new Set([...replies, again].filter(({ status }) => status === 201).map((reply) => reply.json<Sold>().dispense.id)).size).toBe(1)
    expect(await levelOf(clinic, store, item)).toMatchObject({ usable: 6 })
  })
})

describe('the safety check', () => {
  test('holds lines against each other, against the record, and against what was handed out', async () => {
    const { sell, sold, check } = counter
    const ibuprofen = await drug('Ibuprofen 400 mg tablet')
    const warfarin = await drug('Warfarin 5 mg tablet')
    const amoxicillin = await drug('Amoxicillin 500 mg capsule', 'capsule')
    const both = [ibuprofen, warfarin].map(({ id }) => ({ item: id, quantity: 2, directions: '1 tab od' }))
    const before = await counts()
    const refused = await sell({ lines: both, total: '20.00', payments: pay('20.00') })
    expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, 'unsafe'])
    expect(await counts()).toEqual(before)
    const stops = refused.json<CheckedSale>().warnings.filter(({ severity }) => severity === 'stop')
    expect(stops.map(({ kind }) => kind)).toEqual(['interaction'])
    const overrides = stops.map(({ key }) => ({ key, reason: 'The doctor knows' }))
    const { dispense } = await sold(both, { overrides })
    expect(dispense.items[0]!.words).not.toBe('')
    const kept = await clinic.db
      .selectFrom('safety_overrides')
      .select(['stage', 'reason', 'prescribed_drug_id', 'dispense_item_id'])
      .where('warning_key', '=', stops[0]!.key)
      .execute()
    expect(kept).toEqual([
      { stage: 'dispensing', reason: 'The doctor knows', prescribed_drug_id: null, dispense_item_id: expect.any(Number) },
    ])

    const { id: patient } = await aPatient(clinic.db, { date_of_birth: '1980-05-05' })
    const admin = await clinic.signedInFrom('System administrator', 'sysadmin')
    const allergy = { substance: 'Penicillin', category: 'drug', severity: 'severe', reaction: 'Swelling' }
    expect((await admin.call('POST', `/patients/patients/${patient}/allergies/`, allergy)).status).toBe(201)
    const lines = [{ item: amoxicillin.id, quantity: 3 }]
    const kinds = async (who: object) =>
      (await check({ lines, ...who })).json<CheckedSale>().warnings.flatMap(({ severity, kind }) => (severity === 'stop' ? [kind] : []))
    expect(await kinds({})).toEqual([])
    expect(await kinds({ patient })).toEqual(['allergy'])
    const again = [{ item: ibuprofen.id, quantity: 2 }]
    await sold(again, { patient })
    const twice = await sell({ patient, lines: again, total: '10.00', payments: pay('10.00') })
    expect(twice.json<CheckedSale>().warnings).toContainEqual(expect.objectContaining({ kind: 'handed out', severity: 'stop' }))
    expect(twice.status).toBe(409)
  })

  test('a controlled drug is sold to a patient on file only', async () => {
    const { sell, sold, check } = counter
    const { id: item } = await drug('Diazepam 5 mg tablet')
    await clinic.db.updateTable('stocked_items').set({ is_controlled: true }).where('item_id', '=', item).execute()
    const lines = [{ item, quantity: 1 }]
    expect((await check({ lines })).json<CheckedSale>().lines[0]).toMatchObject({ is_controlled: true })
    const refused = await sell({ lines, customer_name: 'Otieno', total: '5.00', payments: pay('5.00') })
    expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, 'controlled'])
    const { id: patient } = await aPatient(clinic.db, { date_of_birth: '1980-05-05' })
    expect((await sold(lines, { patient })).dispense.patient).toBe(patient)
  })
})

describe('is refused', () => {
  test('and nothing stays, for what names nothing or does not add up', async () => {
    const { sell, goods, check, store } = counter
    const { id: item, batch } = await goods('10.00', 20)
    const other = await goods('10.00', 5)
    const early = await someStock(clinic.db, { item, store, quantity: 5, lot: 'FIRST', expires_on: '2026-08-01' })
    const expired = await someStock(clinic.db, { item, store, quantity: 5, lot: 'OLD', expires_on: '2026-01-01' })
    await clinic.db
      .insertInto('barcodes')
      .values([
        { code: 'THIS-ONE', item_id: item },
        { code: 'ANOTHER', item_id: other.id },
        { code: '06001234000105', item_id: item },
      ])
      .execute()
    const keeper = await clinic.signedInAs(['stock.recall'])
    expect((await keeper.call('POST', '/inventory/recalls/', { item, lot: 'B7', reason: 'Too weak' })).status).toBe(201)
    const gone = await aPatient(clinic.db, { deactivated_at: new Date('2026-01-01T00:00:00Z') })
    const retired = await goods('1.00', 5, { is_active: false })
    const shut = await aStore(clinic.db, { kind: 'pharmacy', is_active: false })
    const line = { item, quantity: 2 }
    const good = { lines: [line], total: '20.00', payments: pay('20.00') }
    const before = await counts()
    const cases: [change: object, status: number, message: string][] = [
      [{ lines: [] }, 400, 'lines'],
      [{ lines: [{ ...line, quantity: 0 }] }, 400, 'lines.0.quantity'],
      [{ lines: [{ ...line, quantity: 1.5 }] }, 400, 'lines.0.quantity'],
      [{ lines: [{ ...line, item: 999_999 }] }, 400, 'lines.0.item'],
      [{ lines: [{ ...line, item: retired.id }] }, 400, 'lines.0.item'],
      [{ lines: [line, line] }, 400, 'lines.1.item'],
      [{ lines: [{ ...line, pack: 999_999 }] }, 400, 'lines.0.pack'],
      [{ lines: [{ ...line, scanned: 'ANOTHER' }] }, 400, 'lines.0.scanned'],
      [{ lines: [{ ...line, scanned: 'NOBODY KNOWS' }] }, 400, 'lines.0.scanned'],
      [{ lines: [{ ...line, scanned: '(01)06001234000105(17)260301' }] }, 400, 'This batch has expired.'],
      [{ lines: [{ ...line, scanned: '(01)06001234000105(10)b7' }] }, 400, 'This lot is recalled.'],
      [{ lines: [{ ...line, batches: [{ batch, units: 1 }] }] }, 400, 'lines.0.batches'],
      [{ lines: [{ ...line, batches: [{ batch, units: 2 }] }] }, 400, 'lines.0.batch_reason'],
      [{ lines: [{ ...line, batches: [{ batch: other.batch, units: 2 }], batch_reason: 'Open' }] }, 400, 'lines.0.batches.0.batch'],
      [{ lines: [{ ...line, batches: [{ batch: expired, units: 2 }], batch_reason: 'Open' }] }, 409, 'batch_expired'],
      [{ patient: gone.id }, 400, 'patient'],
      [{ patient: 999_999 }, 400, 'patient'],
      [{ patient: gone.id, customer_name: 'Otieno' }, 400, 'customer_name'],
      [{ store: 999_999 }, 400, 'store'],
      [{ store: shut.id }, 400, 'store'],
      [{ total: 'twenty' }, 400, 'total'],
      [{ total: '19.00' }, 409, 'price_changed'],
      [{ payments: [] }, 400, 'payments'],
      [{ payments: pay('19.99') }, 400, 'payments.0.amount'],
      [{ payments: pay('20.01') }, 400, 'payments.0.amount'],
      [{ payments: pay('0.00') }, 400, 'payments.0.amount'],
      [{ payments: pay('20.00', { tendered: '10.00' }) }, 400, 'payments.0.tendered'],
      [{ payments: [{ payment_mode: 999_999, amount: '20.00' }] }, 400, 'payments.0.payment_mode'],
      [{ payments: [{ payment_mode: counter.mobile, amount: '20.00' }] }, 400, 'payments.0.reference'],
      [{ surprise: true }, 400, 'surprise'],
    ]
    for (const [change, status, message] of cases) {
      const reply = await sell({ ...good, ...change })
      expect([reply.status, reply.text], JSON.stringify(change)).toEqual([status, expect.stringContaining(`"${message}"`)])
    }
    const dearer = await sell({ ...good, total: '19.00' })
    expect(dearer.json()).toMatchObject({ total: '20.00' })
    const short = await sell({ lines: [{ item, quantity: 26 }], total: '260.00', payments: pay('260.00') })
    expect([short.status, short.json()]).toMatchObject([409, { code: 'not_enough_stock', short: [{ item, wanted: 26, left: 25 }] }])
    expect((await check({ lines: [{ item, quantity: 26 }] })).json<CheckedSale>().lines[0]).toMatchObject({ missing: 1, on_hand: 25 })
    const { id: unpriced } = await goods(null, 5)
    const without = await sell({ lines: [{ item: unpriced, quantity: 1 }], total: '0.00', payments: [] })
    expect([without.status, without.json()]).toMatchObject([409, { code: 'unpriced' }])
    expect((await check({ lines: [{ item: unpriced, quantity: 1 }] })).json<CheckedSale>().lines[0]).toMatchObject({ unit_price: null })
    const unprivileged = await clinic.signedInAs(['prescriptions.dispense', 'billing.pay'])
    expect((await sell(good, unprivileged)).status).toBe(403)
    expect((await unprivileged.call('POST', `${SALES}check/`, { lines: [line] })).status).toBe(403)
    expect((await counts())[0]).toBe(before[0])
    expect((await counts())[2]).toBe(before[2])

    const named = [{ ...line, batches: [{ batch, units: 2 }], batch_reason: 'The box is open', scanned: 'THIS-ONE' }]
    const sold = await sell({ ...good, lines: named })
    expect(sold.json<Sold>().dispense.items).toMatchObject([
      { batch_reason: 'The box is open', is_scanned: true, batches: [{ batch, units: 2 }] },
    ])
    const first = await sell({ ...good, lines: [{ ...line, batches: [{ batch: early, units: 2 }] }] })
    expect(first.status, first.text).toBe(201)
  })
})
