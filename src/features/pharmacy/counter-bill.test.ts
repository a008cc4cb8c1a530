import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statuses } from '../../testing/calls/statuses.ts'
import { anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { findInconsistencies } from '../../testing/books/books.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openCounter, type Counter } from '../../testing/scenarios/counter.ts'
import { aTablet, type WrittenPrescription } from '../../testing/scenarios/pharmacy.ts'
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

describe('the bill', () => {
  test('stays once it is issued until the line is closed, and then gives back what was not handed out', async () => {
    const { id: item } = await aTablet(clinic.db)
    const prescription = await counter.write([{ item, quantity: '15' }])
    await counter.issue(prescription.invoice)
    const [line] = prescription.lines
    await counter.give(prescription, [{ line, units: 4 }])
    expect(await counter.chargesOf(prescription)).toEqual([['prescription', 'billed', 15, 0]])
    const refused = await counter.pharmacist.call('POST', `/pharmacy/lines/${line}/refuse/`, { reason: 'The patient does not want more' })
    expect([refused.status, refused.json()]).toMatchObject([
      200,
      { refuse_reason: 'The patient does not want more', refused_by_name: 'Test pharmacist' },
    ])
    expect(await counter.chargesOf(prescription)).toEqual([['prescription', 'billed', 15, 11]])
    expect(await counter.atCounter(prescription.id)).toMatchObject({
      status: 'dispensed',
      due: '40.00',
      prescribed_drugs: [{ units_left: 0 }],
    })
    expect(await counter.refusedFor(prescription, [{ line, units: 1 }])).toMatchObject({ status: 409, code: 'refused' })
    expect((await counter.pharmacist.call('POST', `/pharmacy/lines/${line}/refuse/`, { reason: 'x' })).json()).toMatchObject({
      code: 'refused',
    })
    expect((await counter.pharmacist.call('POST', `/pharmacy/lines/${line}/reopen/`, { version: 1 })).status).toBe(412)
    const opened = await counter.pharmacist.call('POST', `/pharmacy/lines/${line}/reopen/`, {})
    expect([opened.status, opened.json()]).toMatchObject([200, { refused_at: null }])
    expect((await counter.pharmacist.call('POST', `/pharmacy/lines/${line}/reopen/`, {})).json()).toMatchObject({ code: 'not_refused' })
    await counter.give(prescription, [{ line }])
    expect(await counter.chargesOf(prescription)).toEqual([
      ['prescription', 'billed', 15, 11],
      ['dispense', 'draft', 11, 0],
    ])
  })

  test('a draft follows with its discount and waiver, is refused and opened again, and what was taken off stays off', async () => {
    const { id: item } = await aTablet(clinic.db)
    const prescription = await counter.write([{ item, quantity: '10' }])
    const [line] = prescription.lines
    await clinic.db
      .updateTable('charges')
      .set({ discount: '20', waiver: '10', adjustment_reason: 'Hardship' })
      .where('invoice_id', '=', prescription.invoice)
      .execute()
    await counter.give(prescription, [{ line, units: 3 }])
    const adjusted = await clinic.db
      .selectFrom('charges')
      .select(['quantity', 'discount', 'waiver', 'patient_amount'])
      .where('invoice_id', '=', prescription.invoice)
      .executeTakeFirstOrThrow()
    expect(adjusted).toEqual({ quantity: '3.000', discount: '6.00', waiver: '3.00', patient_amount: '21.00' })

    const waiting = await counter.write([{ item, quantity: '10' }])
    const refuse = (body: object) => counter.pharmacist.call('POST', `/pharmacy/lines/${waiting.lines[0]}/refuse/`, body)
    expect((await refuse({})).status).toBe(400)
    expect((await counter.doctor.call('POST', `/pharmacy/lines/${waiting.lines[0]}/refuse/`, { reason: 'x' })).status).toBe(403)
    await refuse({ reason: 'Out of stock for weeks' })
    expect([await counter.chargesOf(waiting), (await counter.atCounter(waiting.id)).status]).toEqual([[], 'cancelled'])
    await counter.pharmacist.call('POST', `/pharmacy/lines/${waiting.lines[0]}/reopen/`, {})
    expect([await counter.chargesOf(waiting), (await counter.atCounter(waiting.id)).status]).toEqual([
      [['prescription', 'draft', 10, 0]],
      'pending',
    ])
    const { id: charge } = await clinic.db
      .selectFrom('charges')
      .select('id')
      .where('invoice_id', '=', waiting.invoice)
      .where('cancelled_at', 'is', null)
      .executeTakeFirstOrThrow()
    const off = await counter.desk.call('PATCH', `/billing/invoice-items/${charge}/`, {
      status: 'cancelled',
      reason: 'Paid by the programme',
    })
    expect(off.status, off.text).toBe(200)
    await counter.give(waiting, [{ line: waiting.lines[0], units: 4 }])
    await counter.give(waiting, [{ line: waiting.lines[0] }])
    expect(await counter.chargesOf(waiting)).toEqual([])
  })

  test('of what came back to be filled again goes with the line that is cancelled or replaced', async () => {
    const { id: item } = await aTablet(clinic.db)
    const broughtBack = async () => {
      const prescription = await counter.write([{ item, quantity: '10' }])
      const [line] = prescription.lines
      const first = await counter.give(prescription, [{ line, units: 4 }])
      await counter.issue(prescription.invoice)
      for (const { id, items } of [first, await counter.give(prescription, [{ line, units: 6 }])]) await counter.bringBack(id, items)
      expect((await counter.chargesOf(prescription)).map(([kind]) => kind)).toEqual(['prescription', 'dispense'])
      return prescription
    }
    const change = (prescription: WrittenPrescription, body: object) =>
      counter.doctor.call('PATCH', `/patients/prescribed-drugs/${prescription.lines[0]}/`, body)
    const [cancelled, replaced] = [await broughtBack(), await broughtBack()]
    expect((await change(cancelled, { cancelled: true, reason: 'Feels sick' })).status).toBe(200)
    expect(await counter.chargesOf(cancelled)).toEqual([['prescription', 'billed', 4, 4]])
    expect((await change(replaced, { quantity: '3' })).status).toBe(200)
    expect(await counter.chargesOf(replaced)).toEqual([
      ['prescription', 'billed', 4, 4],
      ['prescription', 'draft', 3, 0],
    ])
  })

  test('goes first where the clinic wants it, unless somebody who may says why; the visit may be over, the prescription not too old', async () => {
    const { id: item } = await aTablet(clinic.db)
    const assistant = await clinic.signedInAs(['prescriptions.view', 'prescriptions.dispense'], 'pharmacist')
    const [unpaid, paid, swapped, begun, mixed, old] = [
      await counter.write([{ item, quantity: '5' }]),
      await counter.write([{ item, quantity: '5' }]),
      await counter.write([{ item, quantity: '5' }]),
      await counter.write([{ item, quantity: '5' }]),
      await counter.write([{ item, quantity: '5' }]),
      await counter.write([{ item, quantity: '5' }]),
    ]
    await clinic.db.updateTable('pharmacy_settings').set({ pay_first: true }).execute()
    try {
      const sent = [{ line: unpaid.lines[0] }]
      expect(await counter.refusedFor(unpaid, sent)).toMatchObject({ status: 409, code: 'unpaid', lines: [{ line: unpaid.lines[0] }] })
      const reason = { unpaid_reason: 'Severe pain' }
      expect((await counter.post(unpaid, sent, reason, {}, assistant)).status).toBe(403)
      // Who sees no prices sees that it is not paid, and not how much.
      expect((await assistant.call('GET', `/pharmacy/prescriptions/${unpaid.id}/`)).json()).toMatchObject({
        due: null,
        prescribed_drugs: [{ unit_price: null, is_paid: false }],
      })
      expect(await counter.give(unpaid, sent, reason)).toMatchObject({ unpaid_reason: 'Severe pain' })
      const { id: cash } = await clinic.db.selectFrom('payment_modes').select('id').where('name', '=', 'Cash').executeTakeFirstOrThrow()
      const pay = async ({ invoice }: WrittenPrescription, amount: string) => {
        const payments = [{ payment_mode: cash, amount }]
        const payment = await counter.desk.call('POST', `/billing/invoices/${invoice}/payments/`, { issue: true, payments })
        expect(payment.status, payment.text).toBe(201)
      }
      for (const prescription of [paid, swapped]) await pay(prescription, '50.00')
      expect((await counter.atCounter(paid.id)).prescribed_drugs[0]).toMatchObject({ is_paid: true })
      const { version } = (await counter.desk.call('GET', `/patients/initiate-attendance-process/${paid.visit}/`)).json<{
        version: number
      }>()
      await counter.desk.call('PATCH', `/patients/initiate-attendance-process/${paid.visit}/`, { track: 'discharged', version })
      expect(await counter.give(paid, [{ line: paid.lines[0], units: 2 }], reason)).toMatchObject({ unpaid_reason: '' })
      await counter.pharmacist.call('POST', `/pharmacy/lines/${paid.lines[0]}/refuse/`, { reason: 'Feels sick' })
      await counter.pharmacist.call('POST', `/pharmacy/lines/${paid.lines[0]}/reopen/`, {})
      expect(await counter.refusedFor(paid, [{ line: paid.lines[0] }])).toMatchObject({ status: 409, code: 'unpaid' })
      // Part of it went before it was paid, and only that part was paid since.
      await counter.give(begun, [{ line: begun.lines[0], units: 2 }], reason)
      await pay(begun, '20.00')
      // Of another, an item in its place went for a part, and only that was paid.
      const { id: other } = await aTablet(clinic.db)
      const instead = { units: 3, reason: 'Out of stock' }
      const swap = { item: other, substitution_reason: 'Out of stock', directions: '1 tab tds 5/7' }
      await counter.give(mixed, [{ ...swap, line: mixed.lines[0], units: 3, covers: '3' }], reason)
      await pay(mixed, '30.00')
      const queue = (await counter.pharmacist.call('GET', '/pharmacy/queue/?state=payment&limit=100')).json<{ id: number }[]>()
      for (const prescription of [begun, mixed]) {
        expect(await counter.refusedFor(prescription, [{ line: prescription.lines[0] }])).toMatchObject({ status: 409, code: 'unpaid' })
        expect(await counter.atCounter(prescription.id)).toMatchObject({
          prescribed_drugs: [{ is_paid: false, substitutes: prescription === begun ? [] : [instead] }],
        })
        expect(queue.map(({ id }) => id)).toContain(prescription.id)
      }
      // Where money comes first the bill holds the rest, too: once that is paid, it goes out.
      await pay(begun, '30.00')
      expect(await counter.give(begun, [{ line: begun.lines[0] }])).toMatchObject({ unpaid_reason: '' })
      // Another item in its place gave all the money back, and came back itself.
      const [line] = swapped.lines
      const { id, items } = await counter.give(swapped, [{ ...swap, line, units: 5 }])
      await counter.bringBack(id, items)
      expect(await counter.refusedFor(swapped, [{ line }])).toMatchObject({ status: 409, code: 'unpaid' })
    } finally {
      await clinic.db.updateTable('pharmacy_settings').set({ pay_first: false }).execute()
    }
    const { now } = clinic.clock
    clinic.clock.now = new Date(now.getTime() + 31 * 86_400_000)
    const later = await openCounter(clinic)
    expect(await later.atCounter(old.id)).toMatchObject({ is_expired: true })
    expect(await later.refusedFor(old, [{ line: old.lines[0] }])).toMatchObject({ status: 409, code: 'prescription_expired' })
    clinic.clock.now = now
  })
})

const bill = (invoice: number, item: number, more: object = {}) =>
  counter.desk.call('POST', '/billing/invoice-items/', { invoice, item, ...more })

const queued = async (track: string) =>
  (await counter.pharmacist.call('GET', `/pharmacy/queue/?q=${track}`)).json<
    { id: number; version: number; is_from_till: boolean; is_unpaid: boolean; lines: { id: number; item: number; left: string }[] }[]
  >()

const linesOf = async (invoice: number) =>
  (await counter.desk.call('GET', `/billing/invoices/items/${invoice}/`)).json<
    { id: number; item: number; order_kind: string | null; status: string; quantity: string; credited: string }[]
  >()

const left = async (item: number) =>
  (await clinic.db.selectFrom('stock_levels').select('usable').where('item_id', '=', item).where('usable', '>', 0).execute()).reduce(
    (sum, { usable }) => sum + usable,
    0,
  )

const dispense = (of: { id: number; version: number; lines: { id: number }[] }, more: object = {}) =>
  counter.pharmacist.call('POST', '/pharmacy/dispenses/', {
    prescription: of.id,
    version: of.version,
    lines: of.lines.map(({ id }) => ({ line: id })),
    ...more,
  })

describe('what the till bills of the stock', () => {
  const SHELF = 100
  const opened = async () => {
    const { id: item } = await aTablet(clinic.db, SHELF)
    const visit = await aVisitWithOrders(counter.desk, (await aPatient(clinic.db, { date_of_birth: '1980-05-05' })).id)
    return { item, ...visit }
  }

  test('is asked of the pharmacy, leaves the stock there, and is billed once', async () => {
    const { item, invoice, track_number } = await opened()
    const added = await bill(invoice, item, { quantity: '12', item_amount: '9.00', reason: 'Agreed' })
    expect([added.status, added.json()]).toMatchObject([
      201,
      { order_kind: 'prescription', quantity: '12.000', sale_price: '9.00', price_source: 'set' },
    ])
    const again = await bill(invoice, item)
    expect([again.status, again.json()]).toMatchObject([409, { code: 'prescribed', item }])
    const [waiting] = await queued(track_number)
    expect(waiting).toMatchObject({ is_from_till: true, is_unpaid: true, lines: [{ item, left: '12' }] })
    await counter.issue(invoice)
    const given = await dispense(waiting!)
    expect(given.status, given.text).toBe(201)
    expect([await left(item), await queued(track_number)]).toEqual([SHELF - 12, []])
    expect(await linesOf(invoice)).toMatchObject([{ order_kind: 'prescription', status: 'billed', quantity: '12.000', credited: '0.00' }])
    const [line] = await linesOf(invoice)
    // Dispensed is dispensed: money may be given back, the request stays as it was filled.
    const credited = await counter.desk.call('POST', `/billing/invoices/${invoice}/credit-notes/`, {
      reason: 'Goodwill',
      items: [{ invoice_item: line!.id }],
    })
    expect(credited.status, credited.text).toBe(201)
    const printed = await counter.doctor.call('GET', `/patients/prescriptions/${waiting!.id}/`)
    expect(printed.json()).toMatchObject({ prescribed_drugs: [{ is_till_request: true, is_dispensed: true, cancelled_at: null }] })
  })

  test('a line that is cancelled, or credited whole, is asked of the pharmacy no more; what was dispensed is taken back there', async () => {
    const { item, invoice, track_number } = await opened()
    const first = (await bill(invoice, item, { quantity: '5' })).json<{ id: number }>()
    const cancel = (id: number) =>
      counter.desk.call('PATCH', `/billing/invoice-items/${id}/`, { status: 'cancelled', reason: 'Wrong item' })
    expect((await cancel(first.id)).status).toBe(200)
    expect(await queued(track_number)).toEqual([])
    const second = (await bill(invoice, item, { quantity: '5' })).json<{ id: number }>()
    const [part] = await queued(track_number)
    expect((await dispense(part!, { lines: [{ line: part!.lines[0]!.id, units: 2 }] })).status).toBe(201)
    const refused = await cancel(second.id)
    expect([refused.status, refused.json()]).toMatchObject([409, { code: 'dispensed' }])

    const other = await opened()
    const third = (await bill(other.invoice, other.item, { quantity: '5' })).json<{ id: number }>()
    await counter.issue(other.invoice)
    const credit = (body: object) =>
      counter.desk.call('POST', `/billing/invoices/${other.invoice}/credit-notes/`, { reason: 'Not wanted', ...body })
    expect((await credit({ items: [{ invoice_item: third.id, quantity: '2' }] })).status).toBe(201)
    expect(await queued(other.track_number)).toMatchObject([{ is_unpaid: true }])
    expect((await credit({})).status).toBe(201)
    expect([await queued(other.track_number), await left(other.item)]).toEqual([[], SHELF])
  })

  test('a line that was discounted to nothing is credited at nothing, and asked of the pharmacy no more', async () => {
    const { item, invoice, track_number } = await opened()
    const { id } = (await bill(invoice, item, { quantity: '5' })).json<{ id: number }>()
    const priced = await anItem(clinic.db, '40.00')
    expect((await counter.desk.call('POST', '/billing/invoice-items/', { invoice, item: priced.id })).status).toBe(201)
    const discounted = await counter.desk.call('PATCH', `/billing/invoice-items/${id}/`, { discount_percent: '100', reason: 'Hardship' })
    expect(discounted.status, discounted.text).toBe(200)
    await counter.issue(invoice)
    const credit = (body: object) =>
      counter.desk.call('POST', `/billing/invoices/${invoice}/credit-notes/`, { reason: 'Not wanted', ...body })
    expect((await credit({ items: [{ invoice_item: id, quantity: '2' }] })).json()).toMatchObject({ total: '0.00', refundable: '0.00' })
    expect(await queued(track_number)).toMatchObject([{ lines: [{ item, left: '5' }] }])
    const more = await credit({ items: [{ invoice_item: id, quantity: '4' }] })
    expect(more.json()).toEqual({ 'items.0.quantity': [expect.stringContaining('Only 3')] })
    const whole = await credit({})
    expect([whole.status, whole.json()]).toMatchObject([201, { total: '40.00', items: [{ invoice_item: id, quantity: '3.000' }, {}] }])
    expect(await queued(track_number)).toEqual([])
    expect((await linesOf(invoice)).map(({ status }) => status)).toEqual(['credited', 'credited'])
    expect((await credit({})).json()).toMatchObject({ code: 'credited' })
    expect((await credit({ items: [{ invoice_item: id }] })).status).toBe(400)

    const alone = await opened()
    const free = (await bill(alone.invoice, alone.item, { item_amount: '0.00', reason: 'Gift' })).json<{ id: number }>()
    await counter.issue(alone.invoice)
    const note = await counter.desk.call('POST', `/billing/invoices/${alone.invoice}/credit-notes/`, {
      reason: 'Not wanted',
      items: [{ invoice_item: free.id }],
    })
    expect(note.status, note.text).toBe(201)
    expect(await queued(alone.track_number)).toEqual([])
    expect(await findInconsistencies(clinic.db)).toEqual([])
  })

  test.each(['before it is handed out', 'after it was handed out, and a part returned'])(
    'a prescription that was discounted to nothing is never billed anew, credited %s',
    async (when) => {
      const { id: tablet } = await aTablet(clinic.db)
      const prescription = await counter.write([{ item: tablet, quantity: '10' }])
      const charges = () =>
        clinic.db
          .selectFrom('charges')
          .innerJoin('invoices', 'invoices.id', 'charges.invoice_id')
          .select(['charges.id', 'charges.total', 'charges.cancelled_at'])
          .where('invoices.visit_id', '=', prescription.visit)
          .execute()
      const [line] = await charges()
      const discounted = await counter.desk.call('PATCH', `/billing/invoice-items/${line!.id}/`, {
        discount_percent: '100',
        reason: 'Hardship',
      })
      expect(discounted.status, discounted.text).toBe(200)
      const give = () => counter.give(prescription, [{ line: prescription.lines[0], units: 10 }])
      const isLater = when.startsWith('after')
      const given = isLater ? await give() : null
      await counter.issue(prescription.invoice)
      const credit = await counter.desk.call('POST', `/billing/invoices/${prescription.invoice}/credit-notes/`, { reason: 'Not wanted' })
      expect(credit.status, credit.text).toBe(201)
      if (given) {
        const back = { reason: 'Rash', items: [{ dispense_item: given.items[0]!.id, units: 1 }] }
        const returned = await counter.pharmacist.call('POST', `/pharmacy/dispenses/${given.id}/returns/`, back)
        expect(returned.status, returned.text).toBe(201)
      } else await give()
      expect((await charges()).map(({ total }) => total)).toEqual(['0.00'])
      expect(await findInconsistencies(clinic.db)).toEqual([])
    },
  )

  test('of a restricted patient is billed, cancelled and credited by the cashier, and by nobody who is not at the till', async () => {
    const { item, invoice, track_number } = await opened()
    const { patient } = (await counter.desk.call('GET', `/billing/invoices/${invoice}/`)).json<{ patient: number }>()
    const restricted = await counter.desk.call('POST', `/patients/patients/${patient}/restriction/`, { reason: 'Kept' })
    expect(restricted.status, restricted.text).toBe(201)
    const rights = ['billing.view', 'billing.charge', 'billing.issue', 'billing.credit'] as const
    const cashier = await clinic.signedInAs(['attendance.billing', ...rights])
    const add = (by: Person, quantity: string) => by.call('POST', '/billing/invoice-items/', { invoice, item, quantity })
    const outsider = await clinic.signedInAs(rights)
    expect((await add(outsider, '5')).status).toBe(404)
    const first = await add(cashier, '5')
    expect(first.status, first.text).toBe(201)
    const line = `/billing/invoice-items/${first.json<{ id: number }>().id}/`
    expect((await outsider.call('PATCH', line, { status: 'cancelled', reason: 'Wrong item' })).status).toBe(404)
    const cancelled = await cashier.call('PATCH', line, { status: 'cancelled', reason: 'Wrong item' })
    expect(cancelled.status, cancelled.text).toBe(200)
    expect((await add(cashier, '4')).status).toBe(201)
    expect(await queued(track_number)).toMatchObject([{ lines: [{ item, left: '4' }] }])
    await counter.issue(invoice)
    const credit = (by: Person) => by.call('POST', `/billing/invoices/${invoice}/credit-notes/`, { reason: 'Not wanted' })
    expect((await credit(outsider)).status).toBe(404)
    const credited = await credit(cashier)
    expect(credited.status, credited.text).toBe(201)
    expect(await queued(track_number)).toEqual([])
    const tried = clinic.db.selectFrom('audit_log').select('action').where('patient_id', '=', patient).where('actor_id', '=', cashier.id)
    expect((await tried.where('entity', '=', 'prescribed drug').orderBy('id').execute()).map(({ action }) => action)).toEqual([
      'request at till',
      'cancel',
      'request at till',
      'cancel',
    ])
  })

  test('what the pharmacist refuses comes off the bill', async () => {
    const { item, invoice, track_number } = await opened()
    await bill(invoice, item, { quantity: '5' })
    const [waiting] = await queued(track_number)
    const refused = await counter.pharmacist.call('POST', `/pharmacy/lines/${waiting!.lines[0]!.id}/refuse/`, { reason: 'Not suitable' })
    expect(refused.status, refused.text).toBe(200)
    expect(await linesOf(invoice)).toMatchObject([{ status: 'cancelled' }])
  })

  test('outside a visit it is a counter sale, and a controlled drug needs a prescription', async () => {
    const { item, invoice } = await opened()
    for (const owner of [{ patient: (await aPatient(clinic.db)).id }, { customer_name: 'Otieno' }]) {
      const { id } = (await counter.desk.call('POST', '/billing/invoices/', owner)).json<{ id: number }>()
      const sold = await bill(id, item)
      expect([sold.status, sold.json()]).toMatchObject([
        409,
        { code: 'counter_sale', item, detail: expect.stringContaining('counter') as string },
      ])
      expect(await linesOf(id)).toEqual([])
    }
    await clinic.db.updateTable('stocked_items').set({ is_controlled: true }).where('item_id', '=', item).execute()
    const controlled = await bill(invoice, item)
    expect([controlled.status, controlled.json()]).toMatchObject([409, { code: 'controlled' }])
    // The database has the last word over a charge that passes the pharmacy by.
    const byHand = clinic.db.insertInto('charges').values({
      invoice_id: invoice,
      item_id: item,
      item_name: 'Remedy',
      category: 'drug',
      quantity: '1',
      unit_price: '1',
      price_source: 'cash',
      tax_rate: '0',
      tax_included: true,
      created_at: new Date(),
      created_by: counter.desk.id,
    })
    await expect(byHand.execute()).rejects.toThrow('request to the pharmacy')
  })

  test('of many tills at once one asks, and of a cancellation and a pharmacist at once one wins, with books that agree', async () => {
    const { item, invoice, track_number } = await opened()
    const replies = await Promise.all(Array.from({ length: 8 }, () => bill(invoice, item, { quantity: '3' })))
    expect(statuses(replies)).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
    expect(await queued(track_number)).toMatchObject([{ lines: [{ item, left: '3' }] }])
    const outcomes = new Set<string>()
    for (let round = 0; round < 6; round++) {
      const one = await opened()
      const line = (await bill(one.invoice, one.item, { quantity: '3' })).json<{ id: number }>()
      const isIssued = round % 2 === 1
      if (isIssued) await counter.issue(one.invoice)
      const [waiting] = await queued(one.track_number)
      const undo = () =>
        isIssued
          ? counter.desk.call('POST', `/billing/invoices/${one.invoice}/credit-notes/`, { reason: 'Wrong' })
          : counter.desk.call('PATCH', `/billing/invoice-items/${line.id}/`, { status: 'cancelled', reason: 'Wrong' })
      const [undone, given] = await Promise.all(round % 3 === 0 ? [undo(), dispense(waiting!)] : [dispense(waiting!), undo()].toReversed())
      expect([200, 201, 409]).toContain(undone!.status)
      expect([201, 400, 409, 412]).toContain(given!.status)
      expect(await left(one.item)).toBe(given!.status === 201 ? SHELF - 3 : SHELF)
      outcomes.add(`${isIssued} ${undone!.status < 300} ${given!.status < 300}`)
    }
    // A draft's line is either dispensed or cancelled; of an issued bill the money may go back of what was dispensed before.
    expect(
      [...outcomes].filter((one) => one.startsWith('false')).every((one) => one !== 'false true true' && one !== 'false false false'),
    ).toBe(true)
  })
})
