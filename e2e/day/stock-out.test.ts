import { afterAll, beforeAll, expect, test } from 'vitest'
import { administrator } from '../test-server.ts'
import { hardest, walkPages } from '../looks.ts'
import { arrive, checkAccessible, see, toastWith } from '../screen.ts'
import { type EmptyShelves, openEmptyShelves, supply } from './stock-out.ts'

const WAY_MS = 600_000
const AT = '/dashboard/inventory'

let clinic: EmptyShelves
beforeAll(async () => {
  clinic = await openEmptyShelves()
}, WAY_MS)
afterAll(async () => {
  await clinic?.browser.close()
  await clinic?.app.close()
})

test('an empty shelf is asked for, approved twice, ordered, delivered and handed out', () => supply(clinic), WAY_MS)

test(
  'the bill of the supplier is held against order and delivery, and paid',
  async () => {
    const { app, browser, people } = clinic
    const { page, check, context } = await arrive(browser, app.url, people.njeri, { at: `${AT}/order-bills/new?order=1` })
    await page.getByLabel(/^Invoice number/).fill('A-1044')
    await see(page.getByText('The invoice matches the order and the goods received.'))
    await page.getByLabel('Price: Ibuprofen 400 mg').fill('200')
    await see(page.getByText('Ibuprofen 400 mg: 200.00 invoiced, 180.00 agreed'))
    await page.getByLabel('Price: Ibuprofen 400 mg').fill('180')
    await see(page.getByText('The invoice matches the order and the goods received.'))
    const total = await page.locator('.form-foot output').textContent()
    await page.getByLabel(/^Invoice total/).fill(total ?? '')
    await page.keyboard.press('Control+s')
    await see(toastWith(page, 'Invoice A-1044 is recorded.'))
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
    expect(await app.sql('select payment_status, balance from supplier_bills')).toEqual([{ payment_status: 'paid', balance: '0.00' }])
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'axe finds nothing on the screens of purchasing, and nothing runs out of the page',
  async () => {
    const rooms = [
      { address: `${AT}/requisitions`, sign: 'RQ-' },
      { address: `${AT}/requisitions/new`, sign: 'No lines yet' },
      { address: `${AT}/requisitions/1`, sign: 'Approved for procurement' },
      { address: `${AT}/requisitions/999999`, sign: 'Requisition not found' },
      { address: `${AT}/purchase-orders`, sign: 'Part-received' },
      { address: `${AT}/purchase-orders/new`, sign: 'No lines yet' },
      { address: `${AT}/purchase-orders/1`, sign: 'Sent to supplier' },
      { address: `${AT}/purchase-orders/from-requisitions`, sign: 'Nothing to order' },
      { address: `${AT}/suppliers`, sign: 'Acacia Medical Stores' },
      { address: `${AT}/suppliers/1`, sign: 'A-1044' },
    ]
    await walkPages(clinic.browser, clinic.app.url, rooms, { person: clinic.people.mary, shown: hardest })
  },
  WAY_MS,
)

test(
  'the screens of deliveries, bills, returns and transfers look right',
  async () => {
    const rooms = [
      { address: `${AT}/incoming-items`, sign: 'Acacia Medical Stores' },
      { address: `${AT}/incoming-items/new`, sign: 'Acacia Medical Stores' },
      { address: `${AT}/incoming-items/new?order=1`, sign: '0 of 2 order lines entered' },
      { address: `${AT}/incoming-items/1`, sign: 'AMX77' },
      { address: `${AT}/order-bills`, sign: 'A-1044' },
      { address: `${AT}/order-bills/1`, sign: 'of which tax' },
      { address: `${AT}/order-bills/999999`, sign: 'Bill not found' },
      { address: `${AT}/supplier-returns`, sign: 'No returns' },
      { address: `${AT}/supplier-returns/new?supplier=1`, sign: 'IB9' },
      { address: `${AT}/transfers`, sign: 'No transfers in transit' },
      { address: `${AT}/transfers/1`, sign: 'One strip was crushed' },
    ]
    await walkPages(clinic.browser, clinic.app.url, rooms, { person: administrator, shown: hardest })
  },
  WAY_MS,
)
