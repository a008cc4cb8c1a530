import type { Page } from 'playwright-core'

/** Longer than what a scanner takes from one key to the next, shorter than what a quick hand does. */
const KEY_MS = 50

/** The keyboard, which counts. */
export const handsOn = ({ keyboard }: Page) => {
  let presses = 0
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
  return { press, type, presses: () => presses }
}

/**
 * A scanner: a keyboard faster than any hand. Its keys say themselves when they were pressed, as those of a real one do: what the page does
 * between them takes its time on a slow machine.
 */
export const scan = async (page: Page, code: string) => {
  // A hand that has typed takes the scanner first.
  await page.waitForTimeout(200)
  await page.evaluate((text) => {
    const from = performance.now()
    for (const [at, key] of [...Array.from(text), 'Enter'].entries()) {
      const target = document.activeElement ?? document.body
      const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(pressed, 'timeStamp', { value: from + at * 5 })
      const isLeft = target.dispatchEvent(pressed)
      if (isLeft && key.length === 1 && target instanceof HTMLInputElement) document.execCommand('insertText', false, key)
    }
  }, code)
}
