import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { handsOn, scan } from './hands.ts'
import { addPerson, administrator, api, type Credentials, type House, openHouse, setUp, tokenOf } from './house.ts'
import { hardest, walkRooms } from './looks.ts'
import { arrive, checkAccessible, type Screen, see, toastWith } from './screen.ts'

const WAY_MS = 120_000

let house: House
let browser: Browser
let token: string
let store: Screen
let storekeeper: Credentials
let accountant: Credentials
let pharmacist: Credentials
let order: number

const send = <T = { id: number; version: number }>(method: string, path: string, body?: unknown, by = token) =>
  api<T>(house.url, method, path, { token: by, body })

const aDrug = async (name: string, code: string) => {
  const item = await send('POST', '/inventory/items/', { name, category: 'drug', units_of_measure: 'capsule' })
  const { packs } = await send<{ packs: { id: number }[] }>('PUT', `/inventory/items/${item.id}/packs/`, {
    packs: [{ name: 'Box of 100', units: 100, barcodes: [code] }],
  })
  return { item: item.id, pack: packs[0]?.id }
}

beforeAll(async () => {
  ;[house, browser] = await Promise.all([openHouse(), openBrowser()])
  token = await setUp(house)
  storekeeper = await addPerson(house, token, 'storekeeper', ['Josphat', 'Musyoka'])
  accountant = await addPerson(house, token, 'accountant', ['Ruth', 'Njeri'])
  pharmacist = await addPerson(house, token, 'pharmacist', ['Caroline', 'Simiyu'])
  const buyer = await tokenOf(house.url, await addPerson(house, token, 'procurement', ['Karimi', 'Gitonga']))
  const amoxicillin = await aDrug('Amoxicillin 500 mg', '9506000134352')
  const ibuprofen = await aDrug('Ibuprofen 400 mg', '6161100012349')
  const supplier = await send('POST', '/inventory/suppliers/', { name: 'Acacia Medical Stores' })
  const made = await send(
    'POST',
    '/inventory/purchase-order/',
    {
      supplier: supplier.id,
      items: [
        { ...amoxicillin, quantity_purchased: 10, unit_price: '250.00' },
        { ...ibuprofen, quantity_purchased: 4, unit_price: '180.00' },
      ],
    },
    buyer,
  )
  const approved = await send('POST', `/inventory/purchase-order/${made.id}/approve/`, { version: made.version })
  await send('POST', `/inventory/purchase-order/${made.id}/send/`, { version: approved.version }, buyer)
  order = made.id
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

/** What the box is called that the cursor is in. */
const inBox = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

test(
  'the storekeeper takes in a delivery with a scanner: lots and days of expiry come from the packs',
  async () => {
    store = await arrive(browser, house.url, storekeeper)
    const { page } = store
    const hands = handsOn(page)
    await goTo(page, `${house.url}/dashboard/inventory/incoming-items/new`)
    await page.getByRole('row', { name: /Acacia Medical Stores/ }).click()
    await see(page.getByText('0 of 2 lines of the order are here'))
    await scan(page, '01095060001343521728033110AMX77')
    await expect.poll(() => inBox(page)).toBe('Came: Amoxicillin 500 mg')
    await hands.type('6')
    // In the middle of the line the next pack is scanned: of another lot.
    await scan(page, '01095060001343521728063010AMX78')
    await expect.poll(() => page.getByLabel('Lot: Amoxicillin 500 mg').nth(1).inputValue()).toBe('AMX78')
    await expect.poll(() => inBox(page)).toBe('Came: Amoxicillin 500 mg')
    expect(await page.getByLabel('Came: Amoxicillin 500 mg').first().inputValue()).toBe('6')
    await hands.press('Enter')
    expect(await page.getByLabel('Came: Amoxicillin 500 mg').nth(1).inputValue()).toBe('4')

    await scan(page, '6161100012349')
    await expect.poll(() => inBox(page)).toBe('Came: Ibuprofen 400 mg')
    await hands.type('3')
    await see(page.getByText('1 too few'))
    await hands.press('Enter')
    await expect.poll(() => inBox(page)).toBe('Lot: Ibuprofen 400 mg')
    await hands.type('ib9')
    await hands.press('Enter')
    await hands.type('0328')
    await hands.press('Enter')
    expect(await page.getByLabel('Expires: Ibuprofen 400 mg').inputValue()).toBe('31.03.2028')
    await see(page.getByText('2 of 2 lines of the order are here'))
    await checkAccessible(page, 'a delivery half typed')

    // What was typed survives a page that is loaded again.
    await page.waitForTimeout(600)
    await page.reload()
    await see(page.getByText('Draft restored'))
    expect(await page.getByLabel('Lot: Ibuprofen 400 mg').inputValue()).toBe('IB9')
    await page.keyboard.press('Control+s')
    await see(toastWith(page, /GRN-\d+-00001 is taken in/))
    await see(page.getByRole('row', { name: /Amoxicillin 500 mg.*AMX78/ }))
    expect(
      await house.sql('select b.lot, b.expires_on::text, s.quantity from batch_stock s join batches b on b.id = s.batch_id order by 1'),
    ).toEqual([
      { lot: 'AMX77', expires_on: '2028-03-31', quantity: 600 },
      { lot: 'AMX78', expires_on: '2028-06-30', quantity: 400 },
      { lot: 'IB9', expires_on: '2028-03-31', quantity: 300 },
    ])
    store.check()
  },
  WAY_MS,
)

test(
  'its bill is held against order and delivery, and paid',
  async () => {
    const office = await arrive(browser, house.url, accountant)
    const { page } = office
    await goTo(page, `${house.url}/dashboard/inventory/order-bills/new?order=${order}`)
    await page.getByLabel(/^Number of the bill/).fill('A-1044')
    await see(page.getByText('The bill agrees with what was ordered and received.'))
    await page.getByLabel('Price: Ibuprofen 400 mg').fill('200')
    await see(page.getByText('Ibuprofen 400 mg: 200.00 billed, 180.00 agreed'))
    await page.getByLabel('Price: Ibuprofen 400 mg').fill('180')
    await see(page.getByText('The bill agrees with what was ordered and received.'))
    const total = await page.locator('.bill-sum output').textContent()
    await page.getByLabel(/^Total of the bill/).fill(total ?? '')
    await page.keyboard.press('Control+s')
    await see(toastWith(page, 'Bill A-1044 is recorded.'))
    await see(page.getByRole('heading', { name: 'A-1044' }))
    await checkAccessible(page, 'a supplier’s bill')
    await page.keyboard.press('p')
    const dialog = page.getByRole('dialog', { name: 'Pay Acacia Medical Stores' })
    await see(dialog.getByRole('button', { name: `Pay ${total}` }))
    await checkAccessible(page, 'paying a supplier')
    await page.keyboard.press('Control+s')
    await see(dialog.getByText('Bank transfer needs a reference.'))
    await dialog.getByLabel(/^Reference/).fill('EFT 1044')
    await page.keyboard.press('Control+s')
    await see(toastWith(page, /paid, SP-\d+-00001/))
    await see(page.getByText('Paid', { exact: true }))
    expect(await house.sql('select payment_status, balance from supplier_bills')).toEqual([{ payment_status: 'paid', balance: '0.00' }])
    office.check()
  },
  WAY_MS,
)

test(
  'what the store sends is taken in by somebody else, with what is missing of it',
  async () => {
    const { page } = store
    const counter = await arrive(browser, house.url, pharmacist)
    await goTo(counter.page, `${house.url}/dashboard/inventory/transfers`)
    await see(counter.page.getByText('Nothing is on its way'))
    await goTo(page, `${house.url}/dashboard/inventory/transfers/new`)
    await page.getByRole('combobox', { name: /^To/ }).click()
    await page.getByRole('option', { name: 'Pharmacy' }).click()
    await scan(page, '9506000134352')
    await expect.poll(() => page.getByLabel('Quantity: Amoxicillin 500 mg').inputValue()).toBe('1')
    await scan(page, '9506000134352')
    await expect.poll(() => page.getByLabel('Quantity: Amoxicillin 500 mg').inputValue()).toBe('2')
    await page.keyboard.press('Control+s')
    await see(toastWith(page, /T-\d+-00001 is on its way to Pharmacy/))

    // The other screen hears of it by itself.
    await counter.page.getByRole('row', { name: /Main store.*Pharmacy/ }).click()
    await see(counter.page.getByRole('button', { name: /Everything arrived/ }))
    await counter.page.keyboard.press('m')
    await counter.page.getByLabel('Lost: Amoxicillin 500 mg').fill('5')
    await counter.page.getByLabel(/^Why did not everything arrive/).fill('One strip was crushed')
    await checkAccessible(counter.page, 'taking in a transfer')
    await counter.page.keyboard.press('Control+s')
    await see(toastWith(counter.page, /T-\d+-00001 is taken in; 5 did not arrive/))
    await see(page.getByText('Arrived in part'))
    expect(
      await house.sql("select l.usable, l.in_transit from stock_levels l join stores s on s.id = l.store_id where s.name = 'Pharmacy'"),
    ).toEqual([{ usable: 195, in_transit: 0 }])
    store.check()
    counter.check()
  },
  WAY_MS,
)

test(
  'the screens of deliveries, bills, returns and transfers look right',
  async () => {
    const at = '/dashboard/inventory'
    await walkRooms(
      browser,
      house.url,
      [
        { address: `${at}/incoming-items`, sign: 'Acacia Medical Stores' },
        { address: `${at}/incoming-items/new`, sign: 'Acacia Medical Stores' },
        { address: `${at}/incoming-items/new?order=${order}`, sign: '0 of 1 lines of the order are here' },
        { address: `${at}/incoming-items/1`, sign: 'AMX77' },
        { address: `${at}/order-bills`, sign: 'A-1044' },
        { address: `${at}/order-bills/1`, sign: 'of which tax' },
        { address: `${at}/order-bills/999999`, sign: 'There is no such bill' },
        { address: `${at}/supplier-returns`, sign: 'Nothing was sent back' },
        { address: `${at}/supplier-returns/new?supplier=1`, sign: 'AMX77' },
        { address: `${at}/transfers`, sign: 'Nothing is on its way' },
        { address: `${at}/transfers/1`, sign: 'One strip was crushed' },
      ],
      { person: administrator, shown: hardest },
    )
  },
  WAY_MS,
)
