import type { Locator, Page } from 'playwright-core'
import type { Hands } from '../hands.ts'

/** A column of the board, and a card in it. */
export const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const card = (place: Page | Locator, name: string) => place.locator('[data-part="card"]', { hasText: name })
export const row = (page: Page, name: string | RegExp) =>
  page.getByRole('row', { name: typeof name === 'string' ? new RegExp(name) : name })

/** Where the cursor is: the label of its box, its name for those who cannot see, its path in the form, its words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    const isBox = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement
    return {
      id: at?.id ?? '',
      label: isBox ? (at.labels?.[0]?.textContent ?? '').replace(' *', '') : '',
      name: at?.getAttribute('aria-label') ?? '',
      placeholder: at?.getAttribute('placeholder') ?? '',
      path: at?.getAttribute('data-path') ?? '',
      key: at?.getAttribute('data-key') ?? '',
      value: isBox ? at.value : '',
      text: at?.textContent ?? '',
      row: at?.closest('tr')?.textContent ?? '',
    }
  })
type Focus = Awaited<ReturnType<typeof focused>>
const part = (page: Page, of: keyof Focus) => async () => (await focused(page))[of]
export const focusOf = (page: Page) => (of: keyof Focus) => part(page, of)

/** Tabs on until the cursor is in the box of this label or name, as a hand does that knows the form. */
export const tabTo = async (hands: Hands, page: Page, label: string) => {
  const isThere = async () => {
    const at = await focused(page)
    return at.label === label || at.name === label
  }
  for (let tries = 0; !(await isThere()); tries += 1) {
    if (tries > 30) throw new Error(`Tab does not come to ${label}.`)
    await hands.press('Tab')
  }
}
