import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { card, column, focusOf } from './day/places.ts'
import { handsOn } from './hands.ts'
import { openToPublic } from './public-clinic.ts'
import { arrive, checkAccessible, findAnything, openScreen, see, seeGone, toastWith } from './screen.ts'
import { administrator, api, type TestServer, startTestServer } from './test-server.ts'

const WAY_MS = 600_000
/** Longer than a toast stays. */
const LONG_MS = 20_000

let app: TestServer
let browser: Browser
let token: string
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  ;({ token } = await openToPublic(app))
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })
const visitOf = async (first_name: string, track: string) => {
  const person = { first_name, second_name: 'Ouma', gender: 'female', date_of_birth: '1990-02-03', not_a_duplicate: true }
  const { id: patient } = await post('/patients/patients/', person)
  await post('/patients/initiate-attendance-process/', { patient, reason: 'Fever', track })
}
const isFocused = (what: Locator) => what.evaluate((node) => node === document.activeElement)

/** Whether something is drawn over another one. */
const overlaps = async (one: Locator, other: Locator) => {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) throw new Error('Not on the screen.')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
const outlineOf = (what: Locator) => what.evaluate((node) => getComputedStyle(node).outlineStyle)

/** Counts what is read out: every time that the text of a live region changes. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const heard: string[] = []
    const texts = new Map<Element, string>()
    const live = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]'
    const look = () => {
      for (const region of document.querySelectorAll(live)) {
        const text = region.textContent ?? ''
        if (text !== '' && text !== texts.get(region)) heard.push(text)
        texts.set(region, text)
      }
    }
    look()
    heard.length = 0
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    Object.assign(globalThis, { heard })
  })
const heardOn = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)

test(
  'a move is undone with one key, a toast with the focus stays, and the focus goes back where it was',
  async () => {
    await visitOf('Achieng', 'doctor')
    const { page, context, check } = await arrive(browser, app.url, administrator, { own: true })
    await page.clock.install()
    const hands = handsOn(page)
    const patient = card(column(page, 'Doctor'), 'Achieng Ouma')
    await see(patient)
    const send = async () => {
      await patient.focus()
      await hands.press('m')
      const dialog = page.getByRole('dialog', { name: 'Move Achieng Ouma' })
      await dialog.getByRole('button', { name: 'Laboratory' }).focus()
      await hands.press('Enter')
      await see(toastWith(page, 'Achieng Ouma sent to Laboratory.'))
    }
    await send()
    const start = page.getByRole('button', { name: 'Start visit' })
    expect(await overlaps(page.locator('.mantine-Notification-root').first(), start), 'over the main button').toBe(false)
    // The toast does not go while its key is looked up.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    await hands.press('?')
    await page.clock.runFor(500)
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await see(keys.getByText('Alt Z'))
    await page.clock.runFor(300)
    await hands.press('Escape')
    await page.clock.runFor(300)
    await hands.press('Alt+z')
    await page.clock.resume()
    await see(toastWith(page, 'Move undone. Achieng Ouma: Doctor.'))
    await see(patient)
    await send()
    const at = card(page, 'Achieng Ouma')
    await at.focus()
    const toast = toastWith(page, 'Achieng Ouma sent to Laboratory.')
    const undo = toast.getByRole('button', { name: 'Undo' })
    await undo.focus()
    await page.clock.fastForward(LONG_MS)
    expect(await undo.isVisible()).toBe(true)
    await hands.press('Tab')
    await hands.press('Enter')
    await seeGone(toast)
    expect(await isFocused(at)).toBe(true)
    await page.clock.fastForward(LONG_MS)
    await seeGone(page.locator('.toast'))
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'directions are read out once they stand, a toast once, and the page that opens by its name',
  async () => {
    const { page, context, check } = await arrive(browser, app.url, administrator, { own: true })
    const hands = handsOn(page)
    await listen(page)
    const heard = (text: RegExp) => heardOn(page).then((texts) => texts.filter((one) => text.test(one)))
    await page.getByRole('link', { name: 'All patients' }).click()
    await see(page.getByRole('heading', { name: 'Patients', level: 1 }))
    await expect.poll(() => heard(/^Patients$/)).toEqual(['Patients'])
    await see(page.getByRole('main', { name: 'Patients' }))

    await visitOf('Njeri', 'doctor')
    const drug = { name: 'Amoxicillin 500 mg capsule', category: 'drug', unit: 'capsule', price: '2.00' }
    const [exempt] = await api<{ id: number }[]>(app.url, 'GET', '/catalogue/tax-classes/', { token })
    await post('/catalogue/items/', { ...drug, tax_class: exempt?.id })
    await findAnything(page)
    await hands.type('Njeri Ouma')
    await see(page.getByRole('option', { name: /Njeri Ouma/ }))
    await hands.press('Enter')
    await see(page.getByRole('heading', { name: /Njeri Ouma/, level: 1 }))
    await page.goto(`${page.url().split('?')[0]}?tab=visit`)
    await see(page.getByRole('combobox', { name: 'Prescribe drug' }))
    await listen(page)
    await page.clock.install()
    await hands.press('Alt+p')
    await hands.type('amoxicillin')
    await see(page.getByRole('option', { name: /Amoxicillin/ }))
    await hands.press('Enter')
    const box = page.getByRole('textbox', { name: /^Directions for / })
    await expect.poll(() => isFocused(box)).toBe(true)
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    await hands.type('1 cap tds 5/7 af')
    await see(page.getByText('Could not read “af”. It goes into the note.').first())
    expect(await heard(/One capsule|Could not read/)).toEqual([])
    await hands.type('ter food')
    await page.clock.runFor(2_000)
    await expect.poll(() => heard(/One capsule|Could not read/)).toEqual(['One capsule three times a day for 5 days, after food'])
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'one line of vital signs is judged by whole words and announced once; choices are seen without colours',
  async () => {
    await visitOf('Baraka', 'triage')
    const { page, context, check } = await arrive(browser, app.url, administrator, { at: '/dashboard/nursing-interface' })
    const hands = handsOn(page)
    const first = page.locator('[data-part="nurse-item"]').first()
    await see(first)
    await expect.poll(() => isFocused(first)).toBe(true)
    await hands.press('Enter')
    await expect.poll(focusOf(page)('path')).toBe('line')
    await listen(page)
    await hands.type('T 37.2 P 128 BP 120/80 R 16 S 98 RA A W 70 H 172')
    expect((await heardOn(page)).filter((text) => /Critical/.test(text))).toEqual([])
    await hands.press('Enter')
    await expect.poll(focusOf(page)('path')).toBe('level')
    await see(page.getByLabel('NEWS2').getByText('Low'))
    await expect.poll(async () => (await heardOn(page)).length).toBeGreaterThan(0)
    const heard = await heardOn(page)
    console.log(`announced while one line of vital signs is typed: ${heard.length} (${heard.join(' | ')})`)
    expect(heard.length).toBeLessThanOrEqual(2)

    await hands.press('3')
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await outlineOf(page.locator('[data-part="levels"] label[data-chosen]'))).toBe('double')
    expect(await outlineOf(page.locator('.choice label[data-chosen]').first())).toBe('solid')
    expect(await outlineOf(page.locator('[data-part="nurse-item"][aria-current]'))).toBe('solid')
    await page.emulateMedia({ forcedColors: null })
    await checkAccessible(page, 'vital signs in one line')
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'the box that finds everything says that nothing was found once it has looked, and how much it found',
  async () => {
    const { page, context, check } = await arrive(browser, app.url, administrator, { own: true })
    const box = await findAnything(page)
    const status = page.getByRole('dialog').getByRole('status')
    const held: (() => void)[] = []
    await page.route('**/api/patient/search/**', async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    await box.fill('Zzyzx')
    await expect.poll(() => held.length).toBeGreaterThan(0)
    expect(await page.getByText('No matches.').count()).toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const go of held) go()
    await expect.poll(() => status.textContent()).toBe('No matches.')
    await box.fill('Achieng')
    await expect.poll(() => status.textContent()).toMatch(/^\d+ results?$/)
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'a warning comes before the screen locks; a key or what a screen reader does keeps it open',
  async () => {
    const { page, context, check } = await arrive(browser, app.url, administrator)
    await see(page.getByRole('heading', { name: 'Live board' }))
    const warning = page.getByRole('alert').filter({ hasText: 'This screen locks in one minute' })
    const leaveAlone = (seconds: number) =>
      page.evaluate((past) => localStorage.setItem('active_at', String(Date.now() - past * 1000)), seconds)
    const uses: (() => Promise<unknown>)[] = [
      () => page.keyboard.press('Shift'),
      () => warning.getByRole('button', { name: 'Keep working' }).evaluate((button: HTMLElement) => button.click()),
      () => page.locator('#page').evaluate((node) => node.focus()),
      () => page.evaluate(() => document.getSelection()?.selectAllChildren(document.querySelector('h1')!)),
    ]
    for (const use of uses) {
      // Where the focus goes to later; it counts as use here, too.
      await page.getByRole('link', { name: 'Skip to content' }).focus()
      await leaveAlone(30 * 60 - 30)
      await see(warning)
      await use()
      await seeGone(warning)
    }
    await leaveAlone(30 * 60 + 1)
    await see(page.getByRole('dialog', { name: 'Sign in again' }))
    expect(await warning.count()).toBe(0)
    check()
    await context.close()
  },
  WAY_MS,
)

const mainPages = [
  '/dashboard/reception-interface',
  '/dashboard/nursing-interface',
  '/dashboard/doctor-interface',
  '/dashboard/patients',
  '/dashboard/appointments/list',
  '/dashboard/appointments',
  '/dashboard/laboratory',
  '/dashboard/pharmacy',
  '/dashboard/billing',
  '/dashboard/inventory/stock',
  '/dashboard/inventory/purchase-orders',
  '/dashboard/reports',
]

/** Headings, buttons and labels whose text is cut, and by how much; what may end with dots is not among them. */
const cutOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, button, a, label, .status, th')]
      .filter(
        (node) => node.checkVisibility() && node.textContent?.trim() && !node.closest('.clip, .only-heard') && !node.querySelector('.clip'),
      )
      .filter((node) => getComputedStyle(node).overflow !== 'visible' || node.tagName === 'BUTTON')
      .filter((node) => node.scrollHeight > node.clientHeight + 3 && node.clientHeight > 0)
      .map((node) => `${node.tagName} “${node.textContent}” ${node.scrollHeight} in ${node.clientHeight}`),
  )

test(
  'text doubles with the size that the browser is set to, and none of it is cut; rows and columns have names',
  async () => {
    const { page, context, check } = await arrive(browser, app.url, administrator, { at: '/dashboard/patients', own: true })
    await see(page.getByRole('rowheader', { name: /Ouma/ }))
    const sizeOf = () => page.locator('h1').evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize))
    const usual = await sizeOf()
    await context.addInitScript(() => {
      const style = new CSSStyleSheet()
      style.replaceSync('html { font-size: 200% }')
      document.adoptedStyleSheets.push(style)
    })
    const cut: string[] = []
    for (const address of mainPages) {
      await goTo(page, app.url + address)
      await see(page.locator('#page h1'))
      await seeGone(page.locator('#page .skeleton'))
      cut.push(...(await cutOn(page)).map((text) => `${address}: ${text}`))
      const nameless = await page
        .locator('th')
        .evaluateAll((all) => all.filter((one) => one.textContent?.trim() === '' && !one.ariaHidden).map((one) => one.outerHTML))
      expect(nameless, address).toEqual([])
      const headless = await page
        .locator('tbody tr:not(.spacer, :has(> [colspan]))')
        .evaluateAll((all) => all.filter((row) => !row.querySelector('th[scope="row"]')).map((row) => row.outerHTML))
      expect(headless, `${address}: rows without a header`).toEqual([])
      const unnamed = await page.locator('thead td').evaluateAll((all) => all.map((one) => one.outerHTML))
      expect(unnamed, `${address}: columns without a name`).toEqual([])
    }
    expect(cut).toEqual([])
    await goTo(page, `${app.url}/dashboard/patients`)
    await see(page.locator('#page h1'))
    expect(await sizeOf()).toBe(usual * 2)
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'each step of a public booking names its tab, ties its errors and shows the chosen day without colours',
  async () => {
    const { page, context, check } = await openScreen(browser)
    await page.goto(`${app.url}/book-appointment`)
    await expect.poll(() => page.title()).toBe('What would you like to book? · Lakeside Clinic')
    await page.getByRole('button', { name: /^Consultation, general/ }).click()
    await expect.poll(() => page.title()).toBe('Who would you like to see? · Lakeside Clinic')
    await page.getByRole('button', { name: /^Amina Hassan/ }).click()
    await expect.poll(() => page.title()).toBe('When would you like to come? · Lakeside Clinic')
    await page.emulateMedia({ forcedColors: 'active' })
    await page.getByRole('radio').nth(2).click()
    expect(await outlineOf(page.locator('label', { has: page.locator('input[type="radio"]:checked') }).first())).not.toBe('none')
    await page.emulateMedia({ forcedColors: null })
    await page.getByRole('button', { name: '11:00', exact: true }).click()
    await page.getByLabel('First name').fill('Achieng')
    await page.getByLabel('Last name').fill('Ouma')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Date of birth').fill('3.2.80')
    await page.getByRole('button', { name: 'Continue' }).click()
    const gender = page.getByRole('radiogroup', { name: 'Gender' })
    await see(gender.getByText('Choose your gender.'))
    expect(await gender.getAttribute('aria-invalid')).toBe('true')
    const described = await gender.getByRole('radio').first().getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe('Choose your gender.')
    await checkAccessible(page, 'an error of a public booking')
    check()
    await context.close()
  },
  WAY_MS,
)
