import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { arrive, checkAccessible, see, seeGone } from './screen.ts'
import { addPerson, setUp, startTestServer, type TestServer } from './test-server.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let token: string
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

test(
  'the help opens with the page of the screen, is searched and followed by keyboard, and leads to the keys of the screen',
  async () => {
    const desk = await addPerson(app, token, 'receptionist', ['Joy', 'Otieno'])
    const { page, check } = await arrive(browser, app.url, desk, { at: '/dashboard/patients/new' })
    await see(page.getByRole('heading', { name: 'Register patient' }))
    const manualFiles: string[] = []
    page.on('request', (request) => {
      if (/manual|staff-|help-panel/.test(request.url())) manualFiles.push(request.url())
    })
    await page.keyboard.press('F1')
    const help = page.getByRole('dialog', { name: 'Help' })
    await see(help.getByRole('heading', { name: 'Register a patient' }))
    // Loaded by opening it.
    expect(manualFiles.length).toBeGreaterThan(0)
    await expect
      .poll(() => help.getByRole('searchbox', { name: 'Search help' }).evaluate((one) => one === document.activeElement))
      .toBe(true)
    await checkAccessible(page, 'help', { part: '[role=dialog]' })

    await page.keyboard.type('refund')
    await see(help.getByRole('status').filter({ hasText: /page/ }))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const found = help.getByRole('heading', { name: 'Refund or reverse' })
    await see(found)
    await expect.poll(() => found.evaluate((one) => one === document.activeElement)).toBe(true)
    await help.getByRole('button', { name: 'Back', exact: true }).click()
    await help.getByRole('button', { name: 'Read a patient’s record' }).first().click()
    await see(help.getByRole('heading', { name: 'Read a patient’s record' }))

    await help.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await see(keys.getByText('Find anything'))
    await see(keys.getByText('Keyboard shortcuts').last())
    await page.keyboard.press('Escape')
    await seeGone(keys)
    check()
  },
  WAY_MS,
)

test(
  'on a phone the help fills the screen; in another language it says that its pages are in English',
  async () => {
    const nurse = await addPerson(app, token, 'nurse', ['Neema', 'Baraka'])
    const { page, check } = await arrive(browser, app.url, nurse, { width: 390, height: 844, at: '/dashboard/nursing-interface' })
    const open = async (person: RegExp, name: string) => {
      await page.getByRole('banner').getByRole('button', { name: person }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      return page.getByRole('dialog', { name })
    }
    const help = await open(/Neema/, 'Help')
    await see(help.getByRole('heading', { name: 'Record vital signs' }))
    const box = await help.boundingBox()
    expect([box?.width, box?.height]).toEqual([390, 844])
    await page.keyboard.press('Escape')
    await seeGone(help)
    await app.sql(`update users set preferences = preferences || '{"language": "fr"}' where id = $1`, [nurse.id])
    await goTo(page, `${app.url}/dashboard/nursing-interface`)
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('fr')
    const french = await open(/Neema/, 'Aide')
    await see(french.getByText('Ces pages sont en anglais.'))
    expect(await french.getByRole('article').getAttribute('lang')).toBe('en')
    check()
  },
  WAY_MS,
)

test(
  'first steps are above the landing page until they are closed for good, and come back from the help',
  async () => {
    const till = await addPerson(app, token, 'cashier', ['Cate', 'Njeri'])
    await app.sql(`update users set preferences = '{}' where id = $1`, [till.id])
    const { page, check } = await arrive(browser, app.url, till)
    const steps = page.getByRole('region', { name: 'First steps' })
    await see(steps.getByText('0 of 4 done'))
    await checkAccessible(page, 'first steps', { part: '[aria-label="First steps"]' })
    await steps.getByRole('checkbox', { name: /^Cashier queue/ }).check()
    await see(steps.getByText('1 of 4 done'))
    await steps.getByRole('button', { name: 'Show how: Pay' }).click()
    const help = page.getByRole('dialog', { name: 'Help' })
    await see(help.getByRole('heading', { name: 'Take a payment' }))
    await page.keyboard.press('Escape')
    await seeGone(help)
    await goTo(page, `${app.url}/dashboard/billing`)
    await see(page.getByRole('heading', { name: 'Cashier queue' }))
    expect(await steps.count()).toBe(0)
    await goTo(page, app.url)
    await see(steps.getByText('1 of 4 done'))
    await steps.getByRole('button', { name: 'Do not show first steps again' }).click()
    await seeGone(steps)
    await expect
      .poll(() =>
        app.sql<{ is_closed: boolean }>(`select (preferences->>'first_steps_closed')::boolean as is_closed from users where id = $1`, [
          till.id,
        ]),
      )
      .toEqual([{ is_closed: true }])
    await goTo(page, app.url)
    await see(page.getByRole('button', { name: 'Help' }))
    expect(await steps.count()).toBe(0)
    await page.getByRole('button', { name: 'Help' }).click()
    await help.getByRole('button', { name: 'Show first steps' }).click()
    await see(steps.getByText('1 of 4 done'))
    check()
  },
  WAY_MS,
)
