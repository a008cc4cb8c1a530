import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { handsOn } from './hands.ts'
import { addPerson, administrator, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, checkAccessible, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 600_000
let app: TestServer
let browser: Browser
let doctor: Credentials
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  doctor = await addPerson(app, await setUp(app), 'doctor', ['Amina', 'Hassan'])
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

/** What a change says after its commit. */
const news = (topic: string) => app.sql(`select pg_notify('kliniki_news', $1)`, [JSON.stringify([{ topic }])])
const failedMessages = async (count: number) => {
  await app.sql(
    `insert into messages (kind, channel, address, language, body, once_key, state, send_after, created_at)
     select 'reminder', 'sms', '+254712345678', 'en', 'x', 'failed ' || n || random(), 'failed', now(), now() from generate_series(1, $1) n`,
    [count],
  )
  await news('messages')
}

test(
  'what waits shows beneath the bell, is read by opening it, leads to the thing, and is gone when it is dealt with',
  async () => {
    await failedMessages(2)
    const { page, check, context } = await arrive(browser, app.url, administrator)
    const hands = handsOn(page)
    const bell = page.getByRole('button', { name: /^Notifications/ })
    await see(page.getByRole('button', { name: 'Notifications: 1', exact: true }))
    await bell.focus()
    await hands.press('Enter')
    const entry = page.getByRole('link', { name: /2 patient messages could not be sent/ })
    await see(entry)
    await checkAccessible(page, 'the inbox beneath the bell', { part: 'section[aria-label="Notifications"]' })
    await hands.press('Escape')
    await seeGone(entry)
    expect(await bell.evaluate((button) => button === document.activeElement)).toBe(true)
    await hands.press('Enter')
    await entry.click()
    await page.waitForURL(/administration\/messages\?state=failed/)
    await see(page.getByRole('button', { name: 'Notifications', exact: true }))
    await app.sql(`update messages set state = 'sent' where state = 'failed'`)
    await news('messages')

    await goTo(page, `${app.url}/dashboard/notifications?choose=1`)
    const wish = page.getByRole('switch', { name: 'Messages not sent' })
    await wish.click()
    await expect.poll(() => wish.isChecked()).toBe(false)
    await see(page.getByRole('switch', { name: 'Critical vital signs' }))
    expect(await page.getByRole('switch', { name: 'Critical vital signs' }).isDisabled()).toBe(true)
    await checkAccessible(page, 'Notification settings')
    await hands.press('Escape')
    await seeGone(page.getByRole('link', { name: /messages to patients/ }))
    await see(page.getByRole('heading', { name: 'Nothing pending' }))
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'something critical that comes in while somebody works is said once, by a toast that takes no focus; on a phone too',
  async () => {
    const { page, check, context } = await arrive(browser, app.url, doctor, { at: '/dashboard/notifications' })
    await see(page.getByRole('heading', { name: 'Nothing pending' }))
    // The stream of the screen is there.
    await see(page.getByText(/^Live/).first())
    const before = await page.evaluate(() => document.activeElement?.id)
    await app.sql(
      `insert into notifications (kind, entity_id, words, created_at) values ('critical_result', 7, '{"test": "Potassium", "result": "6.8 mmol/L"}', now())`,
    )
    await news('notifications')
    await see(toastWith(page, 'Critical value: Potassium 6.8 mmol/L'))
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(before)
    await see(page.getByRole('link', { name: /Potassium 6.8/ }))
    await see(page.getByRole('button', { name: 'Notifications: 1', exact: true }))
    expect(await toastWith(page, 'Potassium').count()).toBe(1)
    await page.setViewportSize({ width: 390, height: 844 })
    await checkAccessible(page, 'the inbox on a phone')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    check()
    await context.close()
  },
  WAY_MS,
)
