import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { focusOf } from './day/places.ts'
import { handsOn } from './hands.ts'
import { addPerson, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, checkAccessible, type Screen, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let token: string
let nurse: Credentials
let doctor: Credentials
let room: Screen
let patient: number

const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  nurse = await addPerson(app, token, 'nurse', ['Neema', 'Akoth'])
  doctor = await addPerson(app, token, 'doctor', ['Amina', 'Hassan'])
  const [exempt] = await api<{ id: number }[]>(app.url, 'GET', '/catalogue/tax-classes/', { token })
  const drug = { name: 'Doxycycline 100 mg capsule', category: 'drug', unit: 'capsule', tax_class: exempt?.id, price: '4.00' }
  await post('/catalogue/items/', drug)
  const [specimen] = await api<{ id: number }[]>(app.url, 'GET', '/lab/specimens/', { token })
  await post('/lab/lab-test-panel/', { code: 'UCUL', name: 'Urine culture', kind: 'text', specimen: specimen?.id, create_item: true })
  const mercy = { first_name: 'Mercy', second_name: 'Kundu', gender: 'female', date_of_birth: '1998-06-09', not_a_duplicate: true }
  patient = (await post('/patients/patients/', mercy)).id
  await post('/patients/initiate-attendance-process/', { patient, reason: 'Antenatal visit', track: 'triage' })
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

/** A day of the clinic, so many days before its today, as a hand types it. */
const dayBefore = async (days: number) => {
  const [row] = await app.sql<{ day: string }>(
    "select to_char((now() at time zone time_zone)::date - $1::integer, 'DD/MM/YYYY') as day from company",
    [days],
  )
  return row?.day ?? ''
}
const recorded = () => app.sql('select source, dated_by, outcome from pregnancies where patient_id = $1 order by id', [patient])
const banner = (page: Page) => page.locator('[data-part="banner"]')
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Pregnancy' })
const isInNote = (page: Page) => expect.poll(focusOf(page)('id')).toBe('note-complaint')

test(
  'a nurse is asked for a pregnancy first, answers with a key, and the score of adults is not used',
  async () => {
    const { page, context, check } = await arrive(browser, app.url, nurse, { at: '/dashboard/nursing-interface' })
    const hands = handsOn(page)
    await see(page.locator('[data-part="nurse-list"]').getByText('Mercy Kundu'))
    await hands.press('n')
    await see(page.getByRole('heading', { name: 'Mercy Kundu' }))
    await expect.poll(focusOf(page)('path')).toBe('line')
    const question = page.getByRole('radiogroup', { name: 'Pregnant?' })
    expect(await question.getByRole('radio', { name: 'Not asked' }).isChecked()).toBe(true)
    await hands.press('Shift+Tab')
    await expect.poll(() => question.locator('input:focus').count()).toBe(1)
    await hands.press('y')
    await expect.poll(() => question.getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true)
    await see(page.getByText('No score: NEWS2 does not apply in pregnancy.'))
    await checkAccessible(page, 'the question for a pregnancy')
    await hands.press('Tab')
    await expect.poll(focusOf(page)('path')).toBe('line')
    await hands.type('T 36.8 P 88 BP 118/76 R 16 S 98 RA A L 4')
    await hands.press('Alt+d')
    await see(toastWith(page, /Mercy Kundu sent to Doctor/))
    expect(await recorded()).toEqual([{ source: 'patient said', dated_by: null, outcome: null }])
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'a doctor sees it in queue and header, dates it with a key from the note, and the cursor goes back into it',
  async () => {
    room = await arrive(browser, app.url, doctor, { at: '/dashboard/doctor-interface?patients=all' })
    const { page } = room
    const hands = handsOn(page)
    await see(page.getByRole('row', { name: /Mercy Kundu/ }).getByText('Pregnant, not dated'))
    await goTo(page, `${app.url}/dashboard/patients/${patient}?tab=visit`)
    await see(banner(page).getByText('Pregnant, not dated'))
    const complaint = page.locator('#note-complaint')
    await complaint.click()
    await isInNote(page)
    await hands.type('Nausea')
    await hands.press('Alt+u')
    await see(dialogOf(page))
    await expect.poll(focusOf(page)('path')).toBe('lmp')
    await hands.type(await dayBefore(87))
    await see(dialogOf(page).getByText(/Last period: due .*, today 12w 3d/))
    await checkAccessible(page, 'the dating of a pregnancy', { part: '[role="dialog"]' })
    await hands.press('Control+s')
    await seeGone(dialogOf(page))
    await see(banner(page).getByText(/^Pregnant 12w 3d, due /))
    await see(page.getByRole('complementary', { name: 'Orders' }).getByText('Pregnant 12w 3d'))
    await isInNote(page)
    await hands.type(' since Monday')
    expect(await complaint.inputValue()).toBe('Nausea since Monday')
    expect(await recorded()).toEqual([{ source: 'patient said', dated_by: 'last period', outcome: null }])
  },
  WAY_MS,
)

test(
  'a drug that must not be taken in pregnancy stops, and a laboratory order carries the pregnancy of the record',
  async () => {
    const { page } = room
    const hands = handsOn(page)
    const orders = page.getByRole('complementary', { name: 'Orders' })
    await hands.press('Alt+p')
    await expect.poll(focusOf(page)('name')).toBe('Prescribe drug')
    await hands.type('doxycycline')
    await see(page.getByRole('option', { name: /doxycycline/i }))
    await hands.press('Enter')
    await expect.poll(focusOf(page)('name')).toMatch(/^Directions for /)
    await hands.type('1 cap bd 7/7')
    await see(orders.getByText(/must not be taken in pregnancy/))
    await hands.press('Control+o')
    const stop = page.getByRole('dialog', { name: 'This may harm the patient' })
    await see(stop.getByText(/Pregnancy: Doxycycline/))
    await expect.poll(focusOf(page)('text')).toBe('Go back')
    await hands.press('Enter')
    await seeGone(stop)
    await orders.getByRole('button', { name: 'Remove Doxycycline 100 mg capsule' }).press('Enter')
    await seeGone(orders.getByText(/must not be taken in pregnancy/))

    await hands.press('Alt+t')
    await expect.poll(focusOf(page)('placeholder')).toBe('Profile or test')
    await hands.type('urine')
    await see(page.getByRole('option', { name: /Urine culture/ }))
    await hands.press('Enter')
    expect(await orders.getByRole('checkbox', { name: 'Pregnant 12w 3d' }).isChecked()).toBe(true)
    await checkAccessible(page, 'the workspace of a pregnant patient')
    await hands.press('Control+o')
    await see(toastWith(page, '1 order sent.'))
    const requests = await api<{ is_pregnant: boolean | null }[]>(app.url, 'GET', '/lab/lab-test-requests/', { token })
    expect(requests.map(({ is_pregnant }) => is_pregnant)).toEqual([true])
  },
  WAY_MS,
)

test(
  'its outcome ends it: the header changes, and the history keeps it',
  async () => {
    const { page } = room
    const hands = handsOn(page)
    await page.locator('#note-complaint').click()
    await isInNote(page)
    await hands.press('Alt+u')
    await see(dialogOf(page))
    await expect.poll(focusOf(page)('path')).toBe('lmp')
    await hands.press('Shift+Tab')
    await expect
      .poll(() =>
        dialogOf(page)
          .getByRole('radio', { name: 'Dating' })
          .evaluate((at) => at === document.activeElement),
      )
      .toBe(true)
    await hands.press('o')
    await expect.poll(() => dialogOf(page).getByRole('radio', { name: 'Outcome' }).isChecked()).toBe(true)
    await hands.click(dialogOf(page).getByRole('combobox', { name: 'Outcome' }))
    await hands.click(page.getByRole('option', { name: 'Miscarriage' }))
    await hands.press('Tab')
    await expect.poll(focusOf(page)('path')).toBe('ended_on')
    await hands.type(await dayBefore(0))
    await checkAccessible(page, 'the outcome of a pregnancy', { part: '[role="dialog"]' })
    await hands.press('Control+s')
    await seeGone(dialogOf(page))
    await see(banner(page).getByText(/^Not pregnant/))
    await seeGone(banner(page).getByText(/^Pregnant/))
    await isInNote(page)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await goTo(page, `${app.url}/dashboard/patients/${patient}?tab=pregnancies`)
    await see(page.getByRole('region', { name: /^Miscarriage/ }).getByText(/Neema Akoth/))
    await checkAccessible(page, 'the pregnancies of a patient')
    room.check()
  },
  WAY_MS,
)
