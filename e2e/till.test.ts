import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { focusOf, row } from './day/places.ts'
import { handsOn } from './hands.ts'
import { addPerson, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, NEWS_MS, type Screen, see, seeGone } from './screen.ts'

const WAY_MS = 600_000
const LONG_NAME = 'Suture of a deep wound with drainage, local anaesthetic, dressing, tetanus prophylaxis and follow-up of an adult'

let app: TestServer
let browser: Browser
let token: string
let till: Screen
let doctor: Credentials & { id: number }
let accountant: Credentials
const items = new Map<string, number>()

const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })
const addItem = async (name: string, category: string, price: string) => {
  const [exempt] = await api<{ id: number }[]>(app.url, 'GET', '/catalogue/tax-classes/', { token })
  const { id } = await post('/catalogue/items/', { name, category, unit: 'each', tax_class: exempt?.id, price })
  items.set(name, id)
}

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  await addPerson(app, token, 'cashier', ['Kevin', 'Barasa'])
  accountant = await addPerson(app, token, 'accountant', ['Ruth', 'Njeri'])
  doctor = await addPerson(app, token, 'doctor', ['Amina', 'Hassan'])
  await addItem('Consultation, general', 'consultation', '500.00')
  await addItem('Dressing of a small wound', 'procedure', '350.00')
  const { version } = await api<{ version: number }>(app.url, 'GET', '/billing/settings/', { token })
  await api(app.url, 'PUT', '/billing/settings/', {
    token,
    body: { consultation_item: items.get('Consultation, general'), version },
  })
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const kevin = { email: 'kevin.barasa@clinic.example', password: 'Kevin walks home at dusk' }

interface Visit {
  id: number
  invoice: number
}
/** Somebody who has seen the doctor and waits at the till. */
const atTheTill = async (first_name: string, second_name: string): Promise<Visit> => {
  const { id: patient } = await post('/patients/patients/', {
    first_name,
    second_name,
    gender: 'female',
    date_of_birth: '1990-02-03',
    not_a_duplicate: true,
  })
  const visit = await post<Visit>('/patients/initiate-attendance-process/', {
    patient,
    reason: 'Cut hand',
    track: 'doctor',
    doctor: doctor.id,
  })
  await api(app.url, 'PATCH', `/patients/initiate-attendance-process/${visit.id}/`, { token, body: { track: 'billing' } })
  return visit
}

const due = (page: Page, amount: string) => page.getByLabel('Due from the patient').getByText(`KES ${amount}`)
/** The value of the box that the cursor is in. */
const inBox = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value)
const placeholder = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.placeholder)
const onButton = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

test(
  'a bill is paid in cash with four keys and is gone from the other screen; what was not done is credited and paid back whole',
  async () => {
    const { invoice } = await atTheTill('Achieng', 'Ouma')
    till = await arrive(browser, app.url, kevin)
    const office = await arrive(browser, app.url, accountant, { at: '/dashboard/billing' })
    const { page } = till
    await see(page.getByRole('heading', { name: 'Queue: Billing' }))
    await page.keyboard.press('b')
    await see(row(page, 'Achieng Ouma.*At the cashier.*500.00'))
    await post('/billing/invoice-items/', { invoice, item: items.get('Dressing of a small wound') })
    for (const one of [page, office.page]) await see(row(one, 'Achieng Ouma.*At the cashier.*850.00'))
    await expect.poll(focusOf(page)('row')).toContain('Achieng Ouma')
    const hands = handsOn(page)
    await hands.press('Enter')
    await see(due(page, '850.00'))
    await see(page.getByRole('button', { name: /^Pay P/ }))
    await hands.press('p')
    await expect.poll(() => inBox(page)).toBe('850.00')
    await hands.press('Enter')
    await see(page.getByText(/KES 850.00 received · RCT-\d+-00001/))
    await expect.poll(() => onButton(page)).toContain('Print receipt')
    const [printed] = await Promise.all([till.context.waitForEvent('page'), hands.press('Enter')])
    expect(hands.presses()).toBe(4)
    await printed.close()
    const [bill] = await app.sql('select status, number is not null as is_numbered, patient_balance from invoices')
    expect(bill).toEqual({ status: 'paid', is_numbered: true, patient_balance: '0.00' })
    expect(await app.sql('select amount, change from payments')).toEqual([{ amount: '850.00', change: '0.00' }])
    const from = performance.now()
    await hands.press('c')
    await see(office.page.getByText('No bills to pay'))
    expect(performance.now() - from).toBeLessThan(NEWS_MS)
    till.check()

    await goTo(office.page, `${app.url}/dashboard/billing/invoices/${invoice}`)
    await see(office.page.getByRole('button', { name: /Issue credit note/ }))
    const other = handsOn(office.page)
    await other.press('k')
    const dialog = office.page.getByRole('dialog', { name: /^Credit INV-/ })
    await dialog.getByRole('checkbox', { name: 'Dressing of a small wound' }).check()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Was not done')
    await see(dialog.getByLabel('Credit by payer').getByText('350.00'))
    await other.press('Enter')
    const refund = office.page.getByRole('dialog', { name: 'Refund' })
    await see(refund)
    await expect.poll(() => inBox(office.page)).toBe('350.00')
    await other.press('Enter')
    await seeGone(refund)
    await see(office.page.getByLabel('Credit notes').getByText('350.00 refunded'))
    // Every item is named whole, and no column repeats what the patient pays where no payer shares.
    const lines = office.page.getByRole('table', { name: 'Bill lines' })
    await see(lines.getByText('350.00 credited'))
    expect(await lines.getByRole('columnheader', { name: 'Patient' }).count()).toBe(0)
    for (const width of [1440, 1024, 390]) {
      await office.page.setViewportSize({ width, height: 900 })
      const cut = await lines
        .locator('tbody .wraps')
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length)
      expect([width, cut]).toEqual([width, 0])
    }
    const [sums] = await app.sql('select (select sum(amount) from postings) as postings, patient_balance, credited_total from invoices')
    expect(sums).toEqual({ postings: '0.00', patient_balance: '0.00', credited_total: '350.00' })
    office.check()
    await office.context.close()
  },
  WAY_MS,
)

test(
  'a bill is paid partly in cash and partly by mobile money, with change, and never without its reference',
  async () => {
    const visit = await atTheTill('Baraka', 'Otieno')
    const { page } = till
    const hands = handsOn(page)
    await goTo(page, `${app.url}/dashboard/billing`)
    await see(page.getByText('Baraka Otieno'))
    await hands.press('/')
    await expect.poll(() => placeholder(page)).toBe('Name, number or phone')
    await hands.type('baraka')
    await hands.press('Enter')
    await see(due(page, '500.00'))
    await see(page.getByRole('button', { name: /^Pay P/ }))
    await hands.press('p')
    await expect.poll(() => inBox(page)).toBe('500.00')
    // Another way of paying takes from the first, until its amount is typed.
    const amounts = page.getByRole('textbox', { name: 'Amount' })
    await page.getByRole('button', { name: 'Add another payment' }).click()
    await amounts.nth(1).fill('300')
    await expect.poll(() => amounts.first().inputValue()).toBe('200.00')
    await page.getByRole('button', { name: 'Remove payment 2' }).click()
    await expect.poll(() => amounts.first().inputValue()).toBe('500.00')
    await amounts.first().click()
    await hands.type('501')
    await hands.press('Enter')
    await see(page.getByText('More than is due. Due: 500.00.'))
    await page.getByRole('textbox', { name: 'Amount' }).fill('200')
    await hands.press('Tab')
    await hands.type('1,000')
    await see(page.getByRole('status').filter({ hasText: 'KES 800.00' }))
    await page.getByRole('button', { name: /Add a payment for the other 300.00/ }).press('Enter')
    const second = page.getByRole('group', { name: 'Payment 2' })
    await expect.poll(() => second.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('300.00')
    expect(await second.getByLabel('Paid by').evaluate((box: HTMLSelectElement) => box.selectedOptions[0]?.text)).toBe('Mobile money')
    await hands.press('Enter')
    await see(page.getByText('Enter a reference for this mode.'))
    await second.getByRole('textbox', { name: 'Reference' }).fill('QK7 PLM')
    await hands.press('Enter')
    await see(page.getByText(/KES 500.00 received/))
    await see(page.getByLabel('Payment taken').getByText('KES 800.00'))
    const paid = await app.sql(
      `select m.name, p.amount, p.change, p.reference from payments p join payment_modes m on m.id = p.payment_mode_id
        join allocations a on a.payment_id = p.id where a.invoice_id = $1 order by p.id`,
      [visit.invoice],
    )
    expect(paid).toEqual([
      { name: 'Cash', amount: '200.00', change: '800.00', reference: null },
      { name: 'Mobile money', amount: '300.00', change: '0.00', reference: 'QK7 PLM' },
    ])
    till.check()
  },
  WAY_MS,
)

test(
  'what is added while the cashier takes the money is shown first, and the same reference is asked about',
  async () => {
    const { invoice } = await atTheTill('Chebet', 'Kiptoo')
    const { page } = till
    const hands = handsOn(page)
    await goTo(page, `${app.url}/dashboard/billing/invoices/${invoice}`)
    await see(page.getByRole('button', { name: /^Pay P/ }))
    await hands.press('p')
    await expect.poll(() => inBox(page)).toBe('500.00')
    await post('/billing/invoice-items/', { invoice, item: items.get('Dressing of a small wound') })
    await see(page.getByText('The bill has changed while you were viewing it.'))
    await see(page.getByText('New: Dressing of a small wound'))
    await expect.poll(() => onButton(page)).toContain('Continue with KES 850.00')
    await hands.press('Enter')
    await expect.poll(() => inBox(page)).toBe('850.00')
    await page.getByLabel('Paid by').selectOption({ label: 'Mobile money' })
    await page.getByRole('textbox', { name: 'Reference' }).fill('qk7 plm')
    await page.getByRole('textbox', { name: 'Reference' }).press('Enter')
    await see(page.getByText(/This reference is already on receipt RCT-\d+-00003/))
    await expect.poll(() => onButton(page)).toContain('Yes, take payment')
    await hands.press('Enter')
    await see(page.getByText(/KES 850.00 received/))
    expect(await app.sql('select count(*)::int as n from receipts')).toEqual([{ n: 4 }])
    await goTo(page, `${app.url}/dashboard/billing/receipts`)
    await page
      .getByRole('combobox', { name: 'Received by' })
      .or(page.getByRole('textbox', { name: 'Received by' }))
      .click()
    await page.getByRole('option', { name: /\(you\)/ }).click()
    await see(page.getByLabel('Totals').getByText('KES 2,200.00'))
    // A file has the receipts of a day: none is offered where the list shows others.
    await see(page.getByText('Choose a date to export or print its receipts.'))
    await page.getByRole('button', { name: 'Today' }).click()
    const csv = page.getByRole('button', { name: 'CSV' })
    const [saved] = await Promise.all([page.waitForEvent('download'), csv.click()])
    const text = readFileSync(await saved.path(), 'utf8')
    expect(text.match(/RCT-/g)).toHaveLength(3)
    await page.getByLabel('Number or reference').fill('qk7 plm')
    await see(page.getByText('Exports cover whole days.'))
    await see(page.getByLabel('Totals').getByText('KES 1,350.00'))
    expect(await csv.count()).toBe(0)
    await page.keyboard.press('Escape')
    await goTo(page, `${app.url}/dashboard/billing`)
    const strip = page.getByLabel('Takings today')
    await see(strip.getByText('Your takings today'))
    await see(strip.getByText('KES 2,200.00'))
    till.check()
  },
  WAY_MS,
)

test(
  'a whole bill is discounted by a percentage or an amount, an empty amount is an error, and all discounts are removed by choice',
  async () => {
    const { invoice } = await atTheTill('Dalia', 'Were')
    // A phone says in the one column what the others would: where they are, who pays, for how much.
    await till.page.setViewportSize({ width: 390, height: 844 })
    await goTo(till.page, `${app.url}/dashboard/billing`)
    const waiting = till.page.getByRole('row').filter({ hasText: 'Dalia Were' })
    await see(waiting.getByText(/^At the cashier · /))
    await see(waiting.getByText(/^Cash · \d+ items?$/))
    const office = await arrive(browser, app.url, accountant, { at: `/dashboard/billing/invoices/${invoice}` })
    const { page } = office
    const dialog = page.getByRole('dialog', { name: 'Discount on the whole bill' })
    const open = async (reason: string) => {
      await page.getByRole('button', { name: 'Discount', exact: true }).click()
      await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
    }
    await see(due(page, '500.00'))
    await open('Staff')
    await dialog.getByRole('textbox', { name: 'Percentage' }).fill('10 %')
    await dialog.getByRole('button', { name: 'Apply discount' }).click()
    await seeGone(dialog)
    await see(due(page, '450.00'))
    await open('Hardship')
    await dialog.getByText('Amount', { exact: true }).first().click()
    await dialog.getByRole('button', { name: 'Apply discount' }).click()
    await see(dialog.getByText('Enter an amount above zero.'))
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('120.50')
    await dialog.getByRole('button', { name: 'Apply discount' }).click()
    await seeGone(dialog)
    await see(due(page, '379.50'))
    await open('Entered for another patient')
    await dialog.getByText('No discount').click()
    await dialog.getByRole('button', { name: 'Remove all discounts' }).click()
    await seeGone(dialog)
    await see(due(page, '500.00'))
    // A long name is shown whole where an item is chosen.
    await addItem(LONG_NAME, 'procedure', '900.00')
    await page
      .getByRole('combobox', { name: 'Add an item' })
      .or(page.getByRole('textbox', { name: 'Add an item' }))
      .fill('suture')
    const option = page.getByRole('option', { name: LONG_NAME })
    await see(option)
    expect(await option.locator('.grow').evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
    office.check()
    await office.context.close()
  },
  WAY_MS,
)
