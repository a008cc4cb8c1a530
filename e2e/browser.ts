import { chromium, type Browser, type BrowserContext, type LaunchOptions, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Credentials } from './house.ts'

/** How long a journey waits for what must appear; machines of tests are slow. */
const PATIENCE_MS = 60_000

/** A browser of one's own. */
export const launchBrowser = (args: string[], options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    ...options,
    ...(process.env['CHROME'] ? { executablePath: process.env['CHROME'] } : { channel: 'chromium' }),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...args],
  })

let kept: Browser | undefined

/**
 * The browser of the tests: the one that the set-up found. The files of a worker share one, because each takes a second to start: to close it
 * closes what was opened in it. One with arguments is another.
 */
export const openBrowser = async (args: string[] = []): Promise<Browser> => {
  if (args.length > 0) return launchBrowser(args)
  if (kept?.isConnected()) return kept
  const browser = await launchBrowser([])
  browser.close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())))
  return (kept = browser)
}

/** How somebody's screen is: its size, its scheme. */
export interface ScreenOptions {
  width?: number
  height?: number
  dark?: boolean
  /** The splash stands its full two seconds; else it ends as soon as the page behind it is there. */
  splash?: boolean
}

/** Reports what the content security policy stopped as an error of the page, styles and images too. */
const reportViolations = () =>
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    console.error(`policy: ${effectiveDirective} ${blockedURI} ${sample}`),
  )

/** Two seconds at each page load are what journeys would mostly wait for: the one timer of that length looks every moment whether it may end. */
const endSplashOnceLoaded = () => {
  const { setTimeout: wait } = globalThis
  const hurried = (run: () => void, ms?: number, ...rest: unknown[]) => {
    if (ms !== 2000) return wait(run, ms, ...rest)
    const deadline = performance.now() + ms
    let quiet = 0
    const look = () => {
      const isThere = document.querySelector('.app > *') !== null && document.querySelector('.app .skeleton') === null
      quiet = isThere ? quiet + 1 : 0
      if (quiet > 2 || performance.now() > deadline) run()
      else wait(look, 50)
    }
    return wait(look, 50)
  }
  Object.assign(globalThis, { setTimeout: hurried })
}

/** The browser of one person: cookies and storage of its own, the clinic's time zone. */
export const openContext = async (
  browser: Browser,
  { width = 1440, height = 900, dark = false, splash = false }: ScreenOptions = {},
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    timezoneId: 'Africa/Nairobi',
    locale: 'en-GB',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript(reportViolations)
  if (!splash) await context.addInitScript(endSplashOnceLoaded)
  return context
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

/** Signs in without the form, which has journeys of its own, and opens the landing page or `at`. */
export const signIn = async (page: Page, url: string, { email, password }: Credentials, at?: string) => {
  const reply = await page.context().request.post(`${url}/api/users/login/`, { data: { email, password } })
  if (!reply.ok()) throw new Error(`${email} cannot sign in: ${await reply.text()}`)
  const { access, refresh } = (await reply.json()) as { access: string; refresh: string }
  // Something small of the same origin, whose storage the program reads when it loads.
  await page.goto(`${url}/health/live`)
  await page.evaluate((stored) => Object.entries(stored).forEach(([key, value]) => localStorage.setItem(key, value)), {
    token: access,
    refresh,
    token_at: String(Date.now()),
  })
  await goTo(page, url + (at ?? '/'))
  if (at === undefined) await page.waitForURL(/dashboard|patient-overview/)
}

/** Resolves once a PDF has come in a tab of its own: the browser shows it there or, where it cannot, saves it. */
export const pdfOpened = async (context: BrowserContext): Promise<void> => {
  const tab = await context.waitForEvent('page')
  let isSaved = false
  tab.once('download', () => void (isSaved = true))
  await expect.poll(() => isSaved || tab.url(), { timeout: PATIENCE_MS }).toSatisfy((at) => at === true || String(at).startsWith('blob:'))
}
