import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailServer, type MailServer } from '../src/testing/servers/mail-server.ts'
import { goTo, openBrowser } from './browser.ts'
import { administrator, type TestServer, startTestServer, setUp } from './test-server.ts'
import { opposites, walkPages } from './looks.ts'
import { arrive, checkAccessible, openScreen, see } from './screen.ts'

const WAY_MS = 600_000
const SECTION = '/dashboard/administration/messages'

let app: TestServer
let browser: Browser
let mail: MailServer
beforeAll(async () => {
  ;[app, browser, mail] = await Promise.all([
    startTestServer({ publicUrl: 'https://clinic.example' }),
    openBrowser(),
    openMailServer({ user: { name: 'desk', password: 'a secret' } }),
  ])
  await setUp(app)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await mail?.close()
  await app?.close()
})

const aMessage = async (address: string) => {
  const [row] = await app.sql<{ id: number }>(
    `insert into messages (kind, channel, address, language, subject, body, once_key, state, reason, send_after, created_at)
     values ('reminder', 'email', $1, 'en', 'Your appointment', 'See you on Monday.', $1, 'failed', 'The mail server cannot be reached: x',
       now(), now()) returning id`,
    [address],
  )
  return row!.id
}

test(
  'an administrator sets e-mail up, tries it, sends a failed message again, and its reader opts out',
  async () => {
    // Whatever the hour at which this runs.
    await app.sql('update message_settings set quiet_to = quiet_from')
    await aMessage('achieng@mail.example')
    const { page, context, check } = await arrive(browser, app.url, administrator)

    await goTo(page, `${app.url}${SECTION}?tab=email`)
    await page.getByLabel('Send e-mail').check()
    await page.getByRole('textbox', { name: 'Mail server' }).fill('localhost')
    await page.getByLabel('Port').fill(String(mail.port))
    await page.getByLabel('Encryption').selectOption('none')
    await page.getByLabel('User name').fill('desk')
    await page.getByLabel('Password', { exact: true }).fill('a secret')
    await page.getByLabel('Sender address').fill('desk@tumaini.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await see(page.getByText('Saved'))
    await page.getByLabel('Your e-mail address').fill('me@mail.example')
    await page.getByRole('button', { name: 'Send test' }).click()
    await see(page.getByText('Sent. The server answered 250.'))
    expect(mail.received.map(({ to }) => to)).toEqual([['me@mail.example']])

    await page.getByRole('link', { name: 'Outbox' }).click()
    await page.getByText('achieng@mail.example').click()
    await see(page.getByText('The mail server cannot be reached: x').last())
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => mail.received.length).toBe(2)
    await see(page.getByRole('dialog').getByText('Sent').first())
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

    await page.getByRole('link', { name: 'Words' }).click()
    await page.getByRole('row', { name: /Reminder SMS/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Come on ')
    await dialog.getByRole('button', { name: '{day}' }).click()
    await see(dialog.getByText('Come on Mon, 2 Mar 2026'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await see(page.getByText('Customised'))

    const link = /https:\/\/clinic\.example(\/messages\/opt-out\/\S+)/.exec(mail.received[1]!.text)?.[1] ?? ''
    const reader = await openScreen(browser)
    await reader.page.goto(app.url + link)
    await see(reader.page.getByText('a•••@m•••.example'))
    await checkAccessible(reader.page, 'opting out')
    await reader.page.getByRole('button', { name: 'Stop messages to me' }).click()
    await see(reader.page.getByText(/Messages to .* are stopped/))
    await checkAccessible(reader.page, 'opted out')
    reader.check()
    await reader.context.close()
    await page.getByRole('link', { name: 'Outbox' }).click()
    await page.getByRole('button', { name: 'Opted out' }).click()
    await see(page.getByRole('dialog').getByText('by the link in a message'))
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'its screens are right in every look',
  async () => {
    await aMessage('a-very-long-address-of-somebody-with-many-names@subdomain.of.a.long.mail.example')
    const tabs = [
      ['', 'Opted out'],
      ['?tab=email', 'Send test'],
      ['?tab=sms', 'Delivery reports'],
      ['?tab=times', 'Quiet hours'],
      ['?tab=words', 'Booking received'],
    ] as const
    await walkPages(
      browser,
      app.url,
      tabs.map(([tab, sign]) => ({ address: `${SECTION}${tab}`, sign })),
      { person: administrator, shown: opposites },
    )
    await walkPages(browser, app.url, [{ address: '/messages/opt-out/1-x', sign: 'This link is incomplete' }])
  },
  WAY_MS,
)
