import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterPassword, goTo, openBrowser } from './browser.ts'
import { addPerson, api, type Credentials, type TestServer, startTestServer, setUp, tokenOf } from './test-server.ts'
import { openScreen, type Screen, see, toastWith } from './screen.ts'

const WAY_MS = 600_000
const TABS = 8
/** The browser says that it keeps less apart without https; it must say nothing else. */
const PLAIN = /^The Cross-Origin-Opener-Policy header has been ignored/

let app: TestServer
let browser: Browser
let grace: Credentials
let desk: Screen
/** The clinic as the other computers of its network know it: by name, without https. */
let url: string
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser(['--host-resolver-rules=MAP clinic.test 127.0.0.1'])])
  grace = await addPerson(app, await setUp(app), 'receptionist', ['Grace', 'Atieno'])
  url = app.url.replace('localhost', 'clinic.test')
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const card = (page: Page, column: string, name: string) =>
  page.getByRole('region', { name: column, exact: true }).locator('[data-part="card"]', { hasText: name })

test(
  'on a computer that knows the clinic by name, without https, everything works',
  async () => {
    desk = await openScreen(browser)
    const { page } = desk
    // By the form: only this browser knows the clinic by that name.
    await goTo(page, `${url}/auth/login`)
    await enterPassword(page, grace)
    await page.waitForURL(/dashboard/)
    expect(await page.evaluate(() => [location.hostname, isSecureContext])).toEqual(['clinic.test', false])
    await see(page.getByText(/^Live, \d+ s ago$/))

    await page.getByRole('link', { name: 'Register patient' }).click()
    await page.getByLabel('First name').first().fill('Achieng')
    await page.getByLabel('Last name').first().fill('Ouma')
    await page.getByText('Female').click()
    await page.getByLabel('Reason').first().fill('Fever')
    await page.getByRole('button', { name: 'Register and start visit' }).click()
    await see(toastWith(page, /Achieng Ouma .* started/))
    await see(page.getByRole('region', { name: 'Current visit' }))
    await see(page.locator('[data-part="banner"]').getByRole('link', { name: 'Move patient' }))

    const printed = page.waitForResponse(/\/card\//)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Print card' }).click()
    const card = await printed
    expect([card.status(), card.headers()['content-type']]).toEqual([200, 'application/pdf'])

    // The session is carried on without a secure cookie, too.
    await page.evaluate(() => localStorage.setItem('token_at', '0'))
    const renewal = page.waitForResponse('**/api/users/token/refresh/')
    await page.getByRole('link', { name: 'Live board' }).click()
    expect((await renewal).status()).toBe(200)
    await see(page.getByRole('region', { name: 'Triage', exact: true }))
    desk.check(PLAIN)
  },
  WAY_MS,
)

test(
  'eight tabs of one browser are all live, and a ninth still loads',
  async () => {
    const { context } = desk
    const tabs = [desk]
    while (tabs.length < TABS) {
      const tab = await openScreen(browser, { context })
      await goTo(tab.page, `${url}/dashboard/reception-interface`)
      tabs.push(tab)
    }
    for (const { page } of tabs) {
      await see(page.getByText(/^Live, \d+ s ago$/))
      await see(card(page, 'Triage', 'Achieng Ouma'))
    }
    const token = await tokenOf(app.url, grace)
    const [visit] = await app.sql<{ id: number; version: number }>('select id, version from visits')
    const from = performance.now()
    await api(app.url, 'PATCH', `/patients/initiate-attendance-process/${visit?.id}/`, {
      token,
      body: { track: 'doctor', emergency_reason: 'Short of breath', version: visit?.version },
    })
    await Promise.all(tabs.map(({ page }) => see(card(page, 'Doctor', 'Achieng Ouma'))))
    console.log(`a move is on ${TABS} tabs after ${Math.round(performance.now() - from)} ms`)

    const ninth = await openScreen(browser, { context })
    await goTo(ninth.page, `${url}/dashboard/patients`)
    await see(ninth.page.getByText('Achieng Ouma'))
    for (const tab of [...tabs, ninth]) tab.check(PLAIN)
  },
  WAY_MS,
)
