import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Milliseconds from one key to the next: longer than what a scanner takes, shorter than what a quick hand does. */
export const KEY_MS = 50

/** Waits until the cursor is in this place, as an eye does: a dialog takes it a moment after it is seen. */
export const untilIn = (place: Locator) =>
  expect.poll(() => place.evaluateAll((all) => all.some((one) => one.contains(document.activeElement)))).toBe(true)

/** The keyboard and the pointer, which count. */
export const handsOn = ({ keyboard }: Page) => {
  let presses = 0
  let clicks = 0
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time += 1) {
      presses += 1
      await keyboard.press(key, { delay: KEY_MS / 2 })
    }
  }
  const type = async (text: string) => {
    presses += text.length
    await keyboard.type(text, { delay: KEY_MS })
  }
  const click = async (what: Locator) => {
    clicks += 1
    await what.click()
  }
  return { press, type, click, presses: () => presses, clicks: () => clicks }
}
export type Hands = ReturnType<typeof handsOn>

/**
 * A scanner: a keyboard faster than any hand. Its keys say themselves when they were pressed, as those of a real one do: what the page does
 * between them takes its time on a slow machine.
 */
export const scan = async (page: Page, code: string) => {
  await page.evaluate((text) => {
    // A hand that has typed takes the scanner first.
    const from = performance.now() + 200
    for (const [at, key] of [...Array.from(text), 'Enter'].entries()) {
      const target = document.activeElement ?? document.body
      const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(pressed, 'timeStamp', { value: from + at * 5 })
      const isLeft = target.dispatchEvent(pressed)
      if (isLeft && key.length === 1 && target instanceof HTMLInputElement) document.execCommand('insertText', false, key)
    }
  }, code)
}
