import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core'
import { expect, onTestFailed } from 'vitest'
import type { Credentials } from './house.ts'

/** How long a journey waits for what must appear; machines of tests are slow. */
const PATIENCE_MS = 30_000

/** The browser of the tests: the one that the set-up found. */
export const openBrowser = (args: string[] = []): Promise<Browser> =>
  chromium.launch({
    ...(process.env['CHROME'] ? { executablePath: process.env['CHROME'] } : { channel: 'chromium' }),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...args],
  })

/** A page that remembers what went wrong on it; `check` fails when anything did that is not expected. */
export interface Screen {
  page: Page
  context: BrowserContext
  check(expected?: RegExp): void
}

interface Look {
  width?: number
  height?: number
  dark?: boolean
  /** Another page of the same browser, with its cookies and storage. */
  context?: BrowserContext
}

// A refused call is part of a journey and is told on the screen; the browser notes it as well.
const NOTED = /Failed to load resource|net::ERR/

/** Reports what the content security policy stopped as an error of the page, styles and images too. */
const reportViolations = () =>
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    console.error(`policy: ${effectiveDirective} ${blockedURI} ${sample}`),
  )

const openContext = async (browser: Browser, { width = 1440, height = 900, dark = false }: Look) => {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    timezoneId: 'Africa/Nairobi',
    locale: 'en-GB',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript(reportViolations)
  return context
}

let shots = 0
/** What was on the screen when a test failed, as a picture below .cache. */
const keepPictureOfFailure = (page: Page) =>
  onTestFailed(async ({ task }) => {
    const path = join(import.meta.dirname, `../.cache/failures/${task.name.replaceAll(/\W+/g, '-').slice(0, 60)}-${++shots}.png`)
    if (!page.isClosed()) await page.screenshot({ path }).catch(() => null)
  })

/** A page of a browser of its own, or of `context`. Inside a test. */
export const openScreen = async (browser: Browser, look: Look = {}): Promise<Screen> => {
  const context = look.context ?? (await openContext(browser, look))
  const page = await context.newPage()
  keepPictureOfFailure(page)
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !NOTED.test(message.text())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { page, context, check: (expected) => expect(problems.filter((text) => !expected?.test(text))).toEqual([]) }
}

/** Opens an address and waits until the splash is over and the page may be used. */
export const goTo = async (page: Page, address: string) => {
  await page.goto(address)
  await page.locator('.app:not([inert])').waitFor({ state: 'attached' })
}

/** The box of the password: a required box carries a star in its label. */
export const passwordBox = (place: Page | Locator) => place.getByLabel(/^Password( \*)?$/)

/** Fills the form of the sign-in page, or of the dialog over a page, and sends it. */
export const enterPassword = async (place: Page | Locator, { email, password }: Credentials) => {
  await place.getByLabel('E-mail').fill(email)
  await passwordBox(place).fill(password)
  await passwordBox(place).press('Enter')
}

/** Signs in as a person does, and waits for the landing page. */
export const signIn = async (page: Page, url: string, person: Credentials) => {
  await goTo(page, `${url}/auth/login`)
  await enterPassword(page, person)
  await page.waitForURL(/dashboard|patient-overview/)
}

/** A person at a screen of their own, signed in. */
export const arrive = async (browser: Browser, url: string, person: Credentials, look: Look = {}): Promise<Screen> => {
  const screen = await openScreen(browser, look)
  await signIn(screen.page, url, person)
  return screen
}

/** Waits until something is on the screen. */
export const see = (what: Locator) => what.first().waitFor({ state: 'visible' })

/** Waits until something is not on the screen any more. */
export const seeGone = (what: Locator) => what.first().waitFor({ state: 'hidden' })

/** A toast with this text. */
export const toastWith = (page: Page, text: string | RegExp) => page.locator('.toast', { hasText: text })

/** axe must find nothing, by the rules of WCAG 2.2 AA. */
export const checkAccessible = async (page: Page, what: string) => {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  const found = violations.map(({ id, nodes }) => `${what}: ${id} ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(found).toEqual([])
}
