import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { scan } from './hands.ts'
import { addPerson, administrator, api, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 600_000
const CODE = '6161100012345'

let app: TestServer
let browser: Browser
let token: string
let item: number
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })
  item = (await post('/inventory/items/', { name: 'Amoxicillin 500 mg', category: 'drug', units_of_measure: 'capsule' })).id
  await api(app.url, 'PUT', `/inventory/items/${item}/packs/`, {
    token,
    body: { packs: [{ name: 'Box', units: 100, barcodes: [CODE] }] },
  })
  const opened = { item, quantity_in_stock: 200, purchase_price: '2.50', expiry_date: '2031-05-31' }
  await post('/inventory/inventories/', { ...opened, lot_number: 'A1' })
  await post('/inventory/inventories/', { ...opened, lot_number: 'B2', quantity_in_stock: 50, expiry_date: '2033-05-31' })
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const dialog = (page: Page) => page.getByRole('dialog')
const onHand = async () => {
  const [row] = await app.sql<{ usable: number; minimum: number; reorder_level: number }>(
    `select l.usable, l.minimum, l.reorder_level from stock_levels l join stores s on s.id = l.store_id where l.item_id = $1 and s.kind = 'main'`,
    [item],
  )
  return row
}

test(
  'a storekeeper finds an item, sets its levels, uses some up, writes some off and takes that back',
  async () => {
    const keeper = await addPerson(app, token, 'storekeeper', ['Otieno', 'Juma'])
    const { page, check } = await arrive(browser, app.url, keeper)
    // The reception's board is not theirs: the way to their own room is in sight.
    await see(page.getByRole('heading', { name: 'Today in Inventory' }))
    const today = page.getByRole('list', { name: 'Today in Inventory' })
    for (const work of ['Requisitions to issue 0', 'Deliveries due today 0', 'Low stock 0', 'Out of stock 0', 'Expires in 30 days 0'])
      await see(today.getByRole('link', { name: work, exact: true }))
    await see(page.getByRole('link', { name: 'Receive goods' }))
    await page.getByRole('link', { name: 'Stock', exact: true }).click()
    await page.getByLabel('Name, code or barcode').fill('amox')
    await page.waitForURL(/q=amox/)
    await page.getByRole('row', { name: /Amoxicillin 500 mg/ }).press('Enter')
    await see(dialog(page).getByText('B2'))
    await page.getByRole('link', { name: 'Open item' }).click()
    await see(page.getByRole('heading', { name: 'Amoxicillin 500 mg' }))

    await page.getByLabel('Minimum: Main store').fill('100')
    await page.getByLabel('Reorder level: Main store').fill('60')
    await page.getByLabel('Reorder level: Main store').press('Enter')
    await see(page.getByText('The reorder level cannot be below the minimum.'))
    await page.getByLabel('Reorder level: Main store').fill('245')
    await page.getByLabel('Reorder level: Main store').press('Enter')
    await see(toastWith(page, 'Levels of Main store saved.'))
    await expect.poll(onHand).toEqual({ usable: 250, minimum: 100, reorder_level: 245 })

    // What opened a dialog has the focus again when that is closed.
    const usesUp = page.getByRole('button', { name: /^Consume/ })
    await usesUp.press('Enter')
    await see(dialog(page).getByLabel('Quantity'))
    await page.keyboard.press('Escape')
    await seeGone(dialog(page))
    await expect.poll(() => usesUp.evaluate((node) => node === document.activeElement)).toBe(true)

    await page.getByRole('heading', { name: 'Amoxicillin 500 mg' }).click()
    await page.keyboard.press('u')
    await dialog(page).getByLabel('Quantity').fill('20')
    await dialog(page).getByLabel('Purpose').fill('Dressing round')
    await page.keyboard.press('Control+s')
    await see(toastWith(page, /^Consumed: SN-/))
    await seeGone(dialog(page))
    const ledger = page.getByRole('region', { name: 'Ledger' }).last()
    await see(ledger.getByRole('row', { name: /Consumed.*−20\s*230/ }))
    await see(page.getByText('Low stock'))
    const itemPage = page.url()
    await goTo(page, `${app.url}/dashboard/reception-interface`)
    await page.getByRole('link', { name: 'Low stock 1', exact: true }).click()
    await see(page.getByRole('row', { name: /Amoxicillin 500 mg/ }))
    await goTo(page, `${app.url}/dashboard/inventory`)
    await see(page.getByRole('table', { name: 'To order' }).getByText('Amoxicillin 500 mg'))
    await goTo(page, itemPage)
    await see(ledger.getByRole('row', { name: /Consumed.*−20\s*230/ }))

    await page.keyboard.press('w')
    const first = dialog(page).getByLabel('Quantity of Amoxicillin 500 mg').first()
    await first.fill('181')
    await dialog(page).getByRole('button', { name: 'Write off' }).click()
    await see(dialog(page).getByText('1 to 180'))
    await first.fill('7')
    await dialog(page).getByLabel('Details').fill('Dropped and broken')
    await dialog(page).getByRole('button', { name: 'Write off' }).click()
    const written = toastWith(page, /^Written off: SN-/)
    await see(written)
    await expect.poll(async () => (await onHand())?.usable).toBe(223)
    await written.getByRole('button', { name: 'Undo' }).click()
    await see(toastWith(page, /^Reversed by SN-/))
    await see(ledger.getByRole('row', { name: /reversed.*\+7\s*230/ }))
    await expect.poll(async () => (await onHand())?.usable).toBe(230)

    // A scanner is a keyboard that types faster than a hand: the code of a box opens its item, on any screen.
    await goTo(page, `${app.url}/dashboard/inventory/stores`)
    await see(page.getByRole('rowheader', { name: 'Pharmacy' }))
    await scan(page, CODE)
    await page.waitForURL(`${app.url}/dashboard/inventory/items/${item}`)

    // A lot is recalled from its batch: its list leaves as a file, and the recall is lifted.
    await page.getByRole('button', { name: 'Actions for B2 in Main store' }).click()
    await page.getByRole('menuitem', { name: 'Recall lot' }).click()
    await dialog(page).getByLabel('Reason').fill('Recalled by the maker: broken seals')
    await dialog(page)
      .getByRole('button', { name: /^Recall/ })
      .click()
    await see(page.getByRole('heading', { name: 'Amoxicillin 500 mg · B2' }))
    await expect.poll(async () => (await onHand())?.usable).toBe(180)
    const out = page.getByRole('region', { name: 'Issues and transfers' }).last()
    const [list] = await Promise.all([page.waitForEvent('download'), out.getByRole('button', { name: 'Excel' }).click()])
    expect(list.suggestedFilename()).toMatch(/\.xlsx$/)
    await see(out.getByRole('button', { name: 'Print list' }))
    await page.getByRole('button', { name: 'Lift recall' }).click()
    await dialog(page).getByLabel('Reason').fill('Seals are whole')
    await dialog(page).getByRole('button', { name: 'Lift recall' }).click()
    await see(page.getByText('Lifted', { exact: true }))
    check(/^Could not fetch \S+: 403 /)
  },
  WAY_MS,
)

test(
  'a storekeeper opens stock by hand: a broken line says what is wrong, and a whole one is opened',
  async () => {
    const keeper = await addPerson(app, token, 'storekeeper', ['Amina', 'Yusuf'])
    await api(app.url, 'POST', '/inventory/items/', {
      token,
      body: { name: 'Zinc 20 mg', category: 'drug', units_of_measure: 'tablet' },
    })
    const { page, check } = await arrive(browser, app.url, keeper, { at: '/dashboard/inventory/stock' })
    await page.getByRole('button', { name: 'Opening stock' }).click()
    await see(dialog(page).getByText('Download a template with the clinic’s items'))
    await dialog(page).getByRole('button', { name: 'Enter manually' }).click()
    await dialog(page).getByRole('combobox', { name: 'Item' }).fill('zinc')
    await page.getByRole('option', { name: 'Zinc 20 mg' }).click()
    await dialog(page).getByLabel('Quantity').fill('many')
    await dialog(page).getByLabel('Unit cost').fill('1.50')
    await dialog(page).getByLabel('Lot').fill('Z1')
    await dialog(page).getByLabel('Expiry').fill('30/06/2031')
    await dialog(page).getByRole('button', { name: 'Save stock' }).click()
    await expect.poll(() => dialog(page).getByLabel('Quantity').getAttribute('aria-invalid')).toBe('true')
    await dialog(page).getByLabel('Quantity').fill('300')
    await dialog(page).getByRole('button', { name: 'Save stock' }).click()
    await see(toastWith(page, 'Imported: 1 added, 0 changed.'))
    const lots = () =>
      app.sql<{ lot: string; expires_on: string; quantity: number }>(
        `select b.lot, b.expires_on::text, s.quantity from batch_stock s join batches b on b.id = s.batch_id where b.lot = 'Z1'`,
        [],
      )
    await expect.poll(lots).toEqual([{ lot: 'Z1', expires_on: '2031-06-30', quantity: 300 }])
    check()
  },
  WAY_MS,
)

test(
  'the owner asks for three people, and two others approve a purchase order one after the other',
  async () => {
    const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })
    const officers = [
      await addPerson(app, token, 'procurement', ['Wanjiru', 'Kamau']),
      await addPerson(app, token, 'procurement', ['Halima', 'Abdi']),
    ]
    const supplier = await post('/inventory/suppliers/', { name: 'Wholesale of medicines' })
    const items = [{ item, quantity_purchased: 5, unit_price: '2.00' }]
    const { id, number } = await post<{ id: number; number: string }>('/inventory/purchase-order/', { supplier: supplier.id, items })
    const owner = await arrive(browser, app.url, administrator, { at: '/dashboard/inventory/purchase-orders?tab=others' })
    await see(owner.page.getByRole('row', { name: new RegExp(number) }))
    await owner.page.getByRole('button', { name: 'Approval rule' }).click()
    await dialog(owner.page).getByRole('radio', { name: 'Three users' }).check()
    await dialog(owner.page).getByRole('button', { name: 'Save' }).click()
    await see(toastWith(owner.page, 'Approval rule saved.'))
    owner.check()
    for (const [at, officer] of officers.entries()) {
      const { page, context, check } = await arrive(browser, app.url, officer, { at: '/dashboard/inventory/purchase-orders?tab=waiting' })
      await page.getByRole('row', { name: new RegExp(number) }).press('Enter')
      const approve = page.getByRole('button', { name: `Approve (${at + 1} of 2)` })
      await approve.click()
      await seeGone(approve)
      check()
      await context.close()
    }
    expect(await app.sql('select status, approval_people from purchase_orders where id = $1', [id])).toEqual([
      { status: 'approved', approval_people: 3 },
    ])
    await owner.context.close()
  },
  WAY_MS,
)
