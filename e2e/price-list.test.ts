import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { addPerson, administrator, api, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, findAnything, see, toastWith } from './screen.ts'

const WAY_MS = 600_000
const LISTS = '/dashboard/administration/price-lists'

let app: TestServer
let browser: Browser
let token: string
let list: number
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  const add = <T>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })
  for (const name of ['Dressing', 'Injection', 'Observation'])
    await add('/catalogue/items/', { name, category: 'nursing', unit: 'each', tax_class: 1, price: '100' })
  const insurer = await add<{ id: number }>('/company/insurance-companies/', { name: 'Lakes Health' })
  list = (await add<{ id: number }>('/catalogue/price-lists/', { name: 'Lakes', insurance_company: insurer.id })).id
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const cell = (page: Page, row: number, column: number) => page.locator(`[data-cell="${row}-${column}"]`)
const prices = () =>
  app.sql<{ name: string; price: string; co_pay_percent: string | null }>(
    `select i.name, p.price, p.co_pay_percent from prices p join items i on i.id = p.item_id
     where p.price_list_id = $1 and p.valid_until is null order by i.name`,
    [list],
  )

test(
  'an accountant types prices down the column as in a sheet, and takes one back',
  async () => {
    const accountant = await addPerson(app, token, 'accountant', ['Mary', 'Otieno'])
    const { page, check } = await arrive(browser, app.url, accountant, { at: `${LISTS}/${list}` })
    await cell(page, 0, 0).click()
    // A digit begins to type; Enter saves and goes on to the next row.
    await page.keyboard.type('1,250')
    await page.keyboard.press('Enter')
    await page.keyboard.type('80')
    await page.keyboard.press('Tab')
    await page.keyboard.type('15%')
    await page.keyboard.press('Enter')
    await expect.poll(prices).toEqual([
      { name: 'Dressing', price: '1250.00', co_pay_percent: null },
      { name: 'Injection', price: '80.00', co_pay_percent: '15.00' },
    ])
    // Esc turns back; what cannot be a price stays in its box, with the reason.
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('9')
    await page.keyboard.press('Escape')
    await see(cell(page, 2, 0).getByText('patient pays'))
    await page.keyboard.press('Enter')
    await page.keyboard.type('cheap')
    await page.keyboard.press('Enter')
    await see(page.getByRole('alert').getByText('Enter an amount'))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Home')
    await page.keyboard.press('Delete')
    await toastWith(page, 'Dressing is removed from this list.').getByRole('button', { name: 'Undo' }).click()
    await see(cell(page, 0, 0).getByText('1,250.00'))
    check()
  },
  WAY_MS,
)

test(
  'a cashier sees the prices and cannot type; a nurse has no price lists at all',
  async () => {
    const cashier = await addPerson(app, token, 'cashier', ['Peter', 'Kamau'])
    const till = await arrive(browser, app.url, cashier, { at: `${LISTS}/1` })
    await see(till.page.getByRole('cell', { name: '100.00' }))
    expect(await till.page.locator('[data-cell]').count()).toBe(0)
    expect(await till.page.getByRole('button', { name: 'Import' }).count()).toBe(0)
    till.check()

    const nurse = await addPerson(app, token, 'nurse', ['Jane', 'Achieng'])
    const ward = await arrive(browser, app.url, nurse)
    const box = await findAnything(ward.page)
    await box.fill('catalogue')
    await see(ward.page.getByRole('option', { name: /^Catalogue/ }))
    await box.fill('price')
    await see(ward.page.getByText('No matches.'))
    expect(await ward.page.getByRole('option', { name: /^Price lists/ }).count()).toBe(0)
    ward.check()
  },
  WAY_MS,
)

test(
  'a file with a broken row changes nothing; a whole one is imported after its trial',
  async () => {
    const { page, check } = await arrive(browser, app.url, administrator, { at: `${LISTS}/1` })
    const take = (rows: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(`name,price\n${rows}\n`) })
    await page.getByRole('button', { name: 'Import' }).click()
    await see(page.getByRole('button', { name: 'Choose a file' }))
    await take('Dressing,150\nNobody knows this,5')
    await see(page.getByRole('alert').getByText('1 error. Correct it to import the file.'))
    expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0)
    await take('Dressing,150\nInjection,100')
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await see(toastWith(page, 'Imported: 0 added, 1 changed.'))
    await see(page.getByText('150.00'))
    check()
  },
  WAY_MS,
)

test(
  'a register of another program is shown as it is read, its contradicting days are asked about, and its rows come with notes',
  async () => {
    const { page, check } = await arrive(browser, app.url, administrator, { at: '/dashboard/administration/imports?kind=patients' })
    const register = [
      'Hôpital de la Paix;;;;',
      'N° dossier;Nom complet;Né le;Téléphone;Groupe sanguin',
      'K1;Aïssata Kouamé;28/02/1967;0711000031;A',
      'K2;Hervé Zongo;02/28/1967;n/a;B',
    ].join('\n')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'register.csv', mimeType: 'text/csv', buffer: Buffer.from(register, 'latin1') })
    await see(page.getByRole('region', { name: 'First rows of the file' }).getByText('Aïssata Kouamé'))
    await see(page.getByText('Not imported: Groupe sanguin'))
    await see(page.getByText('Not chosen yet: Gender'))
    await page.getByRole('button', { name: 'Add value' }).click()
    await page.getByLabel('Value of Gender').fill('unknown')
    // One column for two fields is asked about once, and sent again as it was with the answer to the next question.
    await page.getByRole('combobox', { name: 'Next of kin: phone' }).click()
    await page.getByRole('option', { name: 'Téléphone (fills Phone)' }).click()
    await page.getByRole('button', { name: 'Use for both' }).click()
    await page.getByRole('button', { name: 'Check file' }).click()
    await see(page.getByText('These dates contradict each other. Choose which number is the day.'))
    expect(await page.getByRole('button', { name: 'Check file' }).isDisabled()).toBe(true)
    await page.getByRole('combobox', { name: 'Date order of Date of birth' }).click()
    await page.getByRole('option', { name: 'day first' }).click()
    await page.getByRole('button', { name: 'Check file' }).click()
    await see(page.getByRole('button', { name: 'Import 2 rows' }))
    await see(page.getByRole('row', { name: /Date of birth.*02\/28\/1967.*Left empty/ }))
    await see(page.getByText('Not imported: Groupe sanguin'))
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await see(page.getByText('Imported', { exact: true }).first())
    const born = () =>
      app.sql<{ first_name: string; date_of_birth: string | null }>(
        `select first_name, date_of_birth::text from patients where source like 'file %' order by id`,
        [],
      )
    await expect.poll(born).toEqual([
      { first_name: 'Aïssata', date_of_birth: '1967-02-28' },
      { first_name: 'Hervé', date_of_birth: null },
    ])

    // Days that can all be read in two ways are asked about, too.
    await goTo(page, `${app.url}/dashboard/administration/imports?kind=patients`)
    await page.locator('input[type=file]').setInputFiles({
      name: 'open.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('first name,surname,sex,dob\nOuvert,Sawadogo,m,02/03/1967\n'),
    })
    await page.getByRole('button', { name: 'Check file' }).click()
    await see(page.getByText('The cells do not show which number is the day. Choose it.'))
    expect(await page.getByRole('button', { name: 'Check file' }).isDisabled()).toBe(true)
    await page.getByRole('combobox', { name: 'Date order of Date of birth' }).click()
    await page.getByRole('option', { name: 'month first' }).click()
    await page.getByRole('button', { name: 'Check file' }).click()
    await see(page.getByText('Date of birth: read as month first.'))
    await see(page.getByRole('button', { name: 'Import 1 row' }))
    check()
  },
  WAY_MS,
)
