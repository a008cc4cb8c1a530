import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { goTo } from './browser.ts'
import type { Credentials } from './test-server.ts'
import { arrive, checkAccessible, COLOUR_RULES, openScreen, type Screen, see } from './screen.ts'

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
/** Every look: both schemes, wide and on a phone. */
export const looks = [
  { ...wide, dark: false },
  { ...wide, dark: true },
  { ...phone, dark: false },
  { ...phone, dark: true },
]
export type Look = (typeof looks)[number]
/** One of each kind: what is wrong in one scheme or width alone is a fault of the theme, which other screens show. */
export const opposites = looks.filter(({ width, dark }) => (width === wide.width) !== dark)

/** For long walks: a telephone in the dark, where screens fail first. The same parts stand in both opposites elsewhere. */
export const hardest = looks.filter(({ width, dark }) => width === phone.width && dark)

/** A screen by its address, and what is there once it has loaded. */
export interface PageLook {
  address: string
  sign: string
  /** What is left of hundreds alike: axe takes half a minute for all of them, and finds in each what it finds in one. */
  surplus?: string
  /** A dialog over a room that is walked itself: axe sees nothing but this. */
  only?: string
}

/** The scheme of the page: what the program has set, or the system's where a page leaves it to the system. */
const schemeOf = (page: Page) =>
  page.evaluate(
    () => document.documentElement.dataset['mantineColorScheme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
  )

const settled = async (page: Page, { sign }: PageLook) => {
  await see(page.getByText(sign).filter({ visible: true }))
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
  // A change of scheme is a change of every colour, which takes a moment on a page of many rows: until then there are two schemes at once. What
  // inherits a colour that changes may begin to change when that has ended.
  await page.evaluate(async () => {
    for (;;) {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
      const moving = ending.filter(({ playState }) => playState === 'running')
      if (moving.length === 0) return
      await Promise.all(moving.map(({ finished }) => finished.catch(() => undefined)))
    }
  })
}

/** The page in a look, once it has taken it on. */
const putOn = async (page: Page, { width, height, dark }: Look) => {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  await expect.poll(() => schemeOf(page)).toBe(dark ? 'dark' : 'light')
}

/** Nothing of the page runs out of the screen. */
const checkFits = async (page: Page, where: string) => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, `${where} is wider than the screen`).toBeLessThanOrEqual(0)
}

/** Takes away what there is too much of, once all of it has been seen to fit. */
const dropSurplus = async (page: Page, pageLook: PageLook, surplus: string, shown: readonly Look[]) => {
  await settled(page, pageLook)
  for (const { width, height } of shown) {
    await page.setViewportSize({ width, height })
    await checkFits(page, `${pageLook.address} ${width}`)
  }
  await page.evaluate((parts) => document.querySelectorAll(parts).forEach((part) => part.remove()), surplus)
}

/**
 * Every look of one loaded page: axe finds nothing, and on a phone nothing runs out of the page. The other scheme of a width is the same page
 * in other colours.
 */
const checkLooks = async (page: Page, pageLook: PageLook, shown: readonly Look[]) => {
  const seen = new Set<number>()
  if (pageLook.surplus) await dropSurplus(page, pageLook, pageLook.surplus, shown)
  for (const look of shown) {
    const { width, dark } = look
    await putOn(page, look)
    await settled(page, pageLook)
    const where = `${pageLook.address} ${width} ${dark ? 'dark' : 'light'}`
    await checkAccessible(page, where, {
      rules: seen.has(width) ? COLOUR_RULES : undefined,
      part: pageLook.only,
    })
    seen.add(width)
    await checkFits(page, where)
  }
}

/** A page of the frame that has nothing in it. */
const NOWHERE = '/dashboard/nowhere'

/** To another room as a link leads there, without a page load; ends once what stood there is gone. */
const goOn = async (page: Page, address: string) => {
  await page.evaluate((to) => {
    for (const part of document.querySelectorAll('#page > *')) part.setAttribute('data-left', '')
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)
  await page.locator('[data-left]').first().waitFor({ state: 'detached' })
}

const kindOf = (address: string) => (address.split('?')[0] ?? '').replaceAll(/\d+/g, '#')
const isInFrame = (address: string) => /^\/(dashboard\/|patient-overview)/.test(address)

/** Opens a room the cheapest way: a page load costs more than all that is then looked at. */
const enter = async (page: Page, url: string, { address }: PageLook) => {
  const { origin, pathname } = new URL(page.url())
  if (origin !== url || !isInFrame(pathname) || !isInFrame(address)) return goTo(page, url + address)
  // Records of one kind share their page, which stays when only the record or the question changes: left first, it opens afresh.
  if (kindOf(address) === kindOf(pathname)) await goOn(page, kindOf(address) === NOWHERE ? '/dashboard/profile' : NOWHERE)
  await goOn(page, address)
}

/** Those who have walked already, by browser: they stay signed in. */
const walkers = new WeakMap<Browser, Map<string, Screen>>()
const walkerOf = async (browser: Browser, url: string, person: Credentials): Promise<Screen> => {
  const known = walkers.get(browser) ?? new Map<string, Screen>()
  walkers.set(browser, known)
  const name = `${person.email} ${url}`
  const before = known.get(name)
  const screen = before && !before.isLeft() ? before : await arrive(browser, url, person)
  known.set(name, screen)
  return screen
}

/** Goes through rooms in the given looks: nothing that axe finds, nothing wider than the screen, nothing on the console. */
export const walkPages = async (
  browser: Browser,
  url: string,
  rooms: readonly PageLook[],
  { person, shown = opposites }: { person?: Credentials; shown?: readonly Look[] } = {},
) => {
  const { page, check } = person ? await walkerOf(browser, url, person) : await openScreen(browser)
  for (const pageLook of rooms) {
    // Before it opens: a room that changes its scheme while it fills is in neither for a while.
    if (page.url().startsWith(url) && shown[0]) await putOn(page, shown[0])
    await enter(page, url, pageLook)
    await checkLooks(page, pageLook, shown)
  }
  check(/^Could not fetch \S+: (403|404) /)
  if (!person) await page.context().close()
}
