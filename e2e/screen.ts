import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { openContext, openPage, signIn, timesLeft, type ScreenOptions } from './browser.ts'
import type { Credentials } from './test-server.ts'

/** A page that remembers what went wrong on it; `check` fails when anything did that is not expected. */
export interface Screen {
  page: Page
  context: BrowserContext
  check: (expected?: RegExp) => void
  /** Whether the page or its context was closed. */
  isLeft: () => boolean
}

// A refused call is part of a journey and is told on the screen; the browser notes it as well.
const NOTED = /Failed to load resource|net::ERR/

interface Opened {
  problems: string[]
  /** Addresses that were asked for and not answered yet. */
  pending: Set<Request>
}
const opened = new Map<Page, Opened>()

/** Every page that is open just now, with what went wrong on it and what it waits for. */
export const openPages = (): [page: Page, state: Readonly<Opened>][] => {
  for (const page of opened.keys()) if (page.isClosed()) opened.delete(page)
  return [...opened]
}

/** A page of a browser of its own, or another one of `context`. */
export const openScreen = async (
  browser: Browser,
  { context: given, ...options }: ScreenOptions & { context?: BrowserContext } = {},
): Promise<Screen> => {
  const context = given ?? (await openContext(browser, options))
  const page = await openPage(context)
  const problems: string[] = []
  const pending = new Set<Request>()
  opened.set(page, { problems, pending })
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('console', (message) => {
    if (message.type() === 'error' && !NOTED.test(message.text())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('dialog', (dialog) => {
    // The browser's own question before a page is left: a journey that loads a page anew means it.
    if (dialog.type() === 'beforeunload') return void dialog.accept()
    problems.push(`dialog: ${dialog.message()}`)
    return void dialog.dismiss()
  })
  const before = timesLeft(context)
  return {
    page,
    context,
    // Not compared, for a comparison cuts what it found.
    check: (expected) => {
      const found = problems.filter((text) => !expected?.test(text))
      if (found.length > 0) throw new Error(`The page said:\n${found.join('\n')}`)
    },
    isLeft: () => page.isClosed() || timesLeft(context) > before,
  }
}

/** A person at a screen of their own, signed in, on their landing page or `at`. */
export const arrive = async (
  browser: Browser,
  url: string,
  person: Credentials,
  { at, ...options }: ScreenOptions & { at?: string | undefined } = {},
): Promise<Screen> => {
  const screen = await openScreen(browser, options)
  await signIn(screen.page, url, person, at)
  return screen
}

/** What is seen sooner came as news: no list asks by itself while its page is told. How fast news is, `quality/bench/figures/event-latency.ts` measures. */
export const NEWS_MS = 45_000

/** Waits until something is on the screen: what stands there for telephones alone, and is hidden on a wide one, is not. */
export const see = (what: Locator) => what.filter({ visible: true }).first().waitFor({ state: 'visible' })

/** Opens the box that finds everything by its key and resolves once it has the cursor. A key pressed before the frame is seen is the browser's own. */
export const findAnything = async (page: Page, press = (key: string) => page.keyboard.press(key)) => {
  await see(page.locator('button.find'))
  await press('Control+k')
  const box = page.getByRole('combobox', { name: 'Find anything' })
  await see(box)
  await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true)
  return box
}

/** Opens a page that the menu of the person does not show. */
export const openFromMore = async (page: Page, name: string, click = (what: Locator) => what.click()) => {
  await click(page.getByRole('button', { name: 'More pages' }))
  await click(page.getByRole('dialog', { name: 'More pages' }).getByRole('link', { name, exact: true }))
}

/** Waits until something is not on the screen any more. */
export const seeGone = (what: Locator) => what.first().waitFor({ state: 'hidden' })

/** A toast with this text. */
export const toastWith = (page: Page, text: string | RegExp) => page.locator('.toast', { hasText: text })

/** Less than half as long as what axe brings by itself. */
const AXE = readFileSync(createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8')

const AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The rules of AA whose answer depends on colours: all that another scheme of the same page can break. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * No two controls that can be used at once show the same key: of a dialog those in it, else those of the page. What one button says twice
 * (in its text and for screen readers) is one key.
 */
export const checkShortcuts = async (page: Page, what = page.url()) => {
  const twice = await page.evaluate(() => {
    const layer = Array.from(document.querySelectorAll('[aria-modal="true"]')).at(-1) ?? document
    const shown = new Map<string, Set<string>>()
    const add = (key: string, control: Element | null) => {
      if (!control || !control.checkVisibility({ visibilityProperty: true }) || control.matches('[role="option"]')) return
      // Those of a row are for the row that has the focus.
      const row = control.closest('li,tr')
      if (row && !row.contains(document.activeElement)) return
      const name = control.getAttribute('aria-label') ?? (control.textContent || (control.querySelector('input')?.placeholder ?? ''))
      shown.set(key, (shown.get(key) ?? new Set()).add(name.trim()))
    }
    for (const key of layer.querySelectorAll('.mantine-Kbd-root')) {
      if (key.checkVisibility({ visibilityProperty: true })) add(key.textContent, key.closest('button,a,[class*="Input-wrapper"]'))
    }
    for (const control of layer.querySelectorAll('[aria-keyshortcuts]')) {
      const [key = ''] = control.getAttribute('aria-keyshortcuts')?.split(' ') ?? []
      // What Enter does is said of each box alone.
      if (key !== 'Enter') add(key.replace('Control', 'Ctrl').replaceAll(/(?<=.)\+(?=.)/g, ' '), control)
    }
    return [...shown].filter(([, names]) => names.size > 1).map(([key, names]) => `${key}: ${[...names].join(' and ')}`)
  })
  expect(twice, `${what}: ${twice.join(', ')}`).toEqual([])
}

interface Examined {
  /** Only these rules instead of all of AA. */
  rules?: readonly string[] | undefined
  /** Only what is in here instead of the page. */
  part?: string | undefined
}

/**
 * axe must find nothing, by the rules of WCAG 2.2 AA. Pages have no frames, so it looks in the page itself, which takes half the time; and a
 * page that has axe already is not given it anew, which takes as long as looking. Style sheets and sound are not fetched for it again: no rule
 * of AA asks for the sheets, and nothing here sounds. A colour on its way to another is none yet: what moves is waited for.
 */
export const checkAccessible = async (page: Page, what: string, { rules, part }: Examined = {}) => {
  await checkShortcuts(page, what)
  await page.evaluate(async (longest) => {
    // A scheme that was just asked for is painted by the second frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.race([Promise.allSettled(moving.map(({ finished }) => finished)), new Promise((done) => setTimeout(done, longest))])
  }, 2_000)
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, axeSource: isThere ? 'undefined' : AXE })
    .options({ resultTypes: ['violations'], preload: false })
    .setLegacyMode()
  if (part) axe.include(part)
  const { violations } = await (rules ? axe.withRules([...rules]) : axe.withTags(AA)).analyze()
  const found = violations.map(
    ({ id, nodes }) =>
      `${what}: ${id} ${nodes.map((node) => `${node.target.join(' ')} (${node.any.map(({ message }) => message).join('; ')})`).join(', ')}`,
  )
  // In the message: a summary of a whole run prints no more of an array than its length.
  expect(found, found.join('\n')).toEqual([])
}

/** Waits until what was typed is in the browser's store of drafts. */
export const untilKept = (page: Page, text: string) =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<string>((done) => {
            const opening = indexedDB.open('kliniki-drafts')
            opening.onsuccess = () => {
              const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
              reading.onsuccess = () => {
                opening.result.close()
                done(JSON.stringify(reading.result))
              }
            }
          }),
      ),
    )
    .toContain(text)
