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
