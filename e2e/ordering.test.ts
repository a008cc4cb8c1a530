import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { handsOn } from './hands.ts'
import { addPerson, api, type Credentials, type House, openHouse, setUp } from './house.ts'
import { hardest, walkRooms } from './looks.ts'
import { arrive, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 90_000
const ROOM = '/dashboard/inventory'
const SYRINGES = '6001234500017'

let house: House
let browser: Browser
let token: string
let buyer: Credentials
const person = (role: string, name: [string, string]) => addPerson(house, token, role, name)
beforeAll(async () => {
  ;[house, browser] = await Promise.all([openHouse(), openBrowser()])
  token = await setUp(house)
  const add = <T>(path: string, body: unknown, method = 'POST') => api<T>(house.url, method, path, { token, body })
  const supplier = await add<{ id: number }>('/inventory/suppliers/', { name: 'Lakes Medical Stores' })
  const item = (name: string, unit: string) =>
    add<{ id: number }>('/inventory/items/', { name, category: 'consumable', units_of_measure: unit, supplier: supplier.id })
  const gauze = await item('Gauze swab', 'piece')
  const syringe = await item('Syringe 5 ml', 'each')
  await add(`/inventory/items/${gauze.id}/packs/`, { packs: [{ name: 'Packet', units: 100 }] }, 'PUT')
  await add(`/inventory/items/${syringe.id}/packs/`, { packs: [{ name: 'Box', units: 50, barcodes: [SYRINGES] }] }, 'PUT')
  buyer = await person('procurement', ['Mary', 'Otieno'])
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

/** A scanner is a keyboard that is faster than any hand. */
const scan = (page: Page, code: string) =>
  page.evaluate((text) => {
    for (const key of [...Array.from(text), 'Enter'])
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, code)
const line = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test(
  'a pharmacist asks, a manager and a buyer approve, and the buyer orders',
  async () => {
    const asker = await arrive(browser, house.url, await person('pharmacist', ['Peter', 'Kamau']), { at: `${ROOM}/requisitions/new` })
    const { page } = asker
    await see(page.getByPlaceholder(/^Add an item/))
    // The cursor is where an item is looked for.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('placeholder'))).toMatch(/^Add an item/)
    const { type, press } = handsOn(page)
    await type('gauze')
    await press('Enter')
    // The cursor is where the quantity is typed; Enter leads on, and back to the search box.
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset['box'])).toBe('quantity')
    await type('200')
    await press('Enter', 3)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('placeholder'))).toMatch(/^Add an item/)
    await scan(page, SYRINGES)
    await see(line(page, 'Syringe 5 ml'))
    await scan(page, SYRINGES)
    await expect.poll(() => page.getByLabel('Quantity: Syringe 5 ml').inputValue()).toBe('2')
    // What is taken out by its keys comes back.
    await page.getByLabel('Quantity: Gauze swab').press('Control+Delete')
    await seeGone(line(page, 'Gauze swab'))
    await toastWith(page, 'Gauze swab is removed.').getByRole('button', { name: 'Undo' }).click()
    await see(line(page, 'Gauze swab'))
    await page.getByRole('button', { name: 'Submit for approval' }).click()
    await see(page.getByText('Waits for somebody who may approve for the department, other than Peter Kamau.'))
    expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0)

    const manager = await arrive(browser, house.url, await person('lab_manager', ['Ruth', 'Achieng']), {
      at: `${ROOM}/requisitions?tab=waiting`,
    })
    await manager.page.getByText(/^RQ-/).first().click()
    await manager.page.getByRole('button', { name: 'Approve for the department' }).click()
    await see(manager.page.getByText('Waits for somebody who may approve for procurement, other than Peter Kamau and Ruth Achieng.'))

    const { page: desk, check } = await arrive(browser, house.url, buyer)
    await goTo(desk, `${house.url}${ROOM}/requisitions?tab=waiting`)
    await desk.getByText(/^RQ-/).first().click()
    await desk.getByLabel('Approved: Gauze swab').fill('150')
    await see(desk.getByText('Less than requested'))
    await desk.getByRole('button', { name: 'Approve with these quantities' }).click()
    // The one who asked sees it without doing anything.
    await see(page.getByText('Approved', { exact: true }))
    await desk.getByRole('link', { name: 'Make orders' }).click()
    await desk.getByLabel('Price: Gauze swab').fill('3.50')
    await desk.getByLabel('Price: Syringe 5 ml').fill('420')
    await see(desk.getByText('KES 1,365.00'))
    await desk.getByRole('button', { name: 'Make 1 order' }).click()
    // Nobody knows yet what this supplier asks: another buyer looks at the prices.
    await see(desk.getByText(/a price is above what this supplier last asked/))
    await expect.poll(() => desk.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
    const second = await arrive(browser, house.url, await person('procurement', ['John', 'Mutua']), {
      at: `${ROOM}/purchase-orders?tab=waiting`,
    })
    await second.page.getByText(/^PO-/).first().click()
    await second.page.getByRole('button', { name: 'Approve' }).click()
    await desk.getByRole('button', { name: 'Mark as sent' }).click()
    await see(desk.getByText('Sent', { exact: true }))
    expect(
      await house.sql(
        `select o.status, i.quantity_purchased as packs, i.units, s.name from purchase_orders o
         join purchase_order_items i on i.purchase_order_id = o.id join items s on s.id = i.item_id order by s.name`,
      ),
    ).toEqual([
      { status: 'sent', packs: 150, units: 150, name: 'Gauze swab' },
      { status: 'sent', packs: 2, units: 100, name: 'Syringe 5 ml' },
    ])
    for (const screen of [asker, manager, second]) screen.check()
    check()
  },
  WAY_MS,
)

test(
  'axe finds nothing on the screens of purchasing, and nothing runs out of the page',
  async () => {
    const rooms = [
      { address: `${ROOM}/requisitions`, sign: 'RQ-' },
      { address: `${ROOM}/requisitions/new`, sign: 'No lines yet' },
      { address: `${ROOM}/requisitions/1`, sign: 'Approved for procurement' },
      { address: `${ROOM}/requisitions/999999`, sign: 'There is no such requisition' },
      { address: `${ROOM}/purchase-orders`, sign: 'PO-' },
      { address: `${ROOM}/purchase-orders/new`, sign: 'No lines yet' },
      { address: `${ROOM}/purchase-orders/1`, sign: 'Sent to the supplier' },
      { address: `${ROOM}/purchase-orders/from-requisitions`, sign: 'Nothing is waiting to be ordered' },
      { address: `${ROOM}/suppliers`, sign: 'Lakes Medical Stores' },
      { address: `${ROOM}/suppliers/1`, sign: 'Nothing was billed yet' },
    ]
    await walkRooms(browser, house.url, rooms, { person: buyer, shown: hardest })
  },
  WAY_MS * 2,
)
