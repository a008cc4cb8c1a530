import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { administrator, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { opposites, walkPages } from './looks.ts'
import { openAccount } from './patient-account.ts'
import { arrive, findAnything, type Screen, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 600_000
const AT = '/dashboard/assistant'
const zawadi: Credentials = { email: 'zawadi@patient.example', password: 'three herons on a wall' }

let app: TestServer
let browser: Browser
let office: Screen

/** Three patients on site, two of them before the same door. */
const openDoors = async (token: string) => {
  const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })
  for (const [first_name, track] of [
    ['Zawadi', 'triage'],
    ['Amani', 'triage'],
    ['Baraka', 'doctor'],
  ]) {
    const { id } = await post('/patients/patients/', {
      first_name,
      second_name: 'Juma',
      gender: 'female',
      date_of_birth: '1990-02-03',
      not_a_duplicate: true,
    })
    await post('/patients/initiate-attendance-process/', { patient: id, reason: 'Fever and cough', track })
    if (first_name !== 'Zawadi') continue
    await openAccount(app, token, id, { ...zawadi, first_name, last_name: 'Juma' })
  }
}

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  await openDoors(await setUp(app))
  office = await arrive(browser, app.url, administrator)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const boxOf = (page: Page) => page.getByLabel('Your question')
const exchanges = (page: Page) => page.locator('[data-part="exchange"]')
const newest = (page: Page) => exchanges(page).last()

const hasFocus = (page: Page) => boxOf(page).evaluate((box) => box === document.activeElement)

/** Types a question and waits for its answer. */
const ask = async (page: Page, question: string) => {
  // The key of the screen, from wherever the last action has left the focus.
  if (!(await hasFocus(page))) await page.keyboard.press('/')
  await expect.poll(() => hasFocus(page)).toBe(true)
  const before = await exchanges(page).count()
  await page.keyboard.type(question)
  await page.keyboard.press('Enter')
  await expect.poll(() => exchanges(page).count()).toBe(before + 1)
  await seeGone(newest(page).locator('[data-status="waiting"]'))
  return newest(page)
}

test(
  'a question is answered with a figure, a picture and a table; the next one follows it; the rows are saved',
  async () => {
    const { page } = office
    await goTo(page, app.url + AT)
    await see(page.getByText('What would you like to know?'))
    await see(page.getByRole('button', { name: 'How many patients were seen today?' }))
    await expect.poll(() => hasFocus(page)).toBe(true)

    const seen = await ask(page, 'How many patients were seen today?')
    await see(seen.locator('[data-part="answer-figure"] b', { hasText: /^3$/ }))
    await see(seen.getByText('Data counted'))
    await see(page.getByText('Follows “How many patients were seen today?”'))
    await see((await ask(page, 'and yesterday?')).locator('[data-part="answer-figure"] b', { hasText: /^0$/ }))

    await page.getByRole('button', { name: 'New topic' }).click()
    await seeGone(page.getByText(/^Follows/))
    const queue = await ask(page, 'Queue by track')
    await see(queue.locator('[data-part="pie-legend"] li', { hasText: /Triage2/ }))
    await queue.getByText('Table', { exact: true }).click()
    await see(queue.getByRole('row', { name: 'Triage 2' }))
    const [file] = await Promise.all([page.waitForEvent('download'), queue.getByRole('button', { name: 'Save as CSV' }).click()])
    expect(readFileSync((await file.path()) ?? '', 'utf8')).toMatch(/Triage,2/)

    const rows = await ask(page, 'List visits today')
    await expect.poll(() => rows.locator('tbody tr').count()).toBe(3)
    await rows.locator('tbody a').first().click()
    await page.waitForURL((url) => url.pathname !== AT)
    await page.goBack()
    await expect.poll(() => exchanges(page).count()).toBe(4)
    office.check()
  },
  WAY_MS,
)

test(
  'what cannot be answered is refused calmly, and what the box over every screen is asked is asked once',
  async () => {
    const { page } = office
    const refused = await ask(page, 'What is the meaning of happiness?')
    await see(refused.locator('[data-status="refused"]'))
    expect(await refused.getByRole('alert').count()).toBe(0)
    await refused.locator('[data-part="ask-chip"]').first().click()
    await expect.poll(() => exchanges(page).count()).toBe(6)
    await see(newest(page).locator('[data-status="answered"]'))

    await goTo(page, `${app.url}/dashboard/reception-interface`)
    await (await findAnything(page)).fill('How many people are waiting?')
    await see(page.getByText('Ask the assistant: “How many people are waiting?”'))
    await page.keyboard.press('Enter')
    await page.waitForURL(app.url + AT)
    await see(newest(page).locator('[data-part="answer-figure"] b', { hasText: /^3$/ }))
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('waiting')
    await goTo(page, page.url())
    await expect.poll(() => exchanges(page).count()).toBe(7)
    office.check()
  },
  WAY_MS,
)

test(
  'a question that fails keeps the answers and its words, and can be asked again',
  async () => {
    const { page } = office
    const breakDown = (action: 'abort' | 'refuse') =>
      page.route('**/api/chatbot/chat/', (route) =>
        route.request().method() === 'GET'
          ? route.fallback()
          : action === 'abort'
            ? route.abort()
            : route.fulfill({ status: 500, json: { detail: 'Something went wrong.' } }),
      )
    await boxOf(page).focus()
    await page.keyboard.press('ArrowUp')
    expect(await boxOf(page).inputValue()).toBe('How many people are waiting?')
    await page.keyboard.press('Escape')
    expect(await boxOf(page).inputValue()).toBe('')
    for (const [action, reported] of [
      ['refuse', 'Something went wrong.'],
      ['abort', 'Your entries are still here.'],
    ] as const) {
      await breakDown(action)
      await boxOf(page).fill('Visits today by track')
      await page.keyboard.press('Enter')
      await see(page.getByRole('alert').getByText(reported))
      expect(await boxOf(page).inputValue()).toBe('Visits today by track')
      expect(await exchanges(page).count()).toBe(7)
      await page.unrouteAll()
    }
    await seeGone(page.getByText('Connection lost'))
    await page.keyboard.press('Enter')
    await expect.poll(() => exchanges(page).count()).toBe(8)
    expect(await boxOf(page).inputValue()).toBe('')
    await seeGone(page.getByRole('alert'))
    office.check(/500|ERR_FAILED|Could not fetch/)
  },
  WAY_MS,
)

test(
  'it looks as the rest of the house, for staff and for patients',
  async () => {
    await walkPages(browser, app.url, [{ address: AT, sign: 'Queue by track' }], { person: administrator })
    const own = await arrive(browser, app.url, zawadi, { at: '/patient-overview' })
    await own.page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'More' }).click()
    await own.page.getByRole('link', { name: 'Ask about my record' }).click()
    await see(own.page.getByRole('heading', { name: 'Ask about my record' }))
    await see((await ask(own.page, 'How many patients were seen today?')).locator('[data-status="refused"]'))
    own.check()
    await walkPages(browser, app.url, [{ address: '/patient-overview/assistant', sign: 'How many patients' }], {
      person: zawadi,
      shown: opposites,
    })
  },
  WAY_MS,
)

test(
  'one question is deleted, and then all of them',
  async () => {
    const { page } = office
    await goTo(page, app.url + AT)
    await expect.poll(() => exchanges(page).count()).toBe(8)
    await page.getByRole('button', { name: 'Delete “Visits today by track”' }).click()
    await see(toastWith(page, 'Question and answer deleted.'))
    expect(await exchanges(page).count()).toBe(7)
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click()
    await see(page.getByText('What would you like to know?'))
    await goTo(page, page.url())
    await see(page.getByText('What would you like to know?'))
    expect(await exchanges(page).count()).toBe(0)
    await walkPages(browser, app.url, [{ address: AT, sign: 'What would you like to know?' }], { person: administrator })
    office.check()
  },
  WAY_MS,
)
