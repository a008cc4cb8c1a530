import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { addPerson, administrator, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, checkAccessible, type Screen, see } from './screen.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let desk: Screen
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  const token = await setUp(app)
  desk = await arrive(browser, app.url, await addPerson(app, token, 'receptionist', ['Grace', 'Atieno']))
  await see(desk.page.getByRole('heading', { name: 'Live board' }))
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

/** The queues and work lists whose figures say who waits. */
const QUEUES = [
  '/dashboard/doctor-interface',
  '/dashboard/nursing-interface',
  '/dashboard/pharmacy',
  '/dashboard/laboratory/collect',
  '/dashboard/laboratory/worklist',
  '/dashboard/laboratory/approve',
]
const RIGHTS = '**/api/authperms/permissions/user/**'
const broken = (route: Route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })

test(
  'permissions that cannot be loaded are an error with a retry, never a refusal; queues that cannot be fetched show no figure',
  async () => {
    const { page } = desk
    const failed = page.getByRole('alert').filter({ hasText: 'Your permissions could not be loaded' })
    for (const fail of [broken, (route: Route) => route.abort('connectionreset')]) {
      await page.route(RIGHTS, fail)
      await page.reload()
      await see(failed)
      expect(await page.getByRole('heading', { name: 'Live board' }).count()).toBe(0)
      await checkAccessible(page, 'permissions failed')
      // A call that is still being repeated would get through once the line is whole, and the button would be gone.
      const givenUp = page.waitForEvent('console', (message) => message.text().startsWith('Could not fetch /authperms/permissions/user/'))
      await failed.getByRole('button', { name: 'Try again' }).press('Enter')
      await givenUp
      await see(failed)
      await page.unroute(RIGHTS)
      await failed.getByRole('button', { name: 'Try again' }).press('Enter')
      await see(page.getByRole('heading', { name: 'Live board' }))
    }
    await page.route(RIGHTS, broken)
    await page.reload()
    await failed.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${app.url}/auth/login`)

    const manager = await arrive(browser, app.url, administrator)
    await manager.page.route(/\/api\/(patients|pharmacy|lab|attendance)\//, (route) =>
      route.request().method() === 'GET' ? broken(route) : route.continue(),
    )
    for (const path of QUEUES) {
      await goTo(manager.page, app.url + path)
      const main = manager.page.locator('#page')
      await see(main.getByText('Could not be loaded'))
      await see(main.getByText('–', { exact: true }))
      expect([path, await main.getByText(/^0( |$)|^no (?:more )?patients/i).allInnerTexts()]).toEqual([path, []])
    }
    await manager.context.close()
  },
  WAY_MS,
)
