import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser, reload } from './browser.ts'
import { handsOn } from './hands.ts'
import { addPerson, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, checkAccessible, type Screen, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let token: string
let doctor: Credentials & { id: number }
let room: Screen

const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  doctor = await addPerson(app, token, 'doctor', ['Amina', 'Hassan'])
  const [exempt] = await api<{ id: number }[]>(app.url, 'GET', '/catalogue/tax-classes/', { token })
  for (const name of ['Amoxicillin 500 mg capsule', 'Paracetamol 500 mg tablet', 'Metformin 500 mg tablet'])
    await post('/catalogue/items/', { name, category: 'drug', unit: 'tablet', tax_class: exempt?.id, price: '2.00' })
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

interface Visit {
  id: number
  patient: number
}
const withTheDoctor = async (first_name: string): Promise<Visit> => {
  const person = { first_name, second_name: 'Wekesa', gender: 'female', date_of_birth: '1986-04-12', not_a_duplicate: true }
  const { id: patient } = await post('/patients/patients/', person)
  return post<Visit>('/patients/initiate-attendance-process/', { patient, reason: 'Fever', track: 'doctor', doctor: doctor.id })
}
const addressOf = ({ patient }: Visit) => `${app.url}/dashboard/patients/${patient}?tab=visit`

const label = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
const onButton = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const tray = (page: Page) => page.getByRole('complementary', { name: 'Orders' })
const toPharmacy = (page: Page) => page.locator('[data-part="next-step"]').getByRole('button', { name: /^Pharmacy/ })
const question = (page: Page, title: string) => page.getByRole('dialog', { name: title })

/** Finds a drug as one types, takes the best, and types how it is taken. */
const write = async (page: Page, drug: string, directions: string) => {
  const hands = handsOn(page)
  await see(page.getByLabel('Prescribe drug', { exact: true }))
  await hands.press('Alt+p')
  await expect.poll(() => label(page)).toBe('Prescribe drug')
  await hands.type(drug)
  await see(page.getByRole('option', { name: new RegExp(drug, 'i') }))
  await hands.press('Enter')
  await expect.poll(() => label(page)).toMatch(/^Directions for /)
  await hands.type(directions)
  await hands.press('Enter')
}
const linesOf = ({ id }: Visit) =>
  app.sql<{ name: string }>(
    `select t.name from prescribed_drugs d join items t on t.id = d.item_id join prescriptions s on s.id = d.prescription_id
      where s.visit_id = $1 and d.cancelled_at is null order by t.name`,
    [id],
  )
const pendingOf = async ({ id }: Visit) => {
  const [row] = await app.sql<{ orders: number }>('select sum(orders)::integer as orders from order_drafts where visit_id = $1', [id])
  return row?.orders ?? 0
}
const trackOf = async ({ id }: Visit) => (await app.sql<{ track: string }>('select track from visits where id = $1', [id]))[0]?.track
const signedIn = async ({ id }: Visit) =>
  (await app.sql('select id from consultations where visit_id = $1 and signed_at is not null', [id])).length

let kept: Visit
let left: Visit
let next: Visit

test(
  'signing asks about three drugs that are not sent, stays by Escape, and sends them by Enter',
  async () => {
    const visit = await withTheDoctor('Achieng')
    kept = await withTheDoctor('Baraka')
    left = await withTheDoctor('Chebet')
    next = await withTheDoctor('Dalila')
    room = await arrive(browser, app.url, doctor, { at: `/dashboard/patients/${visit.patient}?tab=visit` })
    const { page } = room
    const hands = handsOn(page)
    const box = page.getByRole('textbox', { name: 'Complaint', exact: true })
    await see(box)
    await box.focus()
    await hands.type('Fever')
    await write(page, 'metformin', '1 tab bd 5/7')
    await write(page, 'paracetamol', '2 tabs tds 3/7')
    await write(page, 'amoxicillin', '1 cap tds 5/7')
    await see(tray(page).getByText('3 not sent'))
    await expect.poll(() => pendingOf(visit)).toBe(3)

    await hands.press('Control+Enter')
    const dialog = question(page, '3 unsent orders')
    await see(dialog)
    await expect.poll(() => onButton(page)).toBe('Send and continue')
    await checkAccessible(page, 'the question about orders that are not sent')
    await hands.press('Escape')
    await seeGone(dialog)
    expect([await signedIn(visit), (await linesOf(visit)).length]).toEqual([0, 0])

    await hands.press('Control+Enter')
    await see(dialog)
    await expect.poll(() => onButton(page)).toBe('Send and continue')
    await hands.press('Enter')
    await see(toastWith(page, 'Note signed.'))
    await seeGone(tray(page).getByText('3 not sent'))
    expect((await linesOf(visit)).map(({ name }) => name)).toEqual([
      'Amoxicillin 500 mg capsule',
      'Metformin 500 mg tablet',
      'Paracetamol 500 mg tablet',
    ])
    expect([await signedIn(visit), await pendingOf(visit)]).toEqual([1, 0])
    // Nothing is pending: on to the pharmacy and to the next patient without a question.
    await see(toPharmacy(page))
    await hands.press('Alt+s')
    await expect.poll(() => trackOf(visit)).toBe('pharmacy')
    await hands.press('Alt+n')
    await see(page.getByRole('heading', { name: 'Baraka Wekesa' }))
    room.check()
  },
  WAY_MS,
)

test(
  'orders that are kept at signing are asked about again when the patient moves on, and go with the visit',
  async () => {
    const { page } = room
    const hands = handsOn(page)
    const box = page.getByRole('textbox', { name: 'Complaint', exact: true })
    await see(box)
    await box.focus()
    await hands.type('Cough')
    await write(page, 'paracetamol', '2 tabs tds 3/7')
    await see(tray(page).getByText('1 not sent'))
    await hands.press('Control+Enter')
    const dialog = question(page, '1 unsent order')
    await see(dialog)
    await expect.poll(() => onButton(page)).toBe('Send and continue')
    await hands.press('Shift+Tab')
    await expect.poll(() => onButton(page)).toBe('Continue and keep them')
    await hands.press('Enter')
    await see(toastWith(page, 'Note signed.'))

    await see(toPharmacy(page))
    await toPharmacy(page).press('Enter')
    await see(dialog)
    await expect.poll(() => onButton(page)).toBe('Send and continue')
    expect(await trackOf(kept)).toBe('doctor')
    await hands.press('Shift+Tab')
    await hands.press('Enter')
    await expect.poll(() => trackOf(kept)).toBe('pharmacy')
    expect([await pendingOf(kept), (await linesOf(kept)).length]).toEqual([1, 0])

    // Said once for the visit: the next patient comes without one more question.
    await hands.press('Alt+n')
    await see(page.getByRole('heading', { name: 'Chebet Wekesa' }))
    room.check()
  },
  WAY_MS,
)

test(
  'next patient, another page and the tab ask; another machine has the basket, sends it, and this one orders nothing twice',
  async () => {
    const { page } = room
    const hands = handsOn(page)
    await write(page, 'metformin', '1 tab bd 5/7')
    await see(tray(page).getByText('1 not sent'))
    const dialog = question(page, '1 unsent order')
    await hands.press('Alt+n')
    await see(dialog)
    await hands.press('Escape')
    await seeGone(dialog)
    await see(page.getByRole('heading', { name: 'Chebet Wekesa' }))

    const asked: string[] = []
    page.on('dialog', (one) => asked.push(one.type()))
    await expect.poll(() => pendingOf(left)).toBe(1)
    await reload(page)
    await see(tray(page).getByText('1 not sent'))
    expect(asked).toEqual(['beforeunload'])

    const menu = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'My queue', exact: true })
    await menu.press('Enter')
    await see(dialog)
    await hands.press('Escape')
    await seeGone(dialog)
    await see(page.getByRole('heading', { name: 'Chebet Wekesa' }))

    // Another machine: the same doctor, a browser that knows nothing.
    const other = await arrive(browser, app.url, doctor, { at: `/dashboard/patients/${left.patient}?tab=visit` })
    const there = handsOn(other.page)
    await see(tray(other.page).getByText('1 not sent'))
    await see(tray(other.page).getByText('Metformin 500 mg tablet'))
    await write(other.page, 'paracetamol', '2 tabs tds 3/7')
    await see(tray(page).getByText('2 not sent'))
    await there.press('Control+o')
    await see(toastWith(other.page, '2 orders sent.'))
    await seeGone(tray(page).getByText(/not sent/))
    expect((await linesOf(left)).map(({ name }) => name)).toEqual(['Metformin 500 mg tablet', 'Paracetamol 500 mg tablet'])
    expect(await pendingOf(left)).toBe(0)
    other.check()
    await other.context.close()

    await menu.press('Enter')
    const own = page.getByRole('region', { name: 'Unsent orders' })
    await see(own.getByRole('link', { name: 'Baraka Wekesa' }))
    expect(await own.getByRole('listitem').count()).toBe(1)
    await checkAccessible(page, 'the queue with orders that are not sent')
    room.check()
  },
  WAY_MS,
)

test(
  'the next department reads who has orders pending, and closing the visit asks',
  async () => {
    const pharmacist = await addPerson(app, token, 'pharmacist', ['Peter', 'Mutua'])
    const counter = await arrive(browser, app.url, pharmacist, { at: `/dashboard/patients/${kept.patient}` })
    await see(counter.page.getByText('Pending orders: 1, by Amina Hassan'))
    const shown = await counter.page.content()
    expect(shown.includes('Paracetamol 500 mg tablet')).toBe(false)
    await counter.context.close()

    const manager = await arrive(
      browser,
      app.url,
      { email: 'asha@clinic.example', password: 'a lamp beside the river' },
      {
        at: `/dashboard/reception-interface?visit=${kept.id}`,
      },
    )
    const { page } = manager
    await see(page.getByRole('dialog').getByText('Pending orders: 1, by Amina Hassan'))
    await checkAccessible(page, 'a visit with orders pending', { part: '[role="dialog"]' })
    await page.getByRole('button', { name: /Close visit: Complete/ }).click()
    const dialog = question(page, 'End visit with unsent orders?')
    await see(dialog.getByText(/Pending orders: 1, by Amina Hassan/))
    await handsOn(page).press('Escape')
    await seeGone(dialog)
    expect(await trackOf(kept)).toBe('pharmacy')
    manager.check()
    await manager.context.close()
  },
  WAY_MS,
)

test(
  'signing out names the patients with orders that are not sent, and keeps them on the server',
  async () => {
    const { page } = room
    const hands = handsOn(page)
    await goTo(page, addressOf(next))
    await write(page, 'amoxicillin', '1 cap tds 5/7')
    await see(tray(page).getByText('1 not sent'))
    const signOut = async () => {
      await page.getByRole('button', { name: /Amina Hassan/ }).press('Enter')
      await page.getByRole('menuitem', { name: 'Sign out', exact: true }).press('Enter')
    }
    await signOut()
    const dialog = question(page, '2 unsent orders')
    await see(dialog.getByText(/Dalila Wekesa: 1/))
    await see(dialog.getByText(/Baraka Wekesa: 1/))
    await hands.press('Escape')
    await seeGone(dialog)
    await see(tray(page).getByText('1 not sent'))
    await signOut()
    await see(dialog)
    await expect.poll(() => onButton(page)).toBe('Sign out and keep them')
    await hands.press('Enter')
    await see(page.getByRole('button', { name: 'Sign in' }))
    expect([await pendingOf(next), await pendingOf(kept), (await linesOf(next)).length]).toEqual([1, 1, 0])
    room.check()
  },
  WAY_MS,
)
