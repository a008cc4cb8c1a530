import AxeBuilder from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Credentials } from './house.ts'

/** The browser of the tests: the one that the set-up found. */
export const openBrowser = (args: string[] = []): Promise<Browser> =>
  chromium.launch({
    ...(process.env['CHROME'] ? { executablePath: process.env['CHROME'] } : { channel: 'chromium' }),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...args],
  })

/** A page that remembers what went wrong on it; `check` fails when anything did. */
export interface Screen {
  page: Page
  context: BrowserContext
  check(): void
}

export const openScreen = async (
  browser: Browser,
  { width = 1440, height = 900, dark = false, context }: { width?: number; height?: number; dark?: boolean; context?: BrowserContext } = {},
): Promise<Screen> => {
  const own = context ?? (await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' }))
  const page = await own.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    // A refused call is part of the journey and is told on the screen; the browser notes it as well.
    if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { page, context: own, check: () => expect(problems).toEqual([]) }
}

/** Signs in as a person does, and waits for the landing page. */
export const signIn = async (page: Page, url: string, person: Credentials) => {
  await page.goto(`${url}/auth/login`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/dashboard|patient-overview/)
}

/** axe must find nothing, by the rules of WCAG 2.2 AA. */
export const checkAccessible = async (page: Page, what: string) => {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  expect(violations.map(({ id, nodes }) => `${what}: ${id} ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
}
