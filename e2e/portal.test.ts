import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterPassword, goTo, openBrowser } from './browser.ts'
import { administrator, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { type Look, walkPages } from './looks.ts'
import { checkScreen } from './phone.ts'
import { arrive, openScreen, see } from './screen.ts'

const WAY_MS = 600_000
const HOME = '/patient-overview'
const phone = { width: 390, height: 844 }
const onPhone: readonly Look[] = [
  { ...phone, dark: false },
  { ...phone, dark: true },
]

let app: TestServer
let browser: Browser
let token: string
const wambui: Credentials = { email: 'wambui@patients.example', password: 'jua kali na mvua' }
const newcomer: Credentials = { email: 'otieno@patients.example', password: 'mvua na jua kali' }

const register = (first_name: string, { email, password }: Credentials) =>
  api(app.url, 'POST', '/users/register/', { body: { first_name, last_name: 'Karanja', email, password, date_of_birth: '1990-02-03' } })

/** A record with something in every room. */
const fillRecord = async (patient: number) => {
  await app.sql(`update patients set user_id = (select id from users where email = $2) where id = $1`, [patient, wambui.email])
  await app.sql(
    `insert into appointments (patient_id, number, appointment_date_time, ends_at, reason, status, created_at, changed_at)
     values ($1, 'A-1', now() + interval '3 days', now() + interval '3 days 20 minutes', 'Review', 'confirmed', now(), now())`,
    [patient],
  )
  await app.sql(`insert into patient_medicines (patient_id, name, recorded_at) values ($1, 'Metformin 500 mg', now())`, [patient])
}

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  await Promise.all([register('Wambui', wambui), register('Otieno', newcomer)])
  const { id } = await api<{ id: number }>(app.url, 'POST', '/patients/patients/', {
    token,
    body: { first_name: 'Wambui', second_name: 'Karanja', gender: 'female', phone: '0722 111 222' },
  })
  await fillRecord(id)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const card = (page: Page, name: RegExp) => page.locator('[data-part="portal-card"]').filter({ hasText: name })

test(
  'a patient signs in on a phone, sees what comes next, and gets to it and back',
  async () => {
    const { page, check, context } = await openScreen(browser, { ...phone })
    await goTo(page, `${app.url}/auth/login`)
    await enterPassword(page, wambui)
    await page.waitForURL(app.url + HOME)
    await see(page.getByRole('heading', { name: 'Welcome, Wambui Karanja' }))
    await see(card(page, /Next appointment/))
    await see(card(page, /1 medicine to take now.*Metformin/))
    // Nothing of the house that the staff sees.
    expect(await page.locator('.find, .menu').count()).toBe(0)
    await checkScreen(page, 'the overview')

    await page.getByRole('link', { name: 'More' }).click()
    await see(page.getByRole('heading', { name: 'More' }))
    await checkScreen(page, 'more rooms')
    await page.getByRole('link', { name: 'Bills' }).click()
    await page.waitForURL(`${app.url}${HOME}/bills`)
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await see(card(page, /Next appointment/))
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'every room opens in light and in dark',
  () =>
    walkPages(
      browser,
      app.url,
      [
        { address: HOME, sign: 'Welcome, Wambui Karanja' },
        { address: `${HOME}/bookings`, sign: 'My appointments' },
        { address: `${HOME}/results`, sign: 'My results' },
        { address: `${HOME}/prescriptions`, sign: 'My medicines' },
        { address: `${HOME}/bills`, sign: 'My bills' },
        { address: `${HOME}/requests`, sign: 'Laboratory tests' },
        { address: `${HOME}/documents`, sign: 'My documents' },
        { address: `${HOME}/announcements`, sign: 'News from the clinic' },
        { address: `${HOME}/notifications`, sign: 'Notifications' },
        { address: `${HOME}/assistant`, sign: 'Ask about my record' },
        { address: `${HOME}/profile`, sign: 'My details and next of kin' },
        { address: `${HOME}/access`, sign: 'Who viewed your record' },
        { address: `${HOME}/data`, sign: 'Download my data' },
      ],
      { person: wambui, shown: onPhone },
    ),
  WAY_MS,
)

test(
  'without a record there is the way to it, and with the keyboard alone the rooms are reached on a wide screen',
  async () => {
    const { page, check, context } = await arrive(browser, app.url, newcomer)
    const unlinked = page.getByText('Your account is not linked to your record yet')
    await see(unlinked)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('page')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${app.url}${HOME}/link`)
    // The page that was gone to takes the cursor once it is drawn.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('page')
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Bills' }).press('Enter')
    await page.waitForURL(`${app.url}${HOME}/bills`)
    await see(unlinked)
    check(/^Could not fetch \S+: 409 not_linked/)
    await context.close()
  },
  WAY_MS,
)

test(
  'whoever works here is sent to their own start from a page of patients, and sees none of it',
  async () => {
    const { page, check, context } = await arrive(browser, app.url, administrator, { at: `${HOME}/bills` })
    await page.waitForURL(`${app.url}/dashboard/reception-interface`)
    await see(page.getByRole('navigation', { name: 'Main menu' }))
    expect(await page.locator('[data-part="portal"]').count()).toBe(0)
    check()
    await context.close()
  },
  WAY_MS,
)
