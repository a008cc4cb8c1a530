import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aSentOrder, aShelf, type Buyers, buyersOf, well } from '../../testing/scenarios/ordering.ts'
import { aSupplier } from '../../testing/scenarios/stock.ts'
import type { Supplier, SupplierLedgerRow, SupplierPrice } from './contract-suppliers.ts'

let clinic: TestClinic
let people: Buyers
let keeper: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  people = await buyersOf(clinic)
  keeper = people.officer
})
afterAll(() => clinic.close())

const add = (body: object) => keeper.call('POST', '/inventory/suppliers/', body)

describe('POST /inventory/suppliers/', () => {
  test('adds a supplier who is paid thirty days after the bill', async () => {
    const supplier = await well<Supplier>(add({ name: ' Dawa  House ', phone: '0712 000 111', email: 'Sales@Dawa.example' }), 201)
    expect(supplier).toMatchObject({
      name: 'Dawa House',
      phone: '0712000111',
      email: 'sales@dawa.example',
      payment_days: 30,
      is_active: true,
      balance: '0.00',
      open_bills: 0,
      version: 1,
    })
    const trail = await clinic.db.selectFrom('audit_log').selectAll().where('entity', '=', 'supplier').execute()
    expect(trail.at(-1)).toMatchObject({ action: 'create', entity_id: supplier.id, actor_id: keeper.id })
  })

  test('knows a name once, whatever its capitals', async () => {
    await well(add({ name: 'Twiga Medical' }), 201)
    const reply = await add({ name: 'TWIGA medical' })
    expect([reply.status, reply.json()]).toEqual([400, { name: ['This value is already in use.'] }])
  })

  test('needs a name, and the right to add', async () => {
    expect((await add({ name: ' ' })).status).toBe(400)
    expect((await people.asker.call('POST', '/inventory/suppliers/', { name: 'Nobody' })).status).toBe(403)
  })
})

describe('PATCH /inventory/suppliers/{id}/', () => {
  test('takes somebody out of use, at the version that was seen', async () => {
    const { id } = await aSupplier(clinic.db)
    const url = `/inventory/suppliers/${id}/`
    expect((await keeper.call('PATCH', url, { is_active: false })).json()).toHaveProperty('version')
    expect((await keeper.call('PATCH', url, { is_active: false, version: 7 })).status).toBe(412)
    const gone = await well<Supplier>(keeper.call('PATCH', url, { is_active: false }, { 'if-match': '"1"' }))
    expect(gone).toMatchObject({ is_active: false, version: 2 })
    expect((await keeper.call('PATCH', '/inventory/suppliers/999999/', { is_active: false, version: 1 })).status).toBe(404)
  })
})

const names = async (query: string) => {
  const reply = await keeper.call('GET', `/inventory/suppliers/?${query}`)
  return { rows: reply.json<Supplier[]>().map(({ name }) => name), next: reply.next, reply }
}

describe('GET /inventory/suppliers/', () => {
  test('lists by name, in pages, and finds either name', async () => {
    for (const name of ['Zuri Pharma', 'Zuri Labs', 'Zuri Foods']) await aSupplier(clinic.db, { name })
    await aSupplier(clinic.db, { name: 'Upper Hill Distributors', common_name: 'Zuri of old', is_active: false })
    const first = await names('q=zuri&limit=2&count=true')
    expect([first.rows, first.reply.headers['x-total-count']]).toEqual([['Upper Hill Distributors', 'Zuri Foods'], '4'])
    expect((await names(first.next!.split('?')[1]!)).rows).toEqual(['Zuri Labs', 'Zuri Pharma'])
    expect((await names('q=zuri&active=true')).rows).toEqual(['Zuri Foods', 'Zuri Labs', 'Zuri Pharma'])
  })
})

const aBill = (supplier: number, no: string, total: string, due_on = '2026-02-01') =>
  clinic.db
    .insertInto('supplier_bills')
    .values({
      supplier_id: supplier,
      invoice_no: no,
      bill_date: '2026-01-02',
      due_on,
      total_cost: total,
      created_at: clinic.clock.now,
      created_by: keeper.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

describe('what is owed to a supplier', () => {
  test('GET /inventory/suppliers/{id}/ and its ledger tell bills, payments and what is left', async () => {
    const { id } = await aSupplier(clinic.db)
    const bill = await aBill(id, 'INV-1', '1000.00')
    await aBill(id, 'INV-2', '250.50', '2026-06-01')
    const { id: mode } = await clinic.db.selectFrom('payment_modes').select('id').executeTakeFirstOrThrow()
    await clinic.db.transaction().execute(async (trx) => {
      const payment = await trx
        .insertInto('supplier_payments')
        .values({
          number: 'SP-T-1',
          kind: 'payment',
          supplier_id: id,
          payment_mode_id: mode,
          amount: '400.00',
          paid_on: '2026-03-02',
          created_at: new Date(clinic.clock.now.getTime() + 1000),
          created_by: keeper.id,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('supplier_allocations')
        .values({ supplier_payment_id: payment.id, supplier_bill_id: bill.id, amount: '400.00' })
        .execute()
    })
    const supplier = await well<Supplier>(keeper.call('GET', `/inventory/suppliers/${id}/`))
    expect(supplier).toMatchObject({ balance: '850.50', overdue: '600.00', open_bills: 2 })
    const rows = await well<SupplierLedgerRow[]>(keeper.call('GET', `/inventory/suppliers/${id}/ledger/`))
    expect(rows.map(({ kind, number, amount, balance }) => [kind, number, amount, balance])).toEqual([
      ['payment', 'SP-T-1', '400.00', '850.50'],
      ['bill', 'INV-2', '250.50', '1250.50'],
      ['bill', 'INV-1', '1000.00', '1000.00'],
    ])
    const page = await keeper.call('GET', `/inventory/suppliers/${id}/ledger/?limit=1&count=true`)
    expect([page.json<unknown[]>().length, page.headers['x-total-count']]).toEqual([1, '3'])
    const next = page.next!
    expect((await well<SupplierLedgerRow[]>(keeper.call('GET', next)))[0]).toMatchObject({ number: 'INV-2' })
    expect((await keeper.call('GET', '/inventory/suppliers/999999/ledger/')).status).toBe(404)
  })

  test('GET /inventory/suppliers/{id}/prices/ tells what they asked, newest first', async () => {
    const { supplier, first, second } = await aShelf(clinic)
    await aSentOrder(people, supplier, [{ item: first, quantity_purchased: 10, unit_price: '4.00' }])
    clinic.clock.now = new Date(clinic.clock.now.getTime() + 60_000)
    await aSentOrder(people, supplier, [
      { item: first, quantity_purchased: 10, unit_price: '4.50' },
      { item: second, quantity_purchased: 1, unit_price: '90.00' },
    ])
    const url = `/inventory/suppliers/${supplier}/prices/`
    const reported = await well<SupplierPrice[]>(keeper.call('GET', `${url}?item=${first}`))
    expect(reported.map(({ source, price, pack_units, unit_cost }) => [source, price, pack_units, unit_cost])).toEqual([
      ['order', '4.50', 1, '4.500000'],
      ['order', '4.00', 1, '4.000000'],
    ])
    expect((await well<SupplierPrice[]>(keeper.call('GET', url))).length).toBe(3)
    expect((await well<Supplier>(keeper.call('GET', `/inventory/suppliers/${supplier}/`))).open_orders).toBe(2)
  })
})
