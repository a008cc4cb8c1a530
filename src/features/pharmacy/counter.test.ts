import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '../../testing/books.ts'
import { anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aPrescription, aTablet, onShelf, pharmacyOf, type WrittenPrescription } from '../../testing/pharmacy.ts'
import { aStore, someStock } from '../../testing/stock.ts'
import { stockFaultsOf } from '../../testing/stock-books.ts'
import type { CounterPrescription } from './contract.ts'
import type { Dispense } from './contract-fields.ts'

let clinic: TestClinic
let desk: Person
let doctor: Person
let pharmacist: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
})
afterAll(async () => {
  expect([await stockFaultsOf(clinic.db), await faultsOf(clinic.db)]).toEqual([[], []])
  await clinic.close()
})

const write = (...args: [lines: Parameters<typeof aPrescription>[2], more?: Parameters<typeof aPrescription>[3]]) =>
  aPrescription(clinic.db, { desk, doctor }, ...args)
const atCounter = async (id: number) => {
  const reply = await pharmacist.call('GET', `/pharmacy/prescriptions/${id}/`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<CounterPrescription>()
}
const post = async (paper: WrittenPrescription, lines: object[], more: object = {}, headers = {}, person = pharmacist) =>
  person.call(
    'POST',
    '/pharmacy/dispenses/',
    { prescription: paper.id, version: (await atCounter(paper.id)).version, lines, ...more },
    headers,
  )
const give = async (...args: Parameters<typeof post>) => {
  const reply = await post(...args)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Dispense & { warnings: { kind: string; key: string }[]; prescription_status: string }>()
}
const refusedFor = async (...args: Parameters<typeof post>) => {
  const reply = await post(...args)
  return { status: reply.status, ...reply.json<Record<string, unknown>>() }
}
const issue = async (invoice: number) => {
  const reply = await desk.call('POST', `/billing/invoices/${invoice}/issue/`, {})
  expect(reply.status, reply.text).toBe(200)
}
/** What a visit is charged: standing lines, oldest first, and what was credited of them. */
const chargesOf = async ({ visit }: WrittenPrescription) => {
  const rows = await clinic.db
    .selectFrom('charges')
    .innerJoin('invoices', 'invoices.id', 'charges.invoice_id')
    .select(['item_id', 'order_kind', 'quantity', 'credited_quantity', 'charges.total', 'invoices.issued_at'])
    .where('visit_id', '=', visit)
    .where('cancelled_at', 'is', null)
    .where('order_kind', 'in', ['prescription', 'dispense'])
    .orderBy('charges.id')
    .execute()
  return rows.map((row) => [row.order_kind, row.issued_at ? 'billed' : 'draft', Number(row.quantity), Number(row.credited_quantity)])
}

describe('handing out', () => {
  test('splits over batches by first expiry, passes over what must not be used, and says all of it', async () => {
    const { id: item } = await aTablet(clinic.db, 0)
    const late = await onShelf(clinic.db, item, 50, { lot: 'LATE', expires_on: '2027-01-31' })
    const soon = await onShelf(clinic.db, item, 6, { lot: 'SOON', expires_on: '2026-03-04' })
    await onShelf(clinic.db, item, 50, { lot: 'OVER', expires_on: '2026-03-01' })
    await someStock(clinic.db, {
      item,
      store: await pharmacyOf(clinic.db),
      quantity: 50,
      lot: 'ASIDE',
      expires_on: '2026-03-05',
      state: 'quarantined',
    })
    await onShelf(clinic.db, item, 9, { lot: 'BAD', expires_on: '2026-03-20', unit_cost: '1' })
    const recall = await desk.call('POST', '/inventory/recalls/', { item, lot: 'BAD', reason: 'Too weak' })
    expect(recall.status, recall.text).toBe(201)
    const paper = await write([{ item, quantity: '15' }])
    const before = await atCounter(paper.id)
    expect(before).toMatchObject({
      pay_first: false,
      is_expired: false,
      is_visit_open: true,
      due: '150.00',
      warnings: [{ severity: 'note', kind: 'unchecked' }],
    })
    expect(before.prescribed_drugs[0]).toMatchObject({
      on_hand: 56,
      units_left: 15,
      is_paid: false,
      unit_price: '10.00',
      given: [],
      batches: [
        { batch: soon, lot: 'SOON', quantity: 6, ends_too_soon: true },
        { batch: late, lot: 'LATE', quantity: 50, ends_too_soon: false },
      ],
    })
    const check = await pharmacist.call('POST', '/pharmacy/dispenses/check/', {
      prescription: paper.id,
      lines: [{ line: paper.lines[0], units: 10 }],
    })
    expect([check.status, check.json()]).toMatchObject([
      200,
      {
        lines: [
          {
            units: 10,
            covers: '10.000',
            missing: 0,
            total_price: '100.00',
            batches: [
              { batch: soon, units: 6 },
              { batch: late, units: 4 },
            ],
          },
        ],
      },
    ])
    const given = await give(paper, [{ line: paper.lines[0], units: 10 }], { note: 'Rest on Monday' })
    expect(given).toMatchObject({
      kind: 'prescription',
      number: expect.stringMatching(/^D-/),
      note: 'Rest on Monday',
      prescription: paper.id,
      prescription_status: 'partially dispensed',
      items: [
        {
          line: paper.lines[0],
          units: 10,
          covers: '10.000',
          words: 'one tablet three times a day for 5 days',
          batches: [
            { batch: soon, units: 6, returned: 0 },
            { batch: late, units: 4, returned: 0 },
          ],
        },
      ],
    })
    expect(await chargesOf(paper)).toEqual([['prescription', 'draft', 10, 0]])
    expect((await give(paper, [{ line: paper.lines[0] }])).prescription_status).toBe('dispensed')
    expect(await chargesOf(paper)).toEqual([['prescription', 'draft', 15, 0]])
    const after = await atCounter(paper.id)
    expect(after.prescribed_drugs[0]).toMatchObject({
      units_left: 0,
      is_dispensed: true,
      given: [{ dispense: given.id, units: 10 }, { units: 5 }],
    })
    expect(await refusedFor(paper, [{ line: paper.lines[0], units: 1 }])).toMatchObject({ status: 409, code: 'dispensed' })
    const moves = await clinic.db
      .selectFrom('stock_movements')
      .select(['quantity', 'kind'])
      .where('item_id', '=', item)
      .where('kind', '=', 'dispense')
      .execute()
    expect(moves.map(({ quantity }) => quantity)).toEqual([-6, -4, -5])
    // A shortage says what is left, and leaves nothing behind.
    const more = await write([{ item, quantity: '60' }])
    expect(await refusedFor(more, [{ line: more.lines[0] }])).toMatchObject({
      status: 409,
      code: 'not_enough_stock',
      short: [{ item, wanted: 60, left: 41 }],
    })
    expect(await chargesOf(more)).toEqual([['prescription', 'draft', 60, 0]])
  })

  test('out of other batches needs a reason, and never out of what is expired, recalled or another item’s', async () => {
    const { id: item, batch: first } = await aTablet(clinic.db, 5)
    const other = await onShelf(clinic.db, item, 50, { expires_on: '2028-12-31' })
    const over = await onShelf(clinic.db, item, 50, { expires_on: '2026-03-01' })
    const foreign = await aTablet(clinic.db)
    const paper = await write([{ item, quantity: '8' }])
    const line = paper.lines[0]
    const named = (...batches: [number, number][]) => ({ line, units: 4, batches: batches.map(([batch, units]) => ({ batch, units })) })
    expect(await refusedFor(paper, [named([other, 4])])).toMatchObject({ status: 400, 'lines.0.batch_reason': [expect.any(String)] })
    expect(await refusedFor(paper, [named([first, 3])])).toMatchObject({ status: 400, 'lines.0.batches': [expect.any(String)] })
    expect(await refusedFor(paper, [named([foreign.batch, 4])])).toMatchObject({
      status: 400,
      'lines.0.batches.0.batch': [expect.any(String)],
    })
    expect(await refusedFor(paper, [named([over, 4])])).toMatchObject({ status: 409, code: 'batch_expired' })
    expect((await give(paper, [named([first, 4])])).items[0]).toMatchObject({ batch_reason: '', batches: [{ batch: first }] })
    const overridden = await give(paper, [{ ...named([other, 4]), batch_reason: 'The patient knows this box' }])
    expect(overridden.items[0]).toMatchObject({ batch_reason: 'The patient knows this box', batches: [{ batch: other, units: 4 }] })
  })

  test('another item in its place is charged by itself, and the pack in hand must be one of it', async () => {
    const own = await anItem(clinic.db, '5.00', { category: 'drug', name: 'Metformin 500 mg tablet', unit: 'tablet' })
    const strong = await anItem(clinic.db, '9.00', { category: 'drug', name: 'Metformin 1000 mg tablet', unit: 'tablet' })
    const gone = await anItem(clinic.db, '9.00', { category: 'drug', name: 'Metformin 850 mg tablet', unit: 'tablet', is_active: false })
    await onShelf(clinic.db, strong.id, 100, { lot: 'M1' })
    await clinic.db.insertInto('barcodes').values({ code: '06001234000013', item_id: strong.id }).execute()
    const paper = await write([{ item: own.id, quantity: '30' }])
    const [line] = paper.lines
    const options = await pharmacist.call('GET', `/pharmacy/lines/${line}/substitutes/`)
    expect(options.json()).toMatchObject([{ id: strong.id, on_hand: 100, is_alike: false, units_for_rest: 15, unit_price: '9.00' }])
    const sub = { line, item: strong.id, units: 10, covers: '20', directions: '1 tab od 10/7', substitution_reason: 'None of 500 mg' }
    expect(await refusedFor(paper, [{ ...sub, substitution_reason: undefined }])).toMatchObject({
      status: 400,
      'lines.0.substitution_reason': [expect.any(String)],
    })
    expect(await refusedFor(paper, [{ ...sub, item: gone.id }])).toMatchObject({ status: 400, 'lines.0.item': [expect.any(String)] })
    expect(await refusedFor(paper, [{ ...sub, covers: '31' }])).toMatchObject({ status: 400, 'lines.0.covers': [expect.any(String)] })
    expect(await refusedFor(paper, [{ ...sub, scanned: '06001234000020' }])).toMatchObject({
      status: 400,
      'lines.0.scanned': [expect.any(String)],
    })
    expect(await refusedFor(paper, [{ line, units: 1, scanned: '06001234000013' }])).toMatchObject({
      status: 400,
      'lines.0.scanned': [expect.any(String)],
    })
    const given = await give(paper, [{ ...sub, scanned: '(01)06001234000013(10)M1' }])
    expect(given.items[0]).toMatchObject({
      item: strong.id,
      units: 10,
      covers: '20.000',
      is_scanned: true,
      substitution_reason: 'None of 500 mg',
      prescribed_item_name: 'Metformin 500 mg tablet',
      words: 'one tablet once a day for 10 days',
    })
    expect(await chargesOf(paper)).toEqual([['dispense', 'draft', 10, 0]])
    await onShelf(clinic.db, own.id, 100)
    await give(paper, [{ line }])
    expect(await chargesOf(paper)).toEqual([
      ['dispense', 'draft', 10, 0],
      ['prescription', 'draft', 10, 0],
    ])
  })

  test('bad input is named at its place, and changes nothing', async () => {
    const { id: item } = await aTablet(clinic.db)
    const paper = await write([{ item, quantity: '7.5' }])
    const foreign = await write([{ item, quantity: '5' }])
    const [line] = paper.lines
    const cases: [object[], object, string][] = [
      [[], {}, 'lines'],
      [[{ line: 2_000_000_000 }], {}, 'lines.0.line'],
      [[{ line: foreign.lines[0] }], {}, 'lines.0.line'],
      [
        [
          { line, units: 2 },
          { line, units: 2 },
        ],
        {},
        'lines.1.line',
      ],
      [[{ line, units: 9 }], {}, 'lines.0.units'],
      [[{ line, units: 0 }], {}, 'lines.0.units'],
      [[{ line, units: 1.5 }], {}, 'lines.0.units'],
      [[{ line, units: 3, covers: '2' }], {}, 'lines.0.covers'],
      [[{ line, directions: '2 tabs od' }], {}, 'lines.0.directions'],
      [[{ line, substitution_reason: 'x'.repeat(301) }], {}, 'lines.0.substitution_reason'],
      [[{ line }], { store: 2_000_000_000 }, 'store'],
      [[{ line }], { store: (await aStore(clinic.db, { is_active: false })).id }, 'store'],
      [[{ line }], { prescription: 2_000_000_000 }, 'prescription'],
      [[{ line }], { colour: 'red' }, 'colour'],
      [[{ line }], { unpaid_reason: '' }, 'unpaid_reason'],
    ]
    for (const [lines, more, field] of cases)
      expect(await refusedFor(paper, lines, more), field).toMatchObject({ status: 400, [field]: [expect.any(String)] })
    for (const url of ['/pharmacy/prescriptions/2000000000/', '/pharmacy/lines/2000000000/substitutes/'])
      expect((await pharmacist.call('GET', url)).status).toBe(404)
    for (const deed of ['refuse', 'reopen'])
      expect((await pharmacist.call('POST', `/pharmacy/lines/2000000000/${deed}/`, deed === 'refuse' ? { reason: 'x' } : {})).status).toBe(
        404,
      )
    expect((await doctor.call('GET', `/pharmacy/prescriptions/${paper.id}/`)).status).toBe(403)
    expect((await atCounter(paper.id)).prescribed_drugs[0]).toMatchObject({ quantity_dispensed: '0.000', units_left: 8 })
    const key = { 'idempotency-key': `once-${paper.id}` }
    const body = { prescription: paper.id, version: (await atCounter(paper.id)).version, lines: [{ line }] }
    const twice = await Promise.all([1, 2, 3].map(() => pharmacist.call('POST', '/pharmacy/dispenses/', body, key)))
    expect(new Set(twice.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(twice[0]!.json()).toMatchObject({ items: [{ units: 8, covers: '7.500' }] })
    const again = await pharmacist.call('POST', '/pharmacy/dispenses/', body)
    expect([again.status, again.json()]).toMatchObject([412, { current: { id: paper.id, status: 'dispensed' } }])
  })
})

describe('the bill', () => {
  test('stays once it is issued until the line is closed, and then gives back what was not handed out', async () => {
    const { id: item } = await aTablet(clinic.db)
    const paper = await write([{ item, quantity: '15' }])
    await issue(paper.invoice)
    const [line] = paper.lines
    await give(paper, [{ line, units: 4 }])
    expect(await chargesOf(paper)).toEqual([['prescription', 'billed', 15, 0]])
    const refused = await pharmacist.call('POST', `/pharmacy/lines/${line}/refuse/`, { reason: 'The patient does not want more' })
    expect([refused.status, refused.json()]).toMatchObject([
      200,
      { refuse_reason: 'The patient does not want more', refused_by_name: 'Test pharmacist' },
    ])
    expect(await chargesOf(paper)).toEqual([['prescription', 'billed', 15, 11]])
    expect(await atCounter(paper.id)).toMatchObject({ status: 'dispensed', due: '40.00', prescribed_drugs: [{ units_left: 0 }] })
    expect(await refusedFor(paper, [{ line, units: 1 }])).toMatchObject({ status: 409, code: 'refused' })
    expect((await pharmacist.call('POST', `/pharmacy/lines/${line}/refuse/`, { reason: 'x' })).json()).toMatchObject({ code: 'refused' })
    expect((await pharmacist.call('POST', `/pharmacy/lines/${line}/reopen/`, { version: 1 })).status).toBe(412)
    const opened = await pharmacist.call('POST', `/pharmacy/lines/${line}/reopen/`, {})
    expect([opened.status, opened.json()]).toMatchObject([200, { refused_at: null }])
    expect((await pharmacist.call('POST', `/pharmacy/lines/${line}/reopen/`, {})).json()).toMatchObject({ code: 'not_refused' })
    await give(paper, [{ line }])
    expect(await chargesOf(paper)).toEqual([
      ['prescription', 'billed', 15, 11],
      ['dispense', 'draft', 11, 0],
    ])
  })

  test('a draft follows with its discount and waiver, is refused and opened again, and what was taken off stays off', async () => {
    const { id: item } = await aTablet(clinic.db)
    const paper = await write([{ item, quantity: '10' }])
    const [line] = paper.lines
    await clinic.db
      .updateTable('charges')
      .set({ discount: '20', waiver: '10', adjustment_reason: 'Hardship' })
      .where('invoice_id', '=', paper.invoice)
      .execute()
    await give(paper, [{ line, units: 3 }])
    const adjusted = await clinic.db
      .selectFrom('charges')
      .select(['quantity', 'discount', 'waiver', 'patient_amount'])
      .where('invoice_id', '=', paper.invoice)
      .executeTakeFirstOrThrow()
    expect(adjusted).toEqual({ quantity: '3.000', discount: '6.00', waiver: '3.00', patient_amount: '21.00' })

    const waiting = await write([{ item, quantity: '10' }])
    const refuse = (body: object) => pharmacist.call('POST', `/pharmacy/lines/${waiting.lines[0]}/refuse/`, body)
    expect((await refuse({})).status).toBe(400)
    expect((await doctor.call('POST', `/pharmacy/lines/${waiting.lines[0]}/refuse/`, { reason: 'x' })).status).toBe(403)
    await refuse({ reason: 'Out of stock for weeks' })
    expect([await chargesOf(waiting), (await atCounter(waiting.id)).status]).toEqual([[], 'cancelled'])
    await pharmacist.call('POST', `/pharmacy/lines/${waiting.lines[0]}/reopen/`, {})
    expect([await chargesOf(waiting), (await atCounter(waiting.id)).status]).toEqual([[['prescription', 'draft', 10, 0]], 'pending'])
    const { id: charge } = await clinic.db
      .selectFrom('charges')
      .select('id')
      .where('invoice_id', '=', waiting.invoice)
      .where('cancelled_at', 'is', null)
      .executeTakeFirstOrThrow()
    const off = await desk.call('PATCH', `/billing/invoice-items/${charge}/`, { status: 'cancelled', reason: 'Paid by the programme' })
    expect(off.status, off.text).toBe(200)
    await give(waiting, [{ line: waiting.lines[0], units: 4 }])
    await give(waiting, [{ line: waiting.lines[0] }])
    expect(await chargesOf(waiting)).toEqual([])
  })

  test('goes first where the clinic wants it, unless somebody who may says why; the visit may be over, the prescription not too old', async () => {
    const { id: item } = await aTablet(clinic.db)
    const assistant = await clinic.signedInAs(['prescriptions.view', 'prescriptions.dispense'], 'pharmacist')
    const [unpaid, paid, old] = [
      await write([{ item, quantity: '5' }]),
      await write([{ item, quantity: '5' }]),
      await write([{ item, quantity: '5' }]),
    ]
    await clinic.db.updateTable('pharmacy_settings').set({ pay_first: true }).execute()
    try {
      const sent = [{ line: unpaid.lines[0] }]
      expect(await refusedFor(unpaid, sent)).toMatchObject({ status: 409, code: 'unpaid', lines: [{ line: unpaid.lines[0] }] })
      const reason = { unpaid_reason: 'Severe pain' }
      expect((await post(unpaid, sent, reason, {}, assistant)).status).toBe(403)
      expect(await give(unpaid, sent, reason)).toMatchObject({ unpaid_reason: 'Severe pain' })
      const payment = await desk.call('POST', `/billing/invoices/${paid.invoice}/payments/`, {
        issue: true,
        payments: [
          {
            payment_mode: (await clinic.db.selectFrom('payment_modes').select('id').where('name', '=', 'Cash').executeTakeFirstOrThrow())
              .id,
            amount: '50.00',
          },
        ],
      })
      expect(payment.status, payment.text).toBe(201)
      expect((await atCounter(paid.id)).prescribed_drugs[0]).toMatchObject({ is_paid: true })
      const { version } = (await desk.call('GET', `/patients/initiate-attendance-process/${paid.visit}/`)).json<{ version: number }>()
      await desk.call('PATCH', `/patients/initiate-attendance-process/${paid.visit}/`, { track: 'discharged', version })
      expect(await give(paid, [{ line: paid.lines[0], units: 2 }], reason)).toMatchObject({ unpaid_reason: '' })
      await pharmacist.call('POST', `/pharmacy/lines/${paid.lines[0]}/refuse/`, { reason: 'Feels sick' })
      await pharmacist.call('POST', `/pharmacy/lines/${paid.lines[0]}/reopen/`, {})
      expect(await refusedFor(paid, [{ line: paid.lines[0] }])).toMatchObject({ status: 409, code: 'unpaid' })
    } finally {
      await clinic.db.updateTable('pharmacy_settings').set({ pay_first: false }).execute()
    }
    const { now } = clinic.clock
    clinic.clock.now = new Date(now.getTime() + 31 * 86_400_000)
    pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
    expect(await atCounter(old.id)).toMatchObject({ is_expired: true })
    expect(await refusedFor(old, [{ line: old.lines[0] }])).toMatchObject({ status: 409, code: 'prescription_expired' })
    clinic.clock.now = now
  })
})

test('warns of what was handed out by another prescription, and takes the reasons that were given', async () => {
  const item = (await anItem(clinic.db, '5.00', { category: 'drug', name: 'Paracetamol 500 mg tablet', unit: 'tablet' })).id
  await onShelf(clinic.db, item)
  const patient = (await aPatient(clinic.db, { date_of_birth: '1980-05-05' })).id
  const first = await write([{ item, quantity: '15' }], { patient })
  await give(first, [{ line: first.lines[0], units: 5 }])
  expect((await give(first, [{ line: first.lines[0] }])).warnings.map(({ kind }) => kind)).not.toContain('handed out')
  const { version } = (await desk.call('GET', `/patients/initiate-attendance-process/${first.visit}/`)).json<{ version: number }>()
  await desk.call('PATCH', `/patients/initiate-attendance-process/${first.visit}/`, { track: 'discharged', version })
  const same = (
    await doctor.call('POST', '/patients/prescriptions/check/', { patient, lines: [{ item, directions: '1 tab tds 5/7' }] })
  ).json<{
    warnings: { key: string; severity: string }[]
  }>()
  const overrides = same.warnings.filter(({ severity }) => severity === 'stop').map(({ key }) => ({ key, reason: 'Lost the first' }))
  const second = await write([{ item, quantity: '15' }], { patient, overrides })
  const refused = await refusedFor(second, [{ line: second.lines[0] }])
  expect(refused).toMatchObject({ status: 409, code: 'unsafe' })
  const { warnings, settled } = await atCounter(second.id)
  expect(settled).toEqual(expect.arrayContaining(overrides.map(({ key }) => key)))
  const given = warnings.find(({ kind }) => kind === 'handed out')!
  expect(given).toMatchObject({ severity: 'stop', line: String(item) })
  expect(warnings.filter(({ severity, key }) => severity === 'stop' && !settled.includes(key))).toEqual([given])
  await give(second, [{ line: second.lines[0] }], { overrides: [{ key: given.key, reason: 'The first was lost' }] })
  expect((await atCounter(second.id)).settled).toContain(given.key)
})
