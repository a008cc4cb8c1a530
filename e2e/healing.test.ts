import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { addPerson, api, type Credentials, setUp, tokenOf } from './test-server.ts'
import { type OwnProgram, startProgram } from './own-program.ts'
import { arrive, type Screen, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 600_000
/** Said in the console for every list that could not be fetched while the server was away, or was losing its database, which may end first. */
const AWAY = /^Could not fetch \S+: (0 offline|503 unavailable)$/

/** Said of a script that was lost, by the page that is then loaded anew. */
const LOST = /^(Could not fetch \S+: (0 offline|503 unavailable)$|.*dynamically imported module)/

let app: OwnProgram
let browser: Browser
let grace: Credentials
let desk: Screen
let nurse: Screen
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startProgram(), openBrowser()])
  const token = await setUp(app)
  grace = await addPerson(app, token, 'receptionist', ['Grace', 'Atieno'])
  const peter = await addPerson(app, token, 'nurse', ['Peter', 'Kamau'])
  const { id } = await api<{ id: number }>(app.url, 'POST', '/patients/patients/', {
    token,
    body: { first_name: 'Baraka', second_name: 'Otieno', gender: 'male' },
  })
  await api(app.url, 'POST', '/patients/initiate-attendance-process/', { token, body: { patient: id, reason: 'Rash', track: 'triage' } })
  // One after the other: each load of the page wants the whole machine.
  desk = await arrive(browser, app.url, grace)
  nurse = await arrive(browser, app.url, peter, { at: '/dashboard/reception-interface?track=all' })
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const lostBar = (page: Page) => page.getByText(/^Connection lost. Data shown is from \d/)
const cardIn = (page: Page, column: string, name: string) =>
  page.getByRole('region', { name: column, exact: true }).locator('[data-part="card"]', { hasText: name })
const isSame = (page: Page) => page.evaluate(() => 'isSame' in globalThis)
/** Until every part of the page has been loaded: a script that is lost with the server is loaded with the page alone. */
const untilWhole = async (page: Page) => {
  let before = -1
  const isStill = async () => {
    const loaded = await page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')).length,
    )
    const isSoMany = loaded === before
    before = loaded
    return isSoMany
  }
  await expect.poll(isStill, { interval: 2_000 }).toBe(true)
}
const register = async (page: Page, first: string, second: string) => {
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Register patient' })
  await dialog.getByLabel('First name').first().fill(first)
  await dialog.getByLabel('Last name').first().fill(second)
  await dialog.getByText('Female').click()
  return dialog
}

test(
  'both boards say so when the server dies, and heal without being loaded again when it comes back',
  async () => {
    const screens = [desk.page, nurse.page]
    for (const page of screens) {
      await untilWhole(page)
      await see(cardIn(page, 'Triage', 'Baraka Otieno'))
      await see(page.getByText(/^Live, \d+ s ago$/))
      await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
    }
    await app.kill()
    for (const page of screens) await see(lostBar(page))

    await app.start()
    for (const page of screens) {
      await seeGone(lostBar(page))
      await see(cardIn(page, 'Triage', 'Baraka Otieno'))
      await see(page.getByText(/^Live, \d+ s ago$/))
    }
    const token = await tokenOf(app.url, grace)
    const [visit] = await app.sql<{ id: number; version: number }>('select id, version from visits')
    await api(app.url, 'PATCH', `/patients/initiate-attendance-process/${visit?.id}/`, {
      token,
      body: { track: 'doctor', emergency_reason: 'Short of breath', version: visit?.version },
    })
    for (const page of screens) {
      await see(cardIn(page, 'Doctor', 'Baraka Otieno'))
      expect(await isSame(page)).toBe(true)
    }
    desk.check(AWAY)
    nurse.check(AWAY)
  },
  WAY_MS,
)

test(
  'a form that was half filled when the server died is saved once when it is back',
  async () => {
    const { page } = desk
    const dialog = await register(page, 'Wanjiru', 'Maina')
    await app.kill()
    await dialog.getByLabel('Residence').first().fill('Kibera')
    await page.keyboard.press('Control+s')
    await see(page.getByText(/1 changes? waiting for a connection/))
    await see(lostBar(page))
    await app.start()
    await see(toastWith(page, /Wanjiru Maina registered/))
    await seeGone(dialog)
    expect(await app.sql(`select residence from patients where first_name = 'Wanjiru'`)).toEqual([{ residence: 'Kibera' }])
    desk.check(AWAY)
  },
  WAY_MS,
)

test(
  'a page whose style sheet does not arrive waits for it; one whose script does not arrive is loaded once more',
  async () => {
    const { page } = desk
    const lose = async (files: string) => {
      const lost = new Set<string>()
      // The first time that each is asked for, it is lost.
      await page.route(files, (route) => {
        const { pathname } = new URL(route.request().url())
        if (lost.has(pathname)) return route.continue()
        lost.add(pathname)
        return route.abort('connectionreset')
      })
      return lost
    }
    await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
    const styles = await lose('**/assets/*.css')
    await page.getByRole('link', { name: 'Schedules' }).click()
    await see(page.getByRole('heading', { name: 'Schedules' }))
    expect([...styles].some((path) => path.includes('/schedules-'))).toBe(true)
    expect(await isSame(page)).toBe(true)
    await page.unroute('**/assets/*.css')
    const scripts = await lose('**/assets/waiting-page-*.js')
    await page.getByRole('link', { name: 'Waiting list' }).click()
    await see(page.getByText('Waiting list is empty'))
    expect(scripts.size).toBe(1)
    expect(await isSame(page)).toBe(false)
    await page.unroute('**/assets/waiting-page-*.js')
    await page.goto(`${app.url}/dashboard/reception-interface`)
    await see(cardIn(page, 'Doctor', 'Baraka Otieno'))
    desk.check(LOST)
  },
  WAY_MS,
)

test(
  'a reply that is lost on its way makes no second patient',
  async () => {
    const { page } = desk
    const keys: (string | undefined)[] = []
    await page.route('**/api/patients/patients/', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await register(page, 'Njeri', 'Kariuki')
    await page.keyboard.press('Control+s')
    await see(toastWith(page, /Njeri Kariuki registered/))
    await page.unroute('**/api/patients/patients/')
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect(await app.sql(`select count(*)::int as n from patients where first_name = 'Njeri'`)).toEqual([{ n: 1 }])
    desk.check(LOST)
  },
  WAY_MS,
)
