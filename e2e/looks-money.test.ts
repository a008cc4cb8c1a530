import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { administrator, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { hardest, type Look, opposites, type PageLook, walkPages } from './looks.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let token: string
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const walk = (url: string, rooms: readonly PageLook[], person?: Credentials, shown?: readonly Look[]) =>
  walkPages(browser, url, rooms, { person, shown })

test(
  'the till: the queue, a draft, a paid bill, the lists, what a patient owes',
  async () => {
    const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })
    const [exempt] = await api<{ id: number }[]>(app.url, 'GET', '/catalogue/tax-classes/', { token })
    const item = await post('/catalogue/items/', {
      name: 'Removal of stitches',
      category: 'procedure',
      unit: 'each',
      tax_class: exempt?.id,
      price: '350.00',
    })
    const patient = await post('/patients/patients/', {
      first_name: 'Zawadi',
      second_name: 'Juma',
      gender: 'female',
      date_of_birth: '1990-02-03',
      not_a_duplicate: true,
    })
    const visit = await post<{ id: number; invoice: number }>('/patients/initiate-attendance-process/', {
      patient: patient.id,
      reason: 'Stitches',
      track: 'doctor',
    })
    await post('/billing/invoice-items/', { invoice: visit.invoice, item: item.id, quantity: '2' })
    const bill = await post('/billing/invoices/', { patient: patient.id })
    await post('/billing/invoice-items/', { invoice: bill.id, item: item.id })
    const modes = await api<{ id: number; is_default: boolean }[]>(app.url, 'GET', '/billing/payment-modes/', { token })
    await post(`/billing/invoices/${bill.id}/payments/`, {
      issue: true,
      payments: [{ payment_mode: modes.find(({ is_default }) => is_default)?.id, amount: '200.00' }],
    })
    await walk(
      app.url,
      [
        { address: '/dashboard/billing', sign: 'Zawadi Juma' },
        { address: `/dashboard/billing/invoices/${visit.invoice}`, sign: 'Removal of stitches' },
        { address: `/dashboard/billing/invoices/${bill.id}`, sign: 'Credit notes' },
        { address: '/dashboard/billing/invoices/999999', sign: 'Bill not found' },
        { address: '/dashboard/billing/invoices', sign: 'Zawadi Juma' },
        { address: '/dashboard/billing/receipts', sign: '200.00' },
        { address: '/dashboard/billing/receipts?receipt=1', sign: 'Payments', only: '[role="dialog"]' },
        { address: '/dashboard/billing/debtors', sign: 'Zawadi Juma' },
        { address: `/dashboard/patients/${patient.id}?tab=billing`, sign: 'Balance due' },
        { address: '/dashboard/reports', sign: 'Takings by payment mode' },
      ],
      administrator,
      opposites,
    )
  },
  WAY_MS,
)

test(
  'the stock: the overview, the list, an item, what expires, a recall, a note, a count, the stores',
  async () => {
    const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })
    const item = await post('/inventory/items/', {
      name: 'Artemether-lumefantrine 20/120 mg, of a long name',
      category: 'drug',
      units_of_measure: 'tablet',
    })
    const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const opened = { item: item.id, quantity_in_stock: 1200, purchase_price: '12.333333' }
    await post('/inventory/inventories/', { ...opened, lot_number: 'LONG-LOT-0042', expiry_date: soon })
    const { batch, store } = await post<{ batch: number; store: number }>('/inventory/inventories/', {
      ...opened,
      lot_number: 'B7',
      expiry_date: '2039-05-31',
    })
    const used = await post('/inventory/consumptions/', { store, reason: 'Ward round', items: [{ item: item.id, quantity: 30 }] })
    await post('/inventory/quarantine/', { store, reason: 'Wet boxes', items: [{ batch, quantity: 40 }] })
    const recall = await post('/inventory/recalls/', { item: item.id, lot: 'B7', reason: 'Called back by its maker' })
    const sheet = await post('/inventory/counts/', { store, note: 'Half of the year' })
    const at = '/dashboard/inventory'
    await walk(
      app.url,
      [
        { address: at, sign: 'Value by store' },
        { address: `${at}/stock`, sign: 'of a long name' },
        { address: `${at}/items/${item.id}`, sign: 'Average usage' },
        { address: `${at}/expiry`, sign: 'of a long name' },
        { address: `${at}/recalls/${recall.id}`, sign: 'Called back by its maker' },
        { address: `${at}/notes/${used.id}`, sign: 'Ward round' },
        { address: `${at}/counts`, sign: 'Being counted' },
        { address: `${at}/counts/${sheet.id}`, sign: 'LONG-LOT-0042' },
        { address: `${at}/stores`, sign: 'Laboratory' },
      ],
      administrator,
      hardest,
    )
  },
  WAY_MS,
)
