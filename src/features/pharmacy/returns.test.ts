import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { createDispense } from './contract.ts'
import type { Prescription } from '#features/prescriptions/contract.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { anInsurer, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aCounter, levelOf, RETURNS, type Counter, type Returned } from '../../testing/scenarios/sales.ts'
import { someStock } from '../../testing/scenarios/stock.ts'

type Dispensed = ResponseOf<typeof createDispense>

let clinic: TestClinic
let counter: Counter
let admin: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  counter = await aCounter(clinic)
  admin = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())

const tick = () => (clinic.clock.now = new Date(clinic.clock.now.getTime() + 1000))
const well = async (dispense: number, items: object[], more: object = {}, by?: Person): Promise<Returned> => {
  tick()
  const reply = await counter.takeReturn(dispense, items, more, by)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Returned>()
}
const billOf = (id: number) => clinic.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const lineOf = (id: number) => clinic.db.selectFrom('prescribed_drugs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A prescription of so many of an item, its bill, and a call that hands units of it out. */
const prescribed = async (item: number, quantity: string) => {
  const { patient, prescription, invoice } = await aVisitWithOrders(admin, (await aPatient(clinic.db, { date_of_birth: '1980-05-05' })).id)
  const written = await admin.call('POST', '/patients/prescriptions/', {
    prescription,
    prescribed_drugs: [{ item, quantity, directions: '1 od' }],
  })
  expect(written.status, written.text).toBe(201)
  const line = written.json<Prescription>().prescribed_drugs[0]!.id
  const give = async (units: number, more: object = {}) => {
    const { version } = await clinic.db
      .selectFrom('prescriptions')
      .select('version')
      .where('id', '=', prescription)
      .executeTakeFirstOrThrow()
    tick()
    return admin.call('POST', '/pharmacy/dispenses/', { prescription, version, lines: [{ line, units, ...more }] })
  }
  const given = async (units: number, more: object = {}): Promise<Dispensed> => {
    const reply = await give(units, more)
    expect(reply.status, reply.text).toBe(201)
    return reply.json<Dispensed>()
  }
  const issue = () => admin.call('POST', `/billing/invoices/${invoice}/issue/`, {})
  return { patient, prescription, invoice, line, give, given, issue }
}

describe('a sale that comes back', () => {
  test('goes into quarantine by batch, is credited, and paid back at once by who may', async () => {
    const { store, goods, sold, takeReturn, cash, seller } = counter
    const { id: item, batch: late } = await goods('10.00', 10)
    const early = await someStock(clinic.db, { item, store, quantity: 3, expires_on: '2026-08-01' })
    const { dispense } = await sold([{ item, quantity: 5 }])
    const line = dispense.items[0]!.id
    const refused: [items: object[], more: object, field: string][] = [
      [[{ dispense_item: line, units: 1 }], {}, 'items.0.batch'],
      [[{ dispense_item: line, batch: 999_999, units: 1 }], {}, 'items.0.batch'],
      [[{ dispense_item: 999_999, units: 1 }], {}, 'items.0.dispense_item'],
      [[{ dispense_item: line, batch: early, units: 4 }], {}, 'items.0.units'],
      [[{ dispense_item: line, batch: early, units: 0 }], {}, 'items.0.units'],
      [
        [
          { dispense_item: line, batch: early, units: 1 },
          { dispense_item: line, batch: early, units: 1 },
        ],
        {},
        'items.1.dispense_item',
      ],
      [[{ dispense_item: line, batch: early, units: 1 }], { is_to_be_filled_again: true }, 'is_to_be_filled_again'],
      [[{ dispense_item: line, batch: early, units: 1 }], { reason: ' ' }, 'reason'],
      [[], {}, 'items'],
    ]
    for (const [items, more, field] of refused) {
      const reply = await takeReturn(dispense.id, items, more)
      expect([reply.status, reply.json()], JSON.stringify([items, more])).toEqual([400, { [field]: [expect.any(String)] }])
    }
    expect((await takeReturn(999_999, [{ dispense_item: line, units: 1 }])).status).toBe(404)
    const one = [{ dispense_item: line, batch: early, units: 1 }]
    const back = await well(dispense.id, [...one, { dispense_item: line, batch: late, units: 2 }])
    expect(back).toMatchObject({
      dispense: dispense.id,
      dispense_number: dispense.number,
      customer_name: 'Counter sale',
      store,
      is_to_be_filled_again: false,
      items: [
        { item, batch: early, units: 1 },
        { item, batch: late, units: 2 },
      ],
      credit_notes: [{ total: '30.00' }],
      refund_receipt: null,
    })
    expect(back.number).toMatch(/^PR-/)
    expect(back.credit_notes[0]!.number).toMatch(/^CN/)
    expect(await levelOf(clinic, store, item)).toMatchObject({ usable: 8, quarantined: 3 })
    expect(await billOf(dispense.invoice!)).toMatchObject({ credited_total: '30.00', patient_balance: '-30.00' })

    const refund = [{ payment_mode: cash, amount: '10.00' }]
    expect((await takeReturn(dispense.id, one, { refund })).status).toBe(403)
    const both = await clinic.signedInAs(['pharmacy.return', 'billing.refund', 'prescriptions.view'])
    const greedy = await takeReturn(dispense.id, one, { refund: [{ payment_mode: cash, amount: '10.01' }] }, both)
    expect([greedy.status, greedy.json()]).toEqual([400, { 'refund.0.amount': [expect.stringContaining('10.00')] }])
    const paid = await well(dispense.id, one, { refund }, both)
    const receipt = await clinic.db.selectFrom('receipts').selectAll().where('id', '=', paid.refund_receipt).executeTakeFirstOrThrow()
    expect(receipt).toMatchObject({ kind: 'refund', total: '-10.00', credit_note_id: paid.credit_notes[0]!.id })
    expect((await takeReturn(dispense.id, [{ dispense_item: line, batch: early, units: 2 }])).json()).toEqual({
      'items.0.units': ['Only 1 left to return.'],
    })

    const listed = (await seller.call('GET', `${RETURNS}?dispense=${dispense.id}&count=true`)).json<Returned[]>()
    expect(listed.map(({ id, credit_notes: notes, refund_receipt }) => [id, notes, refund_receipt])).toEqual([
      [paid.id, paid.credit_notes, paid.refund_receipt],
      [back.id, back.credit_notes, null],
    ])
    expect((await seller.call('GET', `${RETURNS}?dispense=${dispense.id}&to=2026-03-01`)).json()).toEqual([])
    expect((await seller.call('GET', `${RETURNS}?from=2026-03-02&limit=1`)).json()).toMatchObject([{ id: paid.id }])
    expect((await seller.call('GET', `${RETURNS}?from=today`)).status).toBe(400)
    const stranger = await clinic.signedInAs(['pharmacy.sell'])
    expect((await takeReturn(dispense.id, one, {}, stranger)).status).toBe(403)
    expect((await stranger.call('GET', RETURNS)).status).toBe(403)
  })

  test('is credited to patient and insurer alike, out of a store that was shut since, and of what has no stock', async () => {
    const { store, goods, sold } = counter
    const { id: item } = await goods('100.00', 4)
    const { id: loose } = await goods('7.00', 0)
    await clinic.db.updateTable('stocked_items').set({ is_active: false }).where('item_id', '=', loose).execute()
    const insurer = await anInsurer(clinic.db, { [item]: '80.00' }, { percent: '25' })
    const { id: patient } = await aPatient(clinic.db, { date_of_birth: '1980-05-05' })
    await clinic.db.insertInto('patient_insurances').values({ patient_id: patient, insurance_company_id: insurer.id }).execute()
    const { dispense } = await sold(
      [
        { item, quantity: 2 },
        { item: loose, quantity: 3 },
      ],
      { patient },
    )
    await clinic.db.updateTable('stores').set({ is_active: false }).where('id', '=', store).execute()
    const [first, second] = dispense.items.map(({ id }) => id)
    const back = await well(dispense.id, [
      { dispense_item: first, units: 1 },
      { dispense_item: second, units: 3 },
    ])
    await clinic.db.updateTable('stores').set({ is_active: true }).where('id', '=', store).execute()
    expect(back).toMatchObject({ patient, items: [{ units: 1 }, { batch: null, lot: '', units: 3 }], credit_notes: [{ total: '101.00' }] })
    expect(await billOf(dispense.invoice!)).toMatchObject({
      credited_patient: '41.00',
      insurer_balance: '60.00',
      patient_balance: '-41.00',
    })
    expect(await levelOf(clinic, store, item)).toMatchObject({ usable: 2, quarantined: 1 })
  })
})

describe('what was prescribed and comes back', () => {
  test('is taken off the bill, and stays handed out unless it is to be filled again', async () => {
    const { goods, takeReturn, store } = counter
    const { id: item } = await goods('4.00', 100)
    const { line, given, give, issue, invoice } = await prescribed(item, '10')
    await issue()
    const dispense = await given(10)
    const [part] = dispense.items
    const back = await well(dispense.id, [{ dispense_item: part!.id, units: 3 }])
    expect(back).toMatchObject({ credit_notes: [{ total: '12.00' }], items: [{ units: 3 }] })
    expect(await lineOf(line)).toMatchObject({ is_dispensed: true, quantity_dispensed: '10.000' })
    expect((await give(1)).status).toBe(409)

    const again = await well(dispense.id, [{ dispense_item: part!.id, units: 7 }], { is_to_be_filled_again: true })
    expect(again.is_to_be_filled_again).toBe(true)
    expect(await lineOf(line)).toMatchObject({ is_dispensed: false, quantity_dispensed: '3.000' })
    expect((await takeReturn(dispense.id, [{ dispense_item: part!.id, units: 1 }])).json()).toEqual({
      'items.0.units': ['All of it is already returned.'],
    })
    await given(7)
    expect(await lineOf(line)).toMatchObject({ is_dispensed: true })
    expect(await levelOf(clinic, store, item)).toMatchObject({ usable: 83, quarantined: 10 })
    const charged = await clinic.db
      .selectFrom('charges')
      .innerJoin('invoices', 'invoices.id', 'charges.invoice_id')
      .select(['charges.quantity', 'charges.credited_quantity'])
      .where('charges.item_id', '=', item)
      .where('charges.cancelled_at', 'is', null)
      .execute()
    // Seven stay with the patient of the seventeen that went out.
    expect(charged.reduce((sum, row) => sum + Number(row.quantity) - Number(row.credited_quantity), 0)).toBe(7)
    expect((await billOf(invoice)).total).toBe('40.00')
  })

  test('leaves no more on the bill than can still be handed out', async () => {
    const { id: item } = await counter.goods('4.00', 100)
    const { given, invoice } = await prescribed(item, '15')
    const dispense = await given(5)
    await well(dispense.id, [{ dispense_item: dispense.items[0]!.id, units: 5 }])
    const owed = await clinic.db
      .selectFrom('charges')
      .select('quantity')
      .where('invoice_id', '=', invoice)
      .where('item_id', '=', item)
      .execute()
    expect(owed).toEqual([{ quantity: '10.000' }])
  })

  test('opens its share of the line, and all of it with the last unit, also of another item', async () => {
    const { goods } = counter
    const { id: item } = await goods('4.00', 10)
    const { id: other } = await goods('6.00', 10)
    const { line, given } = await prescribed(item, '10')
    const dispense = await given(3, { item: other, substitution_reason: 'Out of stock', covers: '10', directions: '1 tab od' })
    const [part] = dispense.items
    const open = async (units: number) => {
      await well(dispense.id, [{ dispense_item: part!.id, units }], { is_to_be_filled_again: true })
      return (await lineOf(line)).quantity_dispensed
    }
    expect([await open(1), await open(1), await open(1)]).toEqual(['6.667', '3.333', '0.000'])
    expect(
      (
        await clinic.db
          .selectFrom('prescriptions')
          .innerJoin('prescribed_drugs', 'prescribed_drugs.prescription_id', 'prescriptions.id')
          .select(['status'])
          .where('prescribed_drugs.id', '=', line)
          .executeTakeFirstOrThrow()
      ).status,
    ).toBe('pending')
  })

  test('is not opened again for a line that was refused since', async () => {
    const { goods, takeReturn } = counter
    const { id: item } = await goods('4.00', 10)
    const { line, given } = await prescribed(item, '10')
    const dispense = await given(4)
    expect((await admin.call('POST', `/pharmacy/lines/${line}/refuse/`, { reason: 'The patient has enough' })).status).toBe(200)
    const items = [{ dispense_item: dispense.items[0]!.id, units: 1 }]
    const reply = await takeReturn(dispense.id, items, { is_to_be_filled_again: true })
    expect([reply.status, reply.json<{ code: string }>().code]).toEqual([409, 'refused'])
    await well(dispense.id, items)
    expect(await lineOf(line)).toMatchObject({ quantity_dispensed: '4.000' })
  })
})

describe('at once', () => {
  test('the last unit comes back once, of a sale and of a prescription, kept in stock or not', async () => {
    const { goods, sold, takeReturn } = counter
    const { id: item } = await goods('4.00', 10)
    const { id: loose } = await goods('7.00', 0)
    await clinic.db.updateTable('stocked_items').set({ is_active: false }).where('item_id', '=', loose).execute()
    const sale = (await sold([{ item: loose, quantity: 1 }])).dispense
    const { given } = await prescribed(item, '1')
    const dispense = await given(1)
    for (const { id, items } of [sale, dispense]) {
      const replies = await Promise.all([1, 2, 3].map(() => takeReturn(id, [{ dispense_item: items[0]!.id, units: 1 }])))
      expect(statuses(replies)).toEqual([201, 400, 400])
    }
  })

  test('a return and the rest of the line do not lose each other', async () => {
    const { goods, takeReturn } = counter
    const { id: item } = await goods('4.00', 20)
    const { line, given, give } = await prescribed(item, '10')
    const dispense = await given(6)
    const [back, rest] = await Promise.all([
      takeReturn(dispense.id, [{ dispense_item: dispense.items[0]!.id, units: 2 }], { is_to_be_filled_again: true }),
      give(4),
    ])
    // Whoever hands out has seen the prescription before or after; the return is right either way.
    expect(back.status, back.text).toBe(201)
    expect([201, 412]).toContain(rest.status)
    expect((await lineOf(line)).quantity_dispensed).toBe(rest.status === 201 ? '8.000' : '4.000')
  })
})
