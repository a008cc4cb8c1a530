import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aBill, aReceipt } from '../../testing/scenarios/bills.ts'
import { anInsurer, anItem } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { createPaymentMode, getBillingSettings } from './contract-payments.ts'

type Mode = ResponseOf<typeof createPaymentMode>
type Settings = ResponseOf<typeof getBillingSettings>

let clinic: TestClinic
let accountant: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  accountant = await clinic.signedInFrom('Accountant', 'accountant')
})
afterAll(() => clinic.close())

const modes = async () => (await accountant.call('GET', '/billing/payment-modes/')).json<Mode[]>()
const mode = async (name: string) => (await modes()).find(({ payment_mode }) => payment_mode === name)!
const add = (body: object) => accountant.call('POST', '/billing/payment-modes/', { payment_category: 'bank', ...body })
const change = (id: number, body: object) => accountant.call('PATCH', `/billing/payment-modes/${id}/`, body)

test('a mode is added, renamed and taken out of use; no two have one name', async () => {
  const added = await add({ payment_mode: 'Cheque', requires_reference: true })
  expect([added.status, added.json()]).toMatchObject([201, { payment_mode: 'Cheque', requires_reference: true, is_active: true }])
  expect([(await add({ payment_mode: 'CHEQUE' })).status, (await add({ payment_mode: 'CHEQUE' })).json()]).toEqual([
    400,
    { payment_mode: ['This value is already in use.'] },
  ])
  const { id, version } = added.json<Mode>()
  expect((await change(id, { payment_mode: 'cash', version })).json()).toEqual({ payment_mode: ['This value is already in use.'] })
  expect((await change(id, { payment_mode: 'cheque', version })).json<Mode>()).toMatchObject({ payment_mode: 'cheque', version: 2 })
  expect((await change(id, { is_active: false, version })).status).toBe(412)
  expect((await change(id, { is_active: false })).json<Mode>().is_active).toBe(false)
  const bill = await aBill(clinic.db)
  const paid = await accountant.call('POST', `/billing/invoices/${bill.id}/payments/`, {
    payments: [{ payment_mode: id, amount: '10.00', reference: 'C1' }],
  })
  expect(paid.json()).toEqual({ 'payments.0.payment_mode': ['cheque is inactive.'] })
})

test('there is one default, whoever names another one at the same time', async () => {
  const cash = await mode('Cash')
  expect((await change(cash.id, { is_active: false })).json()).toEqual({ is_active: ['Make another mode the default first.'] })
  expect((await change(cash.id, { is_default: false })).json()).toEqual({ is_default: ['Make another mode the default instead.'] })
  const ids = (await modes()).filter(({ insurance, is_active, is_default }) => insurance === null && is_active && !is_default)
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 4 === 3
        ? add({ payment_mode: `Bank ${index}`, is_default: true })
        : change(ids[index % ids.length]!.id, { is_default: true }),
    ),
  )
  expect(replies.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
  expect((await modes()).filter(({ is_default }) => is_default)).toHaveLength(1)
})

test('the category of a mode stays once money came in by it, and an insurer’s mode follows the insurer', async () => {
  const card = await mode('Card')
  expect((await change(card.id, { payment_category: 'bank' })).json<Mode>().payment_category).toBe('bank')
  await aReceipt(clinic.db, (await aBill(clinic.db)).id, [{ mode: 'Card', amount: '10.00' }])
  expect((await change(card.id, { payment_category: 'card' })).json()).toEqual({
    payment_category: ['This mode has payments: its category cannot be changed.'],
  })
  const { name } = await anInsurer(clinic.db, {})
  const own = await mode(name)
  expect((await change(own.id, { payment_mode: 'Mine' })).json<{ code: string }>().code).toBe('insurer')
  expect((await change(own.id, { requires_reference: false })).json<Mode>().requires_reference).toBe(false)
  expect(Object.keys((await add({ payment_mode: 'Another', payment_category: 'insurer' })).json())).toEqual(['payment_category'])
})

test('who may not change settings changes neither modes nor settings', async () => {
  const cashier = await clinic.signedInFrom('Cashier', 'cashier')
  const { id } = await mode('Cash')
  for (const reply of [
    await cashier.call('POST', '/billing/payment-modes/', { payment_mode: 'Mine', payment_category: 'cash' }),
    await cashier.call('PATCH', `/billing/payment-modes/${id}/`, { requires_reference: true }),
    await cashier.call('PUT', '/billing/settings/', { rounding_step: '1.00' }),
  ])
    expect(reply.status).toBe(403)
})

const put = (body: object) => accountant.call('PUT', '/billing/settings/', body)

test('settings take known steps, months, doctors and items in use, and nothing stale', async () => {
  const { id: doctor } = await clinic.signedInFrom('Doctor', 'doctor')
  const { id: item } = await anItem(clinic.db)
  const { id: gone } = await anItem(clinic.db, '1.00', { is_active: false })
  for (const [field, body] of [
    ['rounding_step', { rounding_step: '0.03' }],
    ['rounding_step', { rounding_step: '0' }],
    ['fiscal_year_start_month', { fiscal_year_start_month: 13 }],
    ['consultation_item', { consultation_item: gone }],
    ['consultation_item', { consultation_item: 2_000_000_000 }],
    ['doctor_fees.0.doctor', { doctor_fees: [{ doctor: accountant.id, item }] }],
    [
      'doctor_fees.1.doctor',
      {
        doctor_fees: [
          { doctor, item },
          { doctor, item },
        ],
      },
    ],
    ['doctor_fees.0.item', { doctor_fees: [{ doctor, item: gone }] }],
  ] as const)
    expect([field, Object.keys((await put(body)).json())]).toEqual([field, [field]])
  const set = await put({ rounding_step: '5', doctor_fees: [{ doctor, item }], consultation_item: item })
  expect(set.json<Settings>()).toMatchObject({ rounding_step: '5.00', doctor_fees: [{ doctor, item }], consultation_item: item })
  expect((await put({ rounding_step: '1', version: set.json<Settings>().version - 1 })).status).toBe(412)
})
