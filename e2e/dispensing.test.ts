import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { handsOn, scan } from './hands.ts'
import { addPerson, administrator, api, type TestServer, startTestServer, setUp } from './test-server.ts'
import { hardest, walkPages } from './looks.ts'
import { arrive, checkAccessible, type Screen, see, seeGone, untilKept } from './screen.ts'

const WAY_MS = 600_000
const PACK = '9506000134352'
const WEAKER = '6161100012349'
const AMOXICILLIN = 'Amoxicillin 500 mg capsule'
const PARACETAMOL = 'Paracetamol 500 mg tablet'
const METFORMIN = 'Metformin 500 mg tablet'

let app: TestServer
let browser: Browser
let token: string
let counter: Screen
const items: Record<string, number> = {}

const send = <T = { id: number }>(method: string, path: string, body?: unknown) => api<T>(app.url, method, path, { token, body })

const stock = async (name: string, unit: string, price: string, lots: readonly (readonly [string, string, number])[], code?: string) => {
  const { id } = await send('POST', '/inventory/items/', { name, category: 'drug', units_of_measure: unit })
  if (code) await send('PUT', `/inventory/items/${id}/packs/`, { packs: [{ name: 'Box', units: 20, barcodes: [code] }] })
  const stores = await send<{ id: number; kind: string }[]>('GET', '/inventory/stores/')
  const store = stores.find(({ kind }) => kind === 'pharmacy')?.id
  for (const [lot_number, expiry_date, quantity_in_stock] of lots)
    await send('POST', '/inventory/inventories/', {
      item: id,
      store,
      lot_number,
      expiry_date,
      quantity_in_stock,
      purchase_price: '1.00',
      sale_price: price,
    })
  items[name] = id
}

/** Somebody with a prescription. */
const prescribed = async ([first_name, second_name]: [string, string], lines: readonly (readonly [string, string])[]) => {
  const { id: patient } = await send('POST', '/patients/patients/', {
    first_name,
    second_name,
    gender: 'female',
    date_of_birth: '1986-04-12',
    not_a_duplicate: true,
  })
  await send('POST', '/patients/initiate-attendance-process/', { patient, reason: 'Fever', track: 'pharmacy' })
  return (
    await send('POST', '/patients/prescriptions/', {
      patient,
      prescribed_drugs: lines.map(([name, directions]) => ({ item: items[name], directions })),
    })
  ).id
}

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  const mutua = await addPerson(app, token, 'pharmacist', ['Peter', 'Mutua'])
  const lots = [
    ['A12', '2031-03-31', 40],
    ['B07', '2031-06-30', 100],
  ] as const
  await stock(AMOXICILLIN, 'capsule', '12.00', lots, PACK)
  await stock('Amoxicillin 250 mg capsule', 'capsule', '7.00', [['K2', '2031-05-31', 200]], WEAKER)
  await stock(PARACETAMOL, 'tablet', '2.00', [['P1', '2031-01-31', 200]])
  await stock(METFORMIN, 'tablet', '5.00', [['M1', '2031-01-31', 15]])
  counter = await arrive(browser, app.url, mutua)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const lineOf = (page: Page, item: string) =>
  page.getByRole('list', { name: 'To dispense' }).locator('[data-part="ct-line"]', { hasText: item })
const dispensed = (page: Page) => page.getByRole('region', { name: 'Dispensed' })

test(
  'a pack of the wrong strength is loud; another strength goes out with reason and directions, what is short is owed, what is refused comes back',
  async () => {
    const { page } = counter
    const hands = handsOn(page)
    const id = await prescribed(
      ['Mariam', 'Okello'],
      [
        [AMOXICILLIN, '1 cap tds 5/7'],
        [METFORMIN, '1 tab bd 15/7'],
        [PARACETAMOL, '1 tab tds 3/7'],
      ],
    )
    await goTo(page, `${app.url}/dashboard/pharmacy/prescriptions/${id}`)
    // Less than was prescribed is on the shelf.
    await see(lineOf(page, METFORMIN).getByText('15 owed'))
    await scan(page, WEAKER)
    const alarm = page.locator('[data-part="ct-alarm"]')
    await see(alarm.getByText(`Wrong strength: Amoxicillin 250 mg capsule scanned, ${AMOXICILLIN} prescribed.`))
    await checkAccessible(page, 'a pack of the wrong strength')
    await alarm.getByRole('button', { name: 'Dispense it instead' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Replace ${AMOXICILLIN}` })
    await see(dialog.getByText('30 capsules are needed'))
    // Another strength needs units and directions of its own.
    expect(await dialog.getByRole('button', { name: 'Use this instead' }).isDisabled()).toBe(true)
    await dialog.getByLabel(/^Directions/).fill('2 caps tds 5/7')
    await dialog.getByLabel(/^Why another item/).fill('The other strength is out')
    await checkAccessible(page, 'choosing another item')
    await hands.press('Enter')
    await seeGone(dialog)
    await see(lineOf(page, 'Amoxicillin 250 mg').getByText('Instead of Amoxicillin 500 mg capsule: The other strength is out'))

    await page.getByLabel(`Dispense: ${METFORMIN}`).focus()
    await hands.type('31')
    await see(lineOf(page, METFORMIN).getByText('At most 30 tablets'))
    await hands.press('Backspace', 2)
    await hands.type('12')
    await see(lineOf(page, METFORMIN).getByText('18 owed'))
    // What was typed is there after the page was loaded again.
    await untilKept(page, '"12"')
    await goTo(page, page.url())
    await see(page.getByText('Draft restored'))
    await expect.poll(() => page.getByLabel(`Dispense: ${METFORMIN}`).inputValue()).toBe('12')
    await page.getByLabel(`Dispense: ${PARACETAMOL}`).focus()
    await hands.press('Alt+r')
    await page.getByLabel(/^Reason/).fill('The patient has enough at home')
    await hands.press('Tab', 2)
    await hands.press('Enter')
    await see(page.getByRole('region', { name: 'Completed' }).getByText(/The patient has enough at home/))
    await page.getByRole('button', { name: `Undo refusal: ${PARACETAMOL}` }).press('Enter')
    await expect.poll(() => page.getByLabel(`Dispense: ${PARACETAMOL}`).inputValue()).toBe('9')
    await checkAccessible(page, 'a prescription at the counter')
    await page.keyboard.press('Control+Enter')
    await see(dispensed(page).getByText('18 tablets owed'))
    await see(dispensed(page).getByText('Amoxicillin 250 mg capsule'))
    const given = await app.sql(
      `select t.name, i.units, i.quantity::float as covers, i.substitution_reason as reason from dispense_items i
        join items t on t.id = i.item_id join dispenses d on d.id = i.dispense_id where d.id = (select max(id) from dispenses) order by i.id`,
    )
    expect(given).toEqual([
      { name: 'Amoxicillin 250 mg capsule', units: 30, covers: 15, reason: 'The other strength is out' },
      { name: METFORMIN, units: 12, covers: 12, reason: '' },
      { name: PARACETAMOL, units: 9, covers: 9, reason: '' },
    ])
    counter.check()
  },
  WAY_MS,
)

test(
  'where money comes first the counter says so, and somebody who may goes ahead with a reason',
  async () => {
    const { version } = await send<{ version: number }>('GET', '/pharmacy/settings/')
    await send('PATCH', '/pharmacy/settings/', { pay_first: true, version })
    const { page } = counter
    const id = await prescribed(['Zawadi', 'Njoroge'], [[PARACETAMOL, '2 tabs tds 3/7']])
    // From the one before, who is owed something still, to who waits next.
    await handsOn(page).press('n')
    await page.waitForURL(`**/prescriptions/${id}`)
    await see(page.getByText('Not paid yet'))
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: 'Dispense before payment' })
    await dialog.getByLabel(/^Reason/).fill('High fever, the till is shut')
    await dialog.getByRole('button', { name: 'Dispense' }).press('Enter')
    await see(dispensed(page).getByText(PARACETAMOL))
    expect(await app.sql('select unpaid_reason from dispenses order by id desc limit 1')).toEqual([
      { unpaid_reason: 'High fever, the till is shut' },
    ])
    counter.check()
  },
  WAY_MS,
)

test(
  'the pages of the pharmacy look right',
  async () => {
    const { page } = counter
    await goTo(page, `${app.url}/dashboard/pharmacy`)
    // One row says what the queue is narrowed to, and leads to the other lists.
    await page.getByRole('tab', { name: /^Unpaid/ }).click()
    await page.waitForURL(/state=payment/)
    await see(page.getByRole('tabpanel', { name: 'Unpaid' }))
    await page.getByRole('tab', { name: 'Dispensed', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('tab') === 'dispensed' && !url.searchParams.has('state'))
    await page.getByRole('tab', { name: /^To dispense/ }).click()
    await see(page.getByRole('tabpanel', { name: 'To dispense' }))
    const [of] = await app.sql('select dispense_item_id as dispense_item, batch_id as batch from dispense_batches order by 1, 2 limit 1')
    await send('POST', '/pharmacy/dispenses/1/returns/', { reason: 'Stopped by the doctor', items: [{ ...of, units: 2 }] })
    const at = '/dashboard/pharmacy'
    await walkPages(
      browser,
      app.url,
      [
        { address: `${at}?tab=dispensed`, sign: 'D-2' },
        { address: `${at}/dispenses/1`, sign: 'Amoxicillin 250 mg capsule' },
        { address: `${at}?tab=returned`, sign: 'Stopped by the doctor' },
        { address: `${at}/register`, sign: 'No controlled drug movements yet' },
        { address: `${at}/settings`, sign: 'Note on labels' },
        { address: `${at}/dispenses/999999`, sign: 'No dispensing with this number' },
      ],
      { person: administrator, shown: hardest },
    )
  },
  WAY_MS,
)
