import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterPassword, goTo, openBrowser, passwordBox } from './browser.ts'
import { administrator } from './test-server.ts'
import { type OwnProgram, startProgram } from './own-program.ts'
import { arrive, checkAccessible, openScreen, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 600_000

let app: OwnProgram
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startProgram(), openBrowser()])
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const wizard = (page: Page) => page.getByRole('heading', { name: 'Set up your clinic' })
const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

test(
  'a new clinic shows the wizard at every address, takes the printed code and no other, and lets its administrator in',
  async () => {
    const { page, check } = await openScreen(browser)
    for (const address of ['/', '/auth/login', '/auth/register', '/dashboard/patients', '/patient-overview', '/dashboard/nowhere']) {
      await goTo(page, `${app.url}${address}`)
      await page.waitForURL(`${app.url}/set-up`)
      await see(wizard(page))
    }
    expect(app.code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)

    // A wrong code is found out before anything else is typed.
    await page.getByLabel('Set-up code').fill('WRNG-CODE')
    await next(page)
    await see(page.getByText('Incorrect code. Enter the code printed at the latest start of Kliniki.'))
    expect(await page.getByLabel('Set-up code').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Set-up code').fill(app.code.toLowerCase().replace('-', ' '))
    await next(page)
    await page.getByLabel('Name').first().fill('Lakeside Clinic')
    // What is typed into a list to choose from replaces the choice so far.
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.click()
    await page.keyboard.type('Nairobi')
    expect(await zone.inputValue()).toBe('Nairobi')
    await page.getByRole('option', { name: /Nairobi/ }).click()
    await next(page)
    await see(page.getByRole('list', { name: 'Departments' }))
    await page.getByRole('button', { name: 'Add a department' }).click()
    await page.keyboard.type('Physiotherapy')
    await next(page)
    // The cursor stands in the first price; Tab goes to the next one.
    await see(page.getByLabel('Price of Consultation'))
    await page.keyboard.type('500')
    await page.keyboard.press('Tab')
    await page.keyboard.type('three hundred')
    await page.getByRole('checkbox', { name: /^Imaging/ }).click()
    await page.getByRole('button', { name: 'Add your own service' }).click()
    await page.keyboard.type('Massage')
    await checkAccessible(page, 'the catalogue of the wizard')
    await next(page)
    expect(await page.getByLabel('Price of Follow-up consultation').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Price of Follow-up consultation').fill('300,50')
    await next(page)
    await page.getByLabel('First name').fill('Asha')
    await page.getByLabel('Last name').fill('Mwangi')
    await page.getByLabel('E-mail').fill(administrator.email)
    await passwordBox(page).fill(administrator.password)
    await page.getByLabel('Repeat password').fill(administrator.password)
    const claim = page.getByRole('button', { name: 'Set up the clinic' })
    // The program was started again meanwhile and printed another code: back to the first step; nothing that was typed is lost.
    const [kept] = await app.sql<{ code: string }>(`select encode(code_hash, 'hex') as code from set_up_codes`)
    await app.sql(`update set_up_codes set code_hash = sha256('another start')`)
    await claim.click()
    await see(page.getByLabel('Set-up code'))
    expect(await page.getByLabel('Set-up code').getAttribute('aria-invalid')).toBe('true')
    expect(await app.sql('select 1 from users')).toEqual([])
    await app.sql(`update set_up_codes set code_hash = decode('${kept?.code}', 'hex')`)
    for (let step = 1; step < 5; step += 1) await next(page)
    await claim.click()
    // The last step asks for what only a person may change; it leads on to everything else.
    await page.waitForURL(/\/dashboard\//)
    await see(page.getByRole('heading', { name: 'Logo and numbers', exact: true }))
    await see(page.getByRole('button', { name: /User menu: Asha Mwangi/ }))
    await page.getByRole('link', { name: 'Continue' }).click()
    await see(page.getByRole('heading', { name: 'Set-up', exact: true }))
    expect(await app.sql(`select name from departments where name in ('Physiotherapy', 'Laboratory') order by name`)).toEqual([
      { name: 'Laboratory' },
      { name: 'Physiotherapy' },
    ])
    expect(
      await app.sql(
        `select i.name, p.price, d.name as department from items i left join prices p on p.item_id = i.id left join departments d on d.id = i.department_id
         where i.name in ('Consultation', 'Follow-up consultation', 'Chest X-ray', 'Massage') order by i.name`,
      ),
    ).toEqual([
      { name: 'Consultation', price: '500.00', department: 'Outpatients' },
      { name: 'Follow-up consultation', price: '300.50', department: 'Outpatients' },
      { name: 'Massage', price: null, department: null },
    ])
    // A visit with a doctor is charged from the first day on.
    expect(await app.sql('select i.name from billing_settings s join items i on i.id = s.consultation_item_id')).toEqual([
      { name: 'Consultation' },
    ])
    check()
  },
  WAY_MS,
)

test(
  'nobody can set the clinic up again',
  async () => {
    const { page, check } = await openScreen(browser)
    await goTo(page, `${app.url}/set-up`)
    await page.waitForURL(`${app.url}/auth/login`)
    expect(await wizard(page).count()).toBe(0)
    const again = await fetch(`${app.url}/api/company/set-up/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        code: app.code,
        company: { name: 'Another', currency: 'KES', time_zone: 'Africa/Nairobi', language: 'en' },
        administrator: { email: 'else@clinic.example', first_name: 'Some', last_name: 'Body', password: 'tuktuk mvua jioni' },
      }),
    })
    expect(again.status).toBe(409)
    check()
  },
  WAY_MS,
)

/** How long the splash stood, and the toasts after it, measured in the page itself. */
const watchTimes = () => {
  const seen: Record<string, number> = {}
  Object.assign(globalThis, { seen })
  const look = () => {
    const now = performance.now()
    if (document.querySelector('.splash')) seen['splash'] ??= now
    else if (seen['splash'] !== undefined) seen['splashGone'] ??= now
    if (document.querySelector('.toast')) seen['toast'] ??= now
    else if (seen['toast'] !== undefined) seen['toastGone'] ??= now
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}
const goneAfter = (page: Page, name: string) =>
  page.evaluate((one) => (globalThis as unknown as { seen: Record<string, number> }).seen[`${one}Gone`] ?? Number.NaN, name)
const spanOf = (page: Page, from: string) =>
  page.evaluate((name) => {
    const { seen } = globalThis as unknown as { seen: Record<string, number> }
    return (seen[`${name}Gone`] ?? Number.NaN) - (seen[name] ?? Number.NaN)
  }, from)

test(
  'the splash stands for two seconds; a wrong password is told in a light toast at the top right for five',
  async () => {
    const { page, context, check } = await openScreen(browser, { dark: true, splash: true })
    await context.addInitScript(watchTimes)
    await goTo(page, `${app.url}/`)
    await page.waitForURL(`${app.url}/auth/login`)
    // Two seconds from when the page was asked for; on a busy machine it ends later.
    const splash = await goneAfter(page, 'splash')
    expect(splash).toBeGreaterThanOrEqual(1_990)
    expect(splash).toBeLessThanOrEqual(20_000)

    // A pointer that rests where the toast appears does not hold it.
    await page.mouse.move(1300, 90)
    await enterPassword(page, { ...administrator, password: 'not the password' })
    const toast = toastWith(page, 'Incorrect e-mail address or password.')
    await see(toast)
    const card = page.locator('.mantine-Notification-root', { has: toast })
    const box = await card.boundingBox()
    expect(box && 1440 - box.x - box.width).toBeLessThan(40)
    expect(box?.y).toBeLessThan(80)
    const colour = await card.evaluate((node) => getComputedStyle(node).backgroundColor)
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
    expect(Math.min(red, green, blue), `${colour} is light, though the screen is dark`).toBeGreaterThan(230)
    expect(await card.evaluate((node) => node.matches(':hover'))).toBe(true)
    await seeGone(toast)
    const shown = await spanOf(page, 'toast')
    expect(shown).toBeGreaterThanOrEqual(4_000)
    expect(shown).toBeLessThanOrEqual(30_000)
    expect(new URL(page.url()).pathname).toBe('/auth/login')
    console.log(`splash ${Math.round(splash)} ms, toast ${Math.round(shown)} ms`)
    check()
  },
  WAY_MS,
)

test(
  'signing out leads to the sign-in page, in the other tabs of the browser too',
  async () => {
    const { page, context, check } = await arrive(browser, app.url, administrator)
    const other = await openScreen(browser, { context })
    await goTo(other.page, `${app.url}/dashboard/patients`)
    await see(other.page.getByRole('heading', { name: 'Patients' }))

    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await page.waitForURL(`${app.url}/auth/login`)
    await other.page.waitForURL(`${app.url}/auth/login`)
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refresh')])).toEqual([null, null])
    await goTo(other.page, `${app.url}/dashboard/patients`)
    await other.page.waitForURL(`${app.url}/auth/login`)

    await enterPassword(other.page, administrator)
    await see(other.page.getByRole('heading', { name: 'Live board' }))
    check()
    other.check()
  },
  WAY_MS,
)
