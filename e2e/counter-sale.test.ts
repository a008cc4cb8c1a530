import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser, reload } from './browser.ts'
import { handsOn, scan } from './hands.ts'
import { addPerson, administrator, api, type TestServer, startTestServer, setUp } from './test-server.ts'
import { hardest, walkPages } from './looks.ts'
import { arrive, checkAccessible, type Screen, see, seeGone, toastWith, untilKept } from './screen.ts'

const WAY_MS = 600_000
const SALE = '/dashboard/pharmacy/sale'
const AMOXICILLIN = 'Amoxicillin 500 mg capsule'
const PARACETAMOL = 'Paracetamol 500 mg tablet'
const STRIP = '9506000134352'

let app: TestServer
let browser: Browser
let token: string
let counter: Screen

const send = <T = { id: number }>(method: string, path: string, body?: unknown) => api<T>(app.url, method, path, { token, body })

/** A drug of the pharmacy's shelf: 100 of each lot, the first of them first to expire. */
const onShelf = async (name: string, unit: string, price: string, lots: readonly string[]) => {
  const { id } = await send('POST', '/inventory/items/', { name, category: 'drug', units_of_measure: unit })
  const stores = await send<{ id: number; kind: string }[]>('GET', '/inventory/stores/')
  for (const [at, lot_number] of lots.entries())
    await send('POST', '/inventory/inventories/', {
      item: id,
      store: stores.find(({ kind }) => kind === 'pharmacy')?.id,
      lot_number,
      expiry_date: `203${at}-06-30`,
      quantity_in_stock: 100,
      purchase_price: '1.00',
      sale_price: price,
    })
  return id
}

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  const mutua = await addPerson(app, token, 'pharmacist', ['Peter', 'Mutua'])
  await onShelf(PARACETAMOL, 'tablet', '2.00', ['P1'])
  const amoxicillin = await onShelf(AMOXICILLIN, 'capsule', '12.00', ['A12', 'B07'])
  await send('PUT', `/inventory/items/${amoxicillin}/packs/`, { packs: [{ name: 'Strip', units: 10, barcodes: [STRIP] }] })
  const patient = await send('POST', '/patients/patients/', {
    first_name: 'Wanjiru',
    second_name: 'Njoroge',
    gender: 'female',
    date_of_birth: '1986-04-12',
    not_a_duplicate: true,
  })
  await send('POST', `/patients/patients/${patient.id}/allergies/`, { substance: 'Penicillin', severity: 'severe', category: 'drug' })
  counter = await arrive(browser, app.url, mutua)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

/** What the box is called that the cursor is in. */
const inBox = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
const inPath = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['path'] ?? '')
const onButton = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const toPay = (page: Page, amount: string) => page.getByRole('region', { name: 'Payment' }).getByText(`KES ${amount}`).first()

test(
  'two medicines are sold by keyboard and scanner, paid in cash with change; the lot that was scanned is handed out',
  async () => {
    const { page } = counter
    const hands = handsOn(page)
    await goTo(page, app.url + SALE)
    await see(page.getByText('No items yet'))
    await expect.poll(() => inBox(page)).toBe('Add an item')
    const from = performance.now()
    await hands.type('parac')
    await see(page.getByRole('option', { name: /Paracetamol/ }))
    await hands.press('Enter')
    await expect.poll(() => inBox(page)).toBe(`Quantity: ${PARACETAMOL}`)
    await hands.type('20')
    await hands.press('Enter')
    await expect.poll(() => inBox(page)).toBe(`Directions: ${PARACETAMOL}`)
    await hands.type('2 tds 3/7')
    await see(page.getByText('Two at a time, three times a day for 3 days'))
    await hands.press('Enter')
    await expect.poll(() => inBox(page)).toBe('Add an item')
    // A strip of the lot that does not expire first: why, is asked.
    await scan(page, `01${STRIP.padStart(14, '0')}1731063010B07`)
    await see(page.getByText('Enter why the batch that expires first is not used.'))
    await page.getByLabel(/why lot B07/).fill('The other strip is torn')
    await see(toPay(page, '160.00'))
    await hands.press('F9')
    await expect.poll(() => inPath(page)).toBe('payments.0.tendered')
    await hands.type('200')
    await see(page.getByRole('status').filter({ hasText: 'KES 40.00' }))
    await hands.press('Enter')
    await see(page.getByText(/KES 160.00 received · RCT-\d+-00001/))
    console.log(`sold in ${((performance.now() - from) / 1000).toFixed(1)} s with ${hands.presses()} keys`)
    await see(page.getByRole('region', { name: 'Sold' }).getByText('KES 40.00'))
    await expect.poll(() => onButton(page)).toContain('Print receipt')
    await checkAccessible(page, 'sold')
    const [printed] = await Promise.all([counter.context.waitForEvent('page'), hands.press('Enter')])
    await printed.close()
    expect(
      await app.sql(
        `select i.name, b.lot, -m.quantity as units from stock_movements m join items i on i.id = m.item_id join batches b on b.id = m.batch_id
          where m.kind = 'otc' order by i.name`,
      ),
    ).toEqual([
      { name: AMOXICILLIN, lot: 'B07', units: 10 },
      { name: PARACETAMOL, lot: 'P1', units: 20 },
    ])
    expect(await app.sql('select amount, tendered, change from payments')).toEqual([
      { amount: '160.00', tendered: '200.00', change: '40.00' },
    ])
    await hands.press('n')
    await see(page.getByText('No items yet'))
    await expect.poll(() => inBox(page)).toBe('Add an item')
    counter.check()
  },
  WAY_MS,
)

test(
  'whoever is allergic to penicillin is stopped; what was typed survives the page, and a reason goes ahead',
  async () => {
    const { page } = counter
    await page.getByRole('combobox', { name: 'Patient' }).fill('wanjiru')
    await page.getByRole('option', { name: /Wanjiru Njoroge/ }).click()
    await see(page.getByRole('list', { name: 'Allergies' }).getByText('Penicillin'))
    await scan(page, STRIP)
    await see(page.locator('[data-part="rx-warnings"]').getByText(/Allergy/))
    await see(toPay(page, '120.00'))
    await checkAccessible(page, 'a sale with a warning')
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: 'This may harm the patient' })
    await see(dialog)
    await page.keyboard.press('Escape')
    await seeGone(dialog)
    await untilKept(page, AMOXICILLIN)
    await reload(page)
    await see(page.getByText('Draft restored'))
    await see(toPay(page, '120.00'))
    expect(await app.sql('select count(*)::int as n from dispenses')).toEqual([{ n: 1 }])
    // More than there is says what is left, and is not sold.
    await page.getByLabel(`Quantity: ${AMOXICILLIN}`).fill('30')
    await see(page.getByText('110 capsule short: 190 left'))
    await page.getByLabel(`Quantity: ${AMOXICILLIN}`).fill('1')
    await see(toPay(page, '120.00'))
    await page.keyboard.press('Control+Enter')
    await dialog.getByLabel('Reason for override').fill('Tolerated before')
    await dialog.getByRole('button', { name: 'Override 1 warning and sell' }).click()
    await see(page.getByText(/KES 120.00 received · RCT-\d+-00002/))
    expect(await app.sql('select reason from safety_overrides')).toEqual([{ reason: 'Tolerated before' }])
    counter.check()
  },
  WAY_MS,
)

test(
  'a strip comes back with a credit note',
  async () => {
    const { page } = counter
    await page.getByRole('link', { name: /^Open D-/ }).click()
    await see(page.getByRole('button', { name: /^Return/ }))
    await page.keyboard.press('t')
    const dialog = page.getByRole('dialog', { name: /^Return from D-/ })
    await dialog.getByLabel(/^Units of Amoxicillin/).fill('10')
    await dialog.getByLabel(/^Reason/).fill('No longer needed')
    await page.keyboard.press('Control+s')
    await see(toastWith(page, /returned, credit note/))
    expect(await app.sql('select r.units, (select total from credit_notes) as total from patient_return_items r')).toEqual([
      { units: 10, total: '120.00' },
    ])
    counter.check()
  },
  WAY_MS,
)

test(
  'the sale and the reports of the pharmacy look right',
  async () => {
    await walkPages(
      browser,
      app.url,
      [
        { address: SALE, sign: 'No items yet' },
        { address: '/dashboard/reports/pharmacy', sign: 'No data in this period' },
        { address: '/dashboard/reports/pharmacy?report=counter-sales', sign: 'Total returned' },
        { address: '/dashboard/reports/pharmacy?report=dispensed-items', sign: PARACETAMOL },
      ],
      { person: administrator, shown: hardest },
    )
  },
  WAY_MS,
)
