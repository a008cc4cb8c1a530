import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enterPassword, goTo, openBrowser } from './browser.ts'
import { addPerson, administrator, api, type TestServer, startTestServer, setUp, tokenOf } from './test-server.ts'
import { openAccount } from './patient-account.ts'
import { arrive, checkAccessible, openScreen, type Screen, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 600_000
/** Said in the console for lists that were asked for while the session was over. */
const REFUSED = /^Could not fetch \S+: (401|403) /

let app: TestServer
let browser: Browser
let token: string
let grace: Awaited<ReturnType<typeof addPerson>>
let desk: Screen
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  grace = await addPerson(app, token, 'receptionist', ['Grace', 'Atieno'])
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})
beforeEach(async () => {
  await desk?.context.close()
  desk = await arrive(browser, app.url, grace)
  await see(desk.page.getByRole('heading', { name: 'Live board' }))
}, WAY_MS)

/** Ten minutes pass: the access token is over. */
const letTokenExpire = (page: Page) => page.evaluate(() => localStorage.setItem('token_at', '0'))
const dialogOver = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
const register = async (page: Page, first: string, second: string) => {
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Register patient' })
  await form.getByLabel('First name').first().fill(first)
  await form.getByLabel('Last name').first().fill(second)
  await form.getByText('Female').click()
  return form
}
const openSessions = () =>
  app.sql<{ n: number }>('select count(*)::int as n from sessions where user_id = $1 and ended_at is null', [grace.id])

test(
  'a token that expires in the middle of a form is renewed without a word, and the form saves',
  async () => {
    const { page } = desk
    await register(page, 'Akinyi', 'Odhiambo')
    await letTokenExpire(page)
    const renewal = page.waitForResponse('**/api/users/token/refresh/')
    await page.keyboard.press('Control+s')
    expect((await renewal).status()).toBe(200)
    await see(toastWith(page, /Akinyi Odhiambo registered/))
    expect(await dialogOver(page).count()).toBe(0)
    desk.check()
  },
  WAY_MS,
)

test(
  'when an administrator ends the session the form waits behind a sign-in, and nothing typed is lost',
  async () => {
    const { page } = desk
    const form = await register(page, 'Chebet', 'Koech')
    await form.getByLabel('Residence').first().fill('Eldoret')
    await api(app.url, 'POST', `/users/users/${grace.id}/end-sessions/`, { token, body: {} })
    await page.keyboard.press('Control+s')
    await see(dialogOver(page))
    expect(await app.sql(`select 1 from patients where first_name = 'Chebet'`)).toEqual([])
    await enterPassword(dialogOver(page), { ...grace, password: 'not this one' })
    await see(toastWith(page, 'Incorrect e-mail address or password.'))
    await enterPassword(dialogOver(page), grace)
    await seeGone(dialogOver(page))
    // The call that waited goes on; had it not been sent yet, the form still holds everything.
    const saved = toastWith(page, /Chebet Koech registered/)
    await expect
      .poll(
        async () => {
          if (!(await saved.isVisible()) && (await form.isVisible())) await page.keyboard.press('Control+s')
          return saved.isVisible()
        },
        { interval: 1000 },
      )
      .toBe(true)
    expect(await app.sql(`select residence from patients where first_name = 'Chebet'`)).toEqual([{ residence: 'Eldoret' }])
    desk.check(REFUSED)
  },
  WAY_MS,
)

test(
  'two tabs that renew at once stay signed in, both',
  async () => {
    const { page, context } = desk
    const other = await openScreen(browser, { context })
    await goTo(other.page, `${app.url}/dashboard/patients`)
    await letTokenExpire(page)
    await Promise.all([goTo(page, page.url()), goTo(other.page, other.page.url())])
    await see(page.getByRole('heading', { name: 'Live board' }))
    await see(other.page.getByRole('heading', { name: 'Patients' }))
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(await other.page.evaluate(() => localStorage.getItem('token')))
    desk.check()
    other.check()
  },
  WAY_MS,
)

/** Asks for something, unless the dialog stands there already. */
const goOn = async (page: Page) => {
  await page
    .getByRole('link', { name: 'All patients' })
    .click({ timeout: 3000 })
    .catch(() => null)
  await see(dialogOver(page))
}

test(
  'tokens copied to another browser are worth nothing there, and trying them ends the session they came from',
  async () => {
    const { page } = desk
    const stolen = await page.evaluate(() => ({ token: localStorage.getItem('token'), refresh: localStorage.getItem('refresh') }))
    const before = (await openSessions())[0]?.n ?? 0
    const bare = await fetch(`${app.url}/api/users/token/refresh/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh: stolen.refresh }),
    })
    expect(bare.status, 'without the cookie of the browser').toBe(401)
    expect((await openSessions())[0]?.n).toBe(before)

    // A browser of the thief's own, with a cookie of its own.
    const thief = await arrive(browser, app.url, administrator)
    await thief.page.evaluate((tokens) => {
      for (const [name, value] of Object.entries({ ...tokens, token_at: '0' })) localStorage.setItem(name, String(value))
    }, stolen)
    await goTo(thief.page, `${app.url}/dashboard/patients`)
    await thief.page.waitForURL(`${app.url}/auth/login`)
    expect(await thief.page.evaluate(() => localStorage.getItem('refresh'))).toBeNull()
    expect((await openSessions())[0]?.n).toBe(before - 1)
    await goOn(page)
    thief.check()
    desk.check(REFUSED)
    await thief.context.close()
  },
  WAY_MS,
)

test(
  'a person who is locked out reads how long, and it stays on the screen',
  async () => {
    const locked = await addPerson(app, token, 'nurse', ['Zuri', 'Wanjala'])
    const guess = { email: locked.email, password: 'a wrong one' }
    for (let n = 0; n < 5; n += 1)
      await fetch(`${app.url}/api/users/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(guess),
      })
    const { page, context, check } = await openScreen(browser)
    await goTo(page, `${app.url}/auth/login`)
    await enterPassword(page, locked)
    const note = page.getByRole('alert').filter({ hasText: /^Too many attempts to sign in\. Try again in \d+ min\.$/ })
    await see(note)
    expect(await page.locator('.toast').count()).toBe(0)
    await checkAccessible(page, 'locked out')
    await app.sql(`delete from rate_limits`)
    await enterPassword(page, locked)
    await page.waitForURL(/dashboard/)
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'an administrator ends one session of a person, then all of them',
  async () => {
    const rehema = await addPerson(app, token, 'nurse', ['Rehema', 'Chebet'])
    for (let n = 0; n < 3; n += 1) await tokenOf(app.url, rehema)
    const { page, context, check } = await arrive(browser, app.url, administrator, {
      at: `/dashboard/administration/people/${rehema.id}`,
    })
    const list = page.getByRole('region', { name: 'Active sessions' })
    const lines = list.getByRole('listitem')
    await expect.poll(() => lines.count()).toBe(3)
    await lines
      .first()
      .getByRole('button', { name: /^Sign out: / })
      .click()
    await see(toastWith(page, /^Signed out: /))
    await expect.poll(() => lines.count()).toBe(2)
    await list.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page
      .getByRole('dialog', { name: 'Sign Rehema Chebet out everywhere?' })
      .getByRole('button', { name: 'Sign out everywhere' })
      .click()
    await see(list.getByText('No active sessions.'))
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'why a linked account gets no one-time password stays on the page',
  async () => {
    const { id: patient } = await api<{ id: number }>(app.url, 'POST', '/patients/patients/', {
      token,
      body: { first_name: 'Amani', second_name: 'Odhiambo', gender: 'female', date_of_birth: '1979-06-01', not_a_duplicate: true },
    })
    const own = { email: 'amani@patient.example', password: 'two boats below the bridge', first_name: 'Amani', last_name: 'Odhiambo' }
    await openAccount(app, token, patient, own)
    const [account] = await app.sql<{ id: number }>('select id from users where email = $1', [own.email])
    const { page, context, check } = await arrive(browser, app.url, administrator, {
      at: `/dashboard/administration/people/${account?.id}`,
    })
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New one-time password' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New one-time password' }).click()
    await see(
      page
        .locator('#page')
        .getByRole('alert')
        .filter({ hasText: /^This account is linked to a patient’s record\. Unlink it/ }),
    )
    expect(await page.locator('.toast').count()).toBe(0)
    check()
    await context.close()
  },
  WAY_MS,
)

// The last one: grace is disabled in it.
test(
  'a right that is taken away is gone from the menu and refused at the next call; a disabled person is out',
  async () => {
    const { page } = desk
    const newPatient = page.getByRole('link', { name: 'Register patient' })
    await see(newPatient)
    const call = async () => {
      const bearer = await page.evaluate(() => localStorage.getItem('token'))
      const response = await fetch(`${app.url}/api/patients/patients/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
        body: JSON.stringify({ first_name: 'Not', second_name: 'Allowed', gender: 'male' }),
      })
      return response.status
    }
    const path = `/users/users/${grace.id}/`
    const person = await api<{ version: number }>(app.url, 'GET', path, { token })
    const [group] = await app.sql<{ id: number }>(`select id from groups where name = 'Laboratory technician'`)
    await api(app.url, 'PUT', path, {
      token,
      body: {
        email: grace.email,
        first_name: 'Grace',
        last_name: 'Atieno',
        role: 'receptionist',
        groups: [group?.id],
        version: person.version,
      },
    })
    expect(await call()).toBe(403)
    await seeGone(newPatient)
    await goTo(page, `${app.url}/dashboard/patients/new`)
    await see(page.getByRole('heading', { name: 'No access to this page' }))
    expect(await app.sql(`select 1 from patients where second_name = 'Allowed'`)).toEqual([])

    await api(app.url, 'DELETE', path, { token })
    expect(await call()).toBe(401)
    await goOn(page)
    await enterPassword(dialogOver(page), grace)
    await see(toastWith(page, 'Incorrect e-mail address or password.'))
    await goTo(page, `${app.url}/dashboard/patients`)
    await page.waitForURL(`${app.url}/auth/login`)
    desk.check(REFUSED)
  },
  WAY_MS,
)
