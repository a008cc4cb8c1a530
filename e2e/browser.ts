import { chromium, type Browser, type BrowserContext, type LaunchOptions, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Credentials } from './test-server.ts'

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

/** Contexts that are free: what they were opened with, and the page that stays open in each. */
const free = new Map<BrowserContext, { look: string; page: Page }>()
const left = new WeakMap<BrowserContext, number>()

/** How often a context was left: a screen that has a smaller number does not own it any more. */
export const timesLeft = (context: BrowserContext): number => left.get(context) ?? 0

/**
 * The browser of the tests: the one that the set-up found. The files of a worker share one, because each takes a second to start: to close it
 * closes what was opened in it. One with arguments is another.
 */
export const openBrowser = async (args: string[] = []): Promise<Browser> => {
  if (args.length > 0) return launchBrowser(args)
  if (kept?.isConnected()) return kept
  const browser = await launchBrowser([])
  browser.close = async () => {
    const inUse = browser.contexts().filter((context) => !free.has(context))
    await Promise.all(inUse.map((context) => context.close()))
  }
  return (kept = browser)
}

/** How somebody's screen is: its size, its scheme. */
export interface ScreenOptions {
  width?: number
  height?: number
  dark?: boolean
  /** The splash stands its full two seconds; else it ends as soon as the page behind it is there. */
  splash?: boolean
  /** A new context that is not used again: for what cannot be taken back, such as a script of its own. */
  own?: boolean
}

/** Reports what the content security policy stopped as an error of the page, styles and images too. */
const reportViolations = () =>
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    console.error(`policy: ${effectiveDirective} ${blockedURI} ${sample}`),
  )

/** Two seconds at each page load are what journeys would mostly wait for: its timer looks every moment whether it may end. */
const endSplashOnceLoaded = () => {
  const { setTimeout: wait } = globalThis
  const hurried = (run: () => void, ms?: number, ...rest: unknown[]) => {
    if (ms === undefined || run.name !== 'endSplash') return wait(run, ms, ...rest)
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

/** Empties what pages keep in the browser. */
const emptyStorage = async () => {
  localStorage.clear()
  sessionStorage.clear()
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
  // Only a page of https or of localhost has them.
  for (const key of await globalThis.caches.keys()) await caches.delete(key)
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
}

/** A page that is small and of the same origin: storage is read and written there before the program loads. */
const smallPage = (url: string) => `${new URL(url).origin}/health/live`

const eventsOfTests = [
  'console',
  'pageerror',
  'dialog',
  'load',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'download',
  'popup',
] as const

/** Takes back all that was done in a context, so that the next person finds it as if it were new. */
const clear = async (context: BrowserContext, look: string) => {
  left.set(context, timesLeft(context) + 1)
  const [page, ...others] = context.pages()
  if (!page || !page.url().startsWith('http:')) return false
  for (const event of eventsOfTests) page.removeAllListeners(event)
  await Promise.all(others.map((other) => other.close()))
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })])
  await page.goto(smallPage(page.url()), { timeout: 10_000 })
  await page.evaluate(emptyStorage)
  await context.clearCookies()
  free.set(context, { look, page })
  return true
}

/** Pages that stayed open in a context that was just taken again. */
const waiting = new Set<Page>()

/** The page that stayed open in a context that was used before, or a new one. */
export const openPage = async (context: BrowserContext): Promise<Page> => {
  const [page, ...others] = context.pages()
  return page && others.length === 0 && waiting.delete(page) ? page : context.newPage()
}
/**
 * The browser of one person: cookies and storage of its own, the clinic's time zone. To close it empties it and keeps it for the next person with
 * such a screen: a page that has loaded the program before does so again at less than half of what the first time takes.
 */
export const openContext = async (
  browser: Browser,
  { width = 1440, height = 900, dark = false, splash = false, own = splash }: ScreenOptions = {},
): Promise<BrowserContext> => {
  const look = JSON.stringify([width, height, dark])
  const [found] = own || browser !== kept ? [] : [...free].filter(([, one]) => one.look === look)
  if (found) {
    const [context, { page }] = found
    free.delete(context)
    waiting.add(page)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      media: null,
      forcedColors: null,
      contrast: null,
    })
    return context
  }
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
  if (!own && browser === kept) {
    const end = context.close.bind(context)
    context.close = async () => {
      if (!(await clear(context, look).catch(() => false))) await end()
    }
  }
  return context
}

/** Under the splash nothing takes the cursor, and keys go nowhere. */
const untilTaken = (page: Page) => page.locator('.app:not([inert])').waitFor({ state: 'attached' })

/** Opens an address and waits until the splash is over and the page may be used. */
export const goTo = async (page: Page, address: string) => {
  await page.goto(address)
  await untilTaken(page)
}

/** Loads the page anew, and waits likewise. */
export const reload = async (page: Page) => {
  await page.reload()
  await untilTaken(page)
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
  if (page.url() !== smallPage(url)) await page.goto(smallPage(url))
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
