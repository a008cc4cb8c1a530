import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkAccessible, openScreen } from './screen.ts'

/** A cheap telephone: small, touched, with a browser of its own. */
export const takePhone = async (browser: Browser, options: BrowserContextOptions = {}) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
    timezoneId: 'Africa/Nairobi',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(20_000)
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`policy: ${effectiveDirective} ${blockedURI}`),
    ),
  )
  return openScreen(browser, { context })
}
/** Nothing that axe finds in either scheme, nothing wider than the screen, nothing too small to touch. */
export const checkScreen = async (page: Page, what: string) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await checkAccessible(page, `${what}, ${colorScheme}`)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${what} is too wide`).toBeLessThanOrEqual(0)
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, select, textarea, label:has(input), input:not(label input, [data-part="away"])')]
      .map((one) => ({ box: one.getBoundingClientRect(), name: one.textContent }))
      .filter(({ box }) => box.height > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(({ box, name }) => `${name} ${box.width}x${box.height}`),
  )
  expect(small, `${what}: too small to touch`).toEqual([])
}
