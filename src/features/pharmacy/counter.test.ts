import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findInconsistencies } from '../../testing/books/books.ts'
import { anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openCounter, type Counter } from '../../testing/scenarios/counter.ts'
import { aTablet, onShelf, pharmacyOf } from '../../testing/scenarios/pharmacy.ts'
import { aStore, someStock } from '../../testing/scenarios/stock.ts'
import { findStockInconsistencies } from '../../testing/books/stock-books.ts'

let clinic: TestClinic
let counter: Counter
beforeAll(async () => {
  clinic = await openTestClinic()
  counter = await openCounter(clinic)
})
afterAll(async () => {
  expect([await findStockInconsistencies(clinic.db), await findInconsistencies(clinic.db)]).toEqual([[], []])
  await clinic.close()
})

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
    const recall = await counter.desk.call('POST', '/inventory/recalls/', { item, lot: 'BAD', reason: 'Too weak' })
    expect(recall.status, recall.text).toBe(201)
    const prescription = await counter.write([{ item, quantity: '15' }])
    const before = await counter.atCounter(prescription.id)
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
    const check = await counter.pharmacist.call('POST', '/pharmacy/dispenses/check/', {
      prescription: prescription.id,
      lines: [{ line: prescription.lines[0], units: 10 }],
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
    const given = await counter.give(prescription, [{ line: prescription.lines[0], units: 10 }], { note: 'Rest on Monday' })
    expect(given).toMatchObject({
      kind: 'prescription',
      number: expect.stringMatching(/^D-/),
      note: 'Rest on Monday',
      prescription: prescription.id,
      prescription_status: 'partially dispensed',
      items: [
        {
          line: prescription.lines[0],
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
    expect(await counter.chargesOf(prescription)).toEqual([['prescription', 'draft', 10, 0]])
    expect((await counter.give(prescription, [{ line: prescription.lines[0] }])).prescription_status).toBe('dispensed')
    expect(await counter.chargesOf(prescription)).toEqual([['prescription', 'draft', 15, 0]])
    const after = await counter.atCounter(prescription.id)
    expect(after.prescribed_drugs[0]).toMatchObject({
      units_left: 0,
      is_dispensed: true,
      given: [{ dispense: given.id, units: 10 }, { units: 5 }],
    })
    expect(await counter.refusedFor(prescription, [{ line: prescription.lines[0], units: 1 }])).toMatchObject({
      status: 409,
      code: 'dispensed',
    })
    const moves = await clinic.db
      .selectFrom('stock_movements')
      .select(['quantity', 'kind'])
      .where('item_id', '=', item)
      .where('kind', '=', 'dispense')
      .execute()
    expect(moves.map(({ quantity }) => quantity)).toEqual([-6, -4, -5])
    // A shortage says what is left, and leaves nothing behind.
    const more = await counter.write([{ item, quantity: '60' }])
    expect(await counter.refusedFor(more, [{ line: more.lines[0] }])).toMatchObject({
      status: 409,
      code: 'not_enough_stock',
      short: [{ item, wanted: 60, left: 41 }],
    })
    expect(await counter.chargesOf(more)).toEqual([['prescription', 'draft', 60, 0]])
  })

  test('out of other batches needs a reason, and never out of what is expired, recalled or another item’s', async () => {
    const { id: item, batch: first } = await aTablet(clinic.db, 5)
    const other = await onShelf(clinic.db, item, 50, { expires_on: '2028-12-31' })
    const over = await onShelf(clinic.db, item, 50, { expires_on: '2026-03-01' })
    const foreign = await aTablet(clinic.db)
    const prescription = await counter.write([{ item, quantity: '8' }])
    const line = prescription.lines[0]
    const named = (...batches: [number, number][]) => ({ line, units: 4, batches: batches.map(([batch, units]) => ({ batch, units })) })
    expect(await counter.refusedFor(prescription, [named([other, 4])])).toMatchObject({
      status: 400,
      'lines.0.batch_reason': [expect.any(String)],
    })
    expect(await counter.refusedFor(prescription, [named([first, 3])])).toMatchObject({
      status: 400,
      'lines.0.batches': [expect.any(String)],
    })
    expect(await counter.refusedFor(prescription, [named([foreign.batch, 4])])).toMatchObject({
      status: 400,
      'lines.0.batches.0.batch': [expect.any(String)],
    })
    expect(await counter.refusedFor(prescription, [named([over, 4])])).toMatchObject({ status: 409, code: 'batch_expired' })
    expect((await counter.give(prescription, [named([first, 4])])).items[0]).toMatchObject({
      batch_reason: '',
      batches: [{ batch: first }],
    })
    const overridden = await counter.give(prescription, [{ ...named([other, 4]), batch_reason: 'The patient knows this box' }])
    expect(overridden.items[0]).toMatchObject({ batch_reason: 'The patient knows this box', batches: [{ batch: other, units: 4 }] })
  })

  test('another item in its place is charged by itself, and the pack in hand must be one of it', async () => {
    const own = await anItem(clinic.db, '5.00', { category: 'drug', name: 'Metformin 500 mg tablet', unit: 'tablet' })
    const strong = await anItem(clinic.db, '9.00', { category: 'drug', name: 'Metformin 1000 mg tablet', unit: 'tablet' })
    const gone = await anItem(clinic.db, '9.00', { category: 'drug', name: 'Metformin 850 mg tablet', unit: 'tablet', is_active: false })
    await onShelf(clinic.db, strong.id, 100, { lot: 'M1' })
    await clinic.db.insertInto('barcodes').values({ code: '06001234000013', item_id: strong.id }).execute()
    const prescription = await counter.write([{ item: own.id, quantity: '30' }])
    const [line] = prescription.lines
    const options = await counter.pharmacist.call('GET', `/pharmacy/lines/${line}/substitutes/`)
    expect(options.json()).toMatchObject([{ id: strong.id, on_hand: 100, is_alike: false, units_for_rest: 15, unit_price: '9.00' }])
    const sub = { line, item: strong.id, units: 10, covers: '20', directions: '1 tab od 10/7', substitution_reason: 'None of 500 mg' }
    expect(await counter.refusedFor(prescription, [{ ...sub, substitution_reason: undefined }])).toMatchObject({
      status: 400,
      'lines.0.substitution_reason': [expect.any(String)],
    })
    expect(await counter.refusedFor(prescription, [{ ...sub, item: gone.id }])).toMatchObject({
      status: 400,
      'lines.0.item': [expect.any(String)],
    })
    expect(await counter.refusedFor(prescription, [{ ...sub, covers: '31' }])).toMatchObject({
      status: 400,
      'lines.0.covers': [expect.any(String)],
    })
    expect(await counter.refusedFor(prescription, [{ ...sub, scanned: '06001234000020' }])).toMatchObject({
      status: 400,
      'lines.0.scanned': [expect.any(String)],
    })
    expect(await counter.refusedFor(prescription, [{ line, units: 1, scanned: '06001234000013' }])).toMatchObject({
      status: 400,
      'lines.0.scanned': [expect.any(String)],
    })
    const given = await counter.give(prescription, [{ ...sub, scanned: '(01)06001234000013(10)M1' }])
    expect(given.items[0]).toMatchObject({
      item: strong.id,
      units: 10,
      covers: '20.000',
      is_scanned: true,
      substitution_reason: 'None of 500 mg',
      prescribed_item_name: 'Metformin 500 mg tablet',
      words: 'one tablet once a day for 10 days',
    })
    expect(await counter.chargesOf(prescription)).toEqual([['dispense', 'draft', 10, 0]])
    await onShelf(clinic.db, own.id, 100)
    await counter.give(prescription, [{ line }])
    expect(await counter.chargesOf(prescription)).toEqual([
      ['dispense', 'draft', 10, 0],
      ['prescription', 'draft', 10, 0],
    ])
  })

  test('bad input is named at its place, and changes nothing', async () => {
    const { id: item } = await aTablet(clinic.db)
    const prescription = await counter.write([{ item, quantity: '7.5' }])
    const foreign = await counter.write([{ item, quantity: '5' }])
    const [line] = prescription.lines
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
      expect(await counter.refusedFor(prescription, lines, more), field).toMatchObject({ status: 400, [field]: [expect.any(String)] })
    for (const url of ['/pharmacy/prescriptions/2000000000/', '/pharmacy/lines/2000000000/substitutes/'])
      expect((await counter.pharmacist.call('GET', url)).status).toBe(404)
    for (const action of ['refuse', 'reopen'])
      expect(
        (await counter.pharmacist.call('POST', `/pharmacy/lines/2000000000/${action}/`, action === 'refuse' ? { reason: 'x' } : {})).status,
      ).toBe(404)
    expect((await counter.doctor.call('GET', `/pharmacy/prescriptions/${prescription.id}/`)).status).toBe(403)
    expect((await counter.atCounter(prescription.id)).prescribed_drugs[0]).toMatchObject({ quantity_dispensed: '0.000', units_left: 8 })
    const key = { 'idempotency-key': `once-${prescription.id}` }
    const body = { prescription: prescription.id, version: (await counter.atCounter(prescription.id)).version, lines: [{ line }] }
    const twice = await Promise.all([1, 2, 3].map(() => counter.pharmacist.call('POST', '/pharmacy/dispenses/', body, key)))
    expect(new Set(twice.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(twice[0]!.json()).toMatchObject({ items: [{ units: 8, covers: '7.500' }] })
    const again = await counter.pharmacist.call('POST', '/pharmacy/dispenses/', body)
    expect([again.status, again.json()]).toMatchObject([412, { current: { id: prescription.id, status: 'dispensed' } }])
  })
})

test('warns of what was handed out by another prescription, and takes the reasons of who hands out', async () => {
  const item = (await anItem(clinic.db, '5.00', { category: 'drug', name: 'Paracetamol 500 mg tablet', unit: 'tablet' })).id
  await onShelf(clinic.db, item)
  const patient = (await aPatient(clinic.db, { date_of_birth: '1980-05-05' })).id
  const first = await counter.write([{ item, quantity: '15' }], { patient })
  await counter.give(first, [{ line: first.lines[0], units: 5 }])
  expect((await counter.give(first, [{ line: first.lines[0] }])).warnings.map(({ kind }) => kind)).not.toContain('handed out')
  const { version } = (await counter.desk.call('GET', `/patients/initiate-attendance-process/${first.visit}/`)).json<{ version: number }>()
  await counter.desk.call('PATCH', `/patients/initiate-attendance-process/${first.visit}/`, { track: 'discharged', version })
  const same = (
    await counter.doctor.call('POST', '/patients/prescriptions/check/', { patient, lines: [{ item, directions: '1 tab tds 5/7' }] })
  ).json<{
    warnings: { key: string; severity: string }[]
  }>()
  const overrides = same.warnings.filter(({ severity }) => severity === 'stop').map(({ key }) => ({ key, reason: 'Lost the first' }))
  const second = await counter.write([{ item, quantity: '15' }], { patient, overrides })
  const refused = await counter.refusedFor(second, [{ line: second.lines[0] }])
  expect(refused).toMatchObject({ status: 409, code: 'unsafe' })
  const { warnings, settled } = await counter.atCounter(second.id)
  // The prescriber's reasons are no reasons of the pharmacist's.
  expect(settled).toEqual([])
  const given = warnings.find(({ kind }) => kind === 'handed out')!
  expect(given).toMatchObject({ severity: 'stop', line: String(item) })
  const stops = warnings.filter(({ severity }) => severity === 'stop')
  expect(stops.map(({ key }) => key)).toEqual(expect.arrayContaining([given.key, ...overrides.map(({ key }) => key)]))
  const own = stops.map(({ key }) => ({ key, reason: 'The first was lost' }))
  await counter.give(second, [{ line: second.lines[0], units: 5 }], { overrides: own })
  expect((await counter.atCounter(second.id)).settled.toSorted()).toEqual(stops.map(({ key }) => key).toSorted())
  await counter.give(second, [{ line: second.lines[0] }])
})

test('what was fetched days after it was prescribed is taken from that day on', async () => {
  const item = (await anItem(clinic.db, '5.00', { category: 'drug', name: 'Ibuprofen 400 mg tablet', unit: 'tablet' })).id
  await onShelf(clinic.db, item)
  const patient = (await aPatient(clinic.db, { date_of_birth: '1980-05-05' })).id
  const first = await counter.write([{ item, quantity: '15' }], { patient })
  const { version } = (await counter.desk.call('GET', `/patients/initiate-attendance-process/${first.visit}/`)).json<{ version: number }>()
  await counter.desk.call('PATCH', `/patients/initiate-attendance-process/${first.visit}/`, { track: 'discharged', version })
  const { now } = clinic.clock
  try {
    clinic.clock.now = new Date(now.getTime() + 8 * 86_400_000)
    const late = await openCounter(clinic)
    await late.give(first, [{ line: first.lines[0] }])
    const second = await late.write([{ item, quantity: '15' }], { patient })
    const isWarned = async () => (await late.atCounter(second.id)).warnings.some(({ kind }) => kind === 'handed out')
    expect(await isWarned()).toBe(true)
    clinic.clock.now = new Date(now.getTime() + 12 * 86_400_000)
    const later = await openCounter(clinic)
    const still = (await later.atCounter(second.id)).warnings
    expect(still).toContainEqual(expect.objectContaining({ kind: 'handed out', severity: 'stop' }))
  } finally {
    clinic.clock.now = now
  }
})
