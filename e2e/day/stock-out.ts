import { expect } from 'vitest'
import { goTo, openBrowser } from '../browser.ts'
import { scan } from '../hands.ts'
import { addPerson, api, type Credentials, type TestServer, startTestServer, setUp } from '../test-server.ts'
import { checkAccessible, openFromMore, see, seeGone, toastWith, untilKept } from '../screen.ts'
import { beginJourney, come, type Person } from './journey.ts'
import { focusOf, row } from './places.ts'

const SECTION = '/dashboard/inventory'
const AMOXICILLIN = 'Amoxicillin 500 mg'
const IBUPROFEN = 'Ibuprofen 400 mg'
const GAUZE = 'Gauze swab'
const codes = { [AMOXICILLIN]: '9506000134352', [IBUPROFEN]: '6161100012349' } as const

const staff = {
  caroline: ['pharmacist', 'Caroline', 'Simiyu'],
  achieng: ['lab_manager', 'Ruth', 'Achieng'],
  mary: ['procurement', 'Mary', 'Otieno'],
  john: ['procurement', 'John', 'Mutua'],
  josphat: ['storekeeper', 'Josphat', 'Musyoka'],
  njeri: ['accountant', 'Ruth', 'Njeri'],
} as const

export interface EmptyShelves {
  app: TestServer
  browser: Awaited<ReturnType<typeof openBrowser>>
  token: string
  people: Record<keyof typeof staff, Credentials>
}

const box = (code: string) => ({ name: 'Box of 100', units: 100, barcodes: [code] })

/** A clinic with a supplier and nothing on its shelves; somebody waits at the pharmacy for amoxicillin. */
export const openEmptyShelves = async (): Promise<EmptyShelves> => {
  const [app, browser] = await Promise.all([startTestServer(), openBrowser()])
  const token = await setUp(app)
  const add = <T = { id: number }>(path: string, body: unknown, method = 'POST') => api<T>(app.url, method, path, { token, body })
  const people = {} as EmptyShelves['people']
  for (const [name, [role, first, last]] of Object.entries(staff))
    people[name as keyof typeof staff] = await addPerson(app, token, role, [first, last])
  const supplier = await add('/inventory/suppliers/', { name: 'Acacia Medical Stores' })
  const item = async (name: string, category: string, unit: string, pack: object) => {
    const { id } = await add('/inventory/items/', { name, category, units_of_measure: unit, supplier: supplier.id })
    await add(`/inventory/items/${id}/packs/`, { packs: [pack] }, 'PUT')
    return id
  }
  const amoxicillin = await item(AMOXICILLIN, 'drug', 'capsule', box(codes[AMOXICILLIN]))
  await item(IBUPROFEN, 'drug', 'capsule', box(codes[IBUPROFEN]))
  await item(GAUZE, 'consumable', 'piece', { name: 'Packet', units: 100 })
  const { id: patient } = await add('/patients/patients/', {
    first_name: 'Zawadi',
    second_name: 'Njoroge',
    gender: 'female',
    date_of_birth: '1986-04-12',
    not_a_duplicate: true,
  })
  await add('/patients/initiate-attendance-process/', { patient, reason: 'Fever', track: 'pharmacy' })
  await add('/patients/prescriptions/', { patient, prescribed_drugs: [{ item: amoxicillin, directions: '1 cap tds 5/7' }] })
  return { app, browser, token, people }
}

const line = ({ page }: Person, name: string) => page.getByRole('row').filter({ hasText: name })
const searchBox = /^Add an item/

const findNone = async ({ page, hands }: Person) => {
  await hands.press('/')
  await expect.poll(focusOf(page)('name')).toBe('Name or number, or scan a prescription')
  await hands.press('ArrowDown')
  await expect.poll(focusOf(page)('text')).toContain('Zawadi Njoroge')
  await hands.press('Enter')
  await see(page.getByText('0 on the shelf'))
  await see(page.getByText('Not now, 15 owed'))
}

const askForGoods = async (counter: Person) => {
  const { page, hands } = counter
  const at = focusOf(page)
  await hands.click(page.getByRole('link', { name: 'Request stock' }))
  // The cursor is where an item is looked for.
  await expect.poll(at('placeholder')).toMatch(searchBox)
  await hands.type('gauze')
  await hands.press('Enter')
  // The cursor is where the quantity is typed; Enter leads on, and back to the search box.
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset['box'])).toBe('quantity')
  await hands.type('200')
  await hands.press('Enter', 3)
  await expect.poll(at('placeholder')).toMatch(searchBox)
  for (const [name, times] of [
    [AMOXICILLIN, 3],
    [IBUPROFEN, 4],
  ] as const)
    for (let time = 1; time <= times; time += 1) {
      await scan(page, codes[name])
      await expect.poll(() => page.getByLabel(`Quantity: ${name}`).inputValue()).toBe(String(time))
    }
  // What is taken out by its keys comes back.
  await hands.click(page.getByLabel(`Quantity: ${GAUZE}`))
  await hands.press('Control+Delete')
  await seeGone(line(counter, GAUZE))
  await hands.click(toastWith(page, `${GAUZE} removed.`).getByRole('button', { name: 'Undo' }))
  await see(line(counter, GAUZE))
  await hands.click(page.getByRole('button', { name: 'Submit for approval' }))
  await see(page.getByText('Awaiting department approval by a user other than Caroline Simiyu.'))
  expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
}

const approveForDepartment = async ({ page, hands }: Person) => {
  await hands.click(page.getByText(/^RQ-/).first())
  await hands.click(page.getByRole('button', { name: 'Approve for the department' }))
  await see(page.getByText('Awaiting procurement approval by a user other than Caroline Simiyu and Ruth Achieng.'))
}

const approveForProcurement = async ({ page, hands }: Person) => {
  await hands.click(page.getByText(/^RQ-/).first())
  await hands.click(page.getByLabel(`Approved: ${GAUZE}`))
  await hands.press('Control+a')
  await hands.type('150')
  await see(page.getByText('Less than requested'))
  await hands.click(page.getByRole('button', { name: 'Approve these quantities' }))
}

const order = async ({ page, hands }: Person) => {
  await hands.click(page.getByRole('link', { name: 'Create orders' }))
  for (const [name, price] of [
    [GAUZE, '3.50'],
    [AMOXICILLIN, '250'],
    [IBUPROFEN, '180'],
  ] as const) {
    await hands.click(page.getByLabel(`Price: ${name}`))
    await hands.press('Control+a')
    await hands.type(price)
  }
  await see(page.getByText('KES 1,995.00'))
  await hands.click(page.getByRole('button', { name: 'Create 1 order' }))
  // Two people take part: the author does not approve.
  await see(page.getByText('You created or changed this order: another user must approve it.'))
  await expect.poll(() => page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
}

const scanDelivery = async ({ page, hands }: Person) => {
  const at = focusOf(page)
  await hands.click(page.getByRole('row', { name: /Acacia Medical Stores/ }))
  await see(page.getByText('0 of 3 order lines entered'))
  await see(page.getByLabel(`Received: ${AMOXICILLIN}`))
  await scan(page, `01${codes[AMOXICILLIN].padStart(14, '0')}1728033110AMX77`)
  await expect.poll(at('name')).toBe(`Received: ${AMOXICILLIN}`)
  await hands.type('1')
  // In the middle of the line the next pack is scanned: of another lot.
  await scan(page, `01${codes[AMOXICILLIN].padStart(14, '0')}1728063010AMX78`)
  await expect.poll(() => page.getByLabel(`Lot: ${AMOXICILLIN}`).nth(1).inputValue()).toBe('AMX78')
  await expect.poll(at('name')).toBe(`Received: ${AMOXICILLIN}`)
  expect(await page.getByLabel(`Received: ${AMOXICILLIN}`).first().inputValue()).toBe('1')
  // Enter in an empty box takes in all that is missing: two of three boxes.
  await hands.press('Enter')
  expect(await page.getByLabel(`Received: ${AMOXICILLIN}`).nth(1).inputValue()).toBe('2')

  await scan(page, codes[IBUPROFEN])
  await expect.poll(at('name')).toBe(`Received: ${IBUPROFEN}`)
  await hands.type('3')
  await see(page.getByText('1 short'))
  await hands.press('Enter')
  await expect.poll(at('name')).toBe(`Lot: ${IBUPROFEN}`)
  await hands.type('ib9')
  await hands.press('Enter')
  await hands.type('0328')
  await hands.press('Enter')
  expect(await page.getByLabel(`Expires: ${IBUPROFEN}`).inputValue()).toBe('31.03.2028')
  await see(page.getByText('2 of 3 order lines entered'))
  await checkAccessible(page, 'a delivery half typed')
}

/** What was typed survives a page that is loaded again. */
const loadAgain = async ({ page }: Person) => {
  await untilKept(page, 'IB9')
  await goTo(page, page.url())
  await see(page.getByText('Draft restored'))
  await expect.poll(() => page.getByLabel(`Lot: ${IBUPROFEN}`).inputValue()).toBe('IB9')
  expect(await page.getByLabel(`Received: ${AMOXICILLIN}`).nth(1).inputValue()).toBe('2')
}

const takeIn = async ({ page, hands }: Person) => {
  await hands.press('Control+s')
  await see(toastWith(page, /GRN-\d+-00001 received/))
  await see(page.getByRole('row', { name: /Amoxicillin 500 mg.*AMX78/ }))
}

const sendToPharmacy = async ({ page, hands }: Person) => {
  await hands.click(page.getByRole('link', { name: 'Transfers', exact: true }))
  await hands.click(page.getByRole('button', { name: /^Send stock/ }))
  await hands.click(page.getByRole('combobox', { name: /^To/ }))
  await hands.click(page.getByRole('option', { name: 'Pharmacy' }))
  for (const times of ['1', '2']) {
    await scan(page, codes[AMOXICILLIN])
    await expect.poll(() => page.getByLabel(`Quantity: ${AMOXICILLIN}`).inputValue()).toBe(times)
  }
  await hands.press('Control+s')
  await see(toastWith(page, /T-\d+-00001 is in transit to Pharmacy/))
}

/** The pharmacist's screen hears of it by itself. */
const takeInAtPharmacy = async ({ page, hands }: Person) => {
  await hands.click(page.getByRole('row', { name: /Main store.*Pharmacy/ }))
  await see(page.getByRole('button', { name: /Receive all/ }))
  await hands.press('m')
  await hands.click(page.getByLabel(`Lost: ${AMOXICILLIN}`).first())
  await hands.press('Control+a')
  await hands.type('5')
  await hands.click(page.getByLabel(/^Reason for the shortage/))
  await hands.type('One strip was crushed')
  await checkAccessible(page, 'taking in a transfer')
  await hands.press('Control+s')
  await see(toastWith(page, /T-\d+-00001 received; 5 did not arrive/))
}

const dispense = async ({ page, hands }: Person) => {
  await hands.click(page.getByRole('link', { name: 'Prescriptions', exact: true }))
  await hands.click(row(page, 'Zawadi Njoroge'))
  await expect.poll(focusOf(page)('name')).toBe(`Dispense: ${AMOXICILLIN}`)
  await see(page.getByText('195 on the shelf'))
  await hands.press('Control+Enter')
  await see(page.getByRole('region', { name: 'Dispensed' }).getByText(AMOXICILLIN))
}

/** The shelf is empty: asked for, approved twice, ordered, delivered, sent over, and handed out. */
export const supply = async (clinic: EmptyShelves) => {
  const { app, browser, people } = clinic
  const journey = beginJourney('A stock-out, with requisition to delivery')
  const counter = await come(browser, app.url, 'Pharmacy', people.caroline, { at: '/dashboard/pharmacy' })
  await see(row(counter.page, 'Zawadi Njoroge'))
  await journey.step(counter, 'finds none on the shelf', () => findNone(counter))
  await journey.step(counter, 'asks for goods', () => askForGoods(counter))
  const requisitions = { at: `${SECTION}/requisitions?tab=waiting` }
  const manager = await come(browser, app.url, 'Department', people.achieng, requisitions)
  await journey.step(manager, 'approves for the department', () => approveForDepartment(manager))
  const buyer = await come(browser, app.url, 'Procurement', people.mary, requisitions)
  await journey.step(buyer, 'approves for procurement, with less gauze', () => approveForProcurement(buyer))
  // The one who asked sees it without doing anything.
  await see(counter.page.getByText('Approved', { exact: true }))
  await journey.step(buyer, 'makes the order', () => order(buyer))
  const second = await come(browser, app.url, 'Procurement', people.john, { at: `${SECTION}/purchase-orders?tab=waiting` })
  await journey.step(second, 'approves its prices', async () => {
    await second.hands.click(second.page.getByText(/^PO-/).first())
    await second.hands.click(second.page.getByRole('button', { name: 'Approve' }))
    await seeGone(second.page.getByRole('button', { name: 'Approve' }))
  })
  await journey.step(buyer, 'sends it', async () => {
    await buyer.hands.click(buyer.page.getByRole('button', { name: 'Mark as sent' }))
    await see(buyer.page.getByText('Sent', { exact: true }))
  })
  expect(
    await app.sql(
      `select o.status, i.quantity_purchased as packs, i.units, s.name from purchase_orders o
       join purchase_order_items i on i.purchase_order_id = o.id join items s on s.id = i.item_id order by s.name`,
    ),
  ).toEqual([
    { status: 'sent', packs: 3, units: 300, name: AMOXICILLIN },
    { status: 'sent', packs: 150, units: 150, name: GAUZE },
    { status: 'sent', packs: 4, units: 400, name: IBUPROFEN },
  ])
  const store = await come(browser, app.url, 'Store', people.josphat, { at: `${SECTION}/incoming-items/new` })
  const scanned = 'scans the delivery: lots and days of expiry come from the packs'
  await journey.step(store, scanned, () => scanDelivery(store), { clicks: 1 })
  await journey.step(store, 'loads the page again half way: what was typed is there', () => loadAgain(store))
  await journey.step(store, 'takes the delivery in', () => takeIn(store))
  expect(
    await app.sql('select b.lot, b.expires_on::text, s.quantity from batch_stock s join batches b on b.id = s.batch_id order by 1'),
  ).toEqual([
    { lot: 'AMX77', expires_on: '2028-03-31', quantity: 100 },
    { lot: 'AMX78', expires_on: '2028-06-30', quantity: 200 },
    { lot: 'IB9', expires_on: '2028-03-31', quantity: 300 },
  ])
  await openFromMore(counter.page, 'Transfers', counter.hands.click)
  await see(counter.page.getByText('No transfers in transit'))
  await journey.step(store, 'sends two boxes to the pharmacy', () => sendToPharmacy(store))
  await journey.step(counter, 'takes them in, with what was lost', () => takeInAtPharmacy(counter))
  await see(store.page.getByText('Part-received'))
  expect(
    await app.sql("select l.usable, l.in_transit from stock_levels l join stores s on s.id = l.store_id where s.name = 'Pharmacy'"),
  ).toEqual([{ usable: 195, in_transit: 0 }])
  await journey.step(counter, 'hands the amoxicillin out', () => dispense(counter))
  journey.end({ loaded: new Map([[store, 1]]) })
  await Promise.all([counter, manager, buyer, second, store].map(({ context }) => context.close()))
}
