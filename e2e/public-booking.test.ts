import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { api, type TestServer, startTestServer } from './test-server.ts'
import { looks, walkPages } from './looks.ts'
import { checkScreen, takePhone } from './phone.ts'
import { agree, bookIt, chooseTime, openToPublic, question, sayWho } from './public-clinic.ts'
import { see, seeGone } from './screen.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let clinic: Awaited<ReturnType<typeof openToPublic>>
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  clinic = await openToPublic(app)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const bookPage = (page: Page) => page.goto(`${app.url}/book-appointment`)

const bookings = () =>
  app.sql<{ number: string; at: Date; status: string; first_name: string }>(
    `select a.number, a.appointment_date_time as at, a.status::text, b.first_name from appointments a
     join public_bookings b on b.id = a.public_booking_id order by a.id`,
  )
const numberOn = (page: Page) => page.locator('.big-number').textContent()

test(
  'somebody else is quicker: what was typed stays, and the next free times are offered',
  async () => {
    const { page, context, check } = await takePhone(browser)
    await bookPage(page)
    await chooseTime(page, { doctor: 'Amina Hassan', time: '11:00' })
    await sayWho(page)
    await agree(page)
    const start = await page.evaluate(
      () => (JSON.parse(sessionStorage.getItem('booking') ?? '') as { draft: { start: string } }).draft.start,
    )
    await api(app.url, 'POST', '/patients/publicappointments/', {
      body: {
        first_name: 'Otieno',
        second_name: 'Quick',
        date_of_birth: '1990-01-01',
        gender: 'M',
        appointment_date_time: start,
        reason: 'Check-up',
        item: clinic.general,
        doctor: clinic.amina,
        email: 'otieno@example.com',
        consent: true,
        consent_version: 1,
      },
    })
    await bookIt(page).tap()
    await see(page.getByRole('alert').getByText('This time is no longer free.'))
    await checkScreen(page, 'the taken time')
    await page.getByRole('alert').getByRole('button').first().tap()
    // Straight back to the end: names, contact and the tick are all there.
    await see(page.getByText('Achieng Ouma'))
    expect(await page.getByRole('checkbox').isChecked()).toBe(true)
    await bookIt(page).tap()
    await see(question(page, 'We have your request. The clinic will confirm it.'))
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'a booking is moved and cancelled by its link; a wrong link says nothing',
  async () => {
    const { page, context, check } = await takePhone(browser)
    await bookPage(page)
    await chooseTime(page, { doctor: 'Amina Hassan', day: 4, time: '14:00' })
    await sayWho(page)
    await agree(page)
    await bookIt(page).tap()
    await see(question(page, 'We have your request. The clinic will confirm it.'))
    const number = await numberOn(page)
    await page.getByRole('link', { name: 'View, move or cancel' }).tap()
    await page.waitForURL(/\/booking\/[^/]+$/)
    await see(question(page, 'Your appointment'))
    expect(await numberOn(page)).toBe(number)
    await checkScreen(page, 'the booking')
    const rooms = [
      { address: '/book-appointment', sign: 'What would you like to book?' },
      { address: new URL(page.url()).pathname, sign: 'Change date or time' },
    ]
    await walkPages(browser, app.url, rooms, { shown: looks.filter(({ width }) => width > 1000) })

    await page.getByRole('button', { name: 'Change date or time' }).tap()
    await see(question(page, 'When would you like to come?'))
    await page.getByRole('radio').nth(5).tap()
    await page.getByRole('button', { name: '15:20', exact: true }).tap()
    await checkScreen(page, 'the move')
    await page.getByRole('button', { name: 'Move it' }).tap()
    await see(page.getByText('New time requested.'))
    expect(await page.locator('.when').textContent()).toContain('15:20')

    await page.getByRole('button', { name: 'Cancel appointment' }).tap()
    await see(page.getByRole('dialog'))
    await checkScreen(page, 'the question')
    await page.getByRole('button', { name: 'No, keep it' }).tap()
    await seeGone(page.getByRole('dialog'))
    await page.getByRole('button', { name: 'Cancel appointment' }).tap()
    await page.getByRole('button', { name: 'Yes, cancel it' }).tap()
    await see(page.getByText('This appointment is cancelled.'))
    await checkScreen(page, 'the cancelled booking')
    expect((await bookings()).find((one) => one.number === number)?.status).toBe('cancelled')

    const link = page.url()
    await page.goto(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`)
    await see(question(page, 'No appointment for this link'))
    await checkScreen(page, 'the wrong link')
    expect(await page.content()).not.toContain(number)
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'the line breaks at the last step: it is said, nothing is lost, and trying again books once',
  async () => {
    const { page, context, check } = await takePhone(browser)
    await bookPage(page)
    await chooseTime(page, { doctor: 'Peter Otieno', time: '10:00' })
    await sayWho(page)
    await agree(page)
    await context.setOffline(true)
    await bookIt(page).tap()
    await see(page.getByText('No internet connection.'))
    await checkScreen(page, 'no connection')
    await context.setOffline(false)
    // It arrives now, but the answer is lost, and the person changes something before trying again.
    await page.route('**/api/patients/publicappointments/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Try again' }).tap()
    // The connection may not be known to be back yet.
    await see(page.getByText(/(No internet connection|did not answer)\. Nothing is lost/))
    await page.unroute('**/api/patients/publicappointments/')
    const before = (await bookings()).length
    await page.getByRole('button', { name: 'Change: Reason' }).tap()
    await page.getByRole('button', { name: 'Vaccination' }).tap()
    await page.getByRole('button', { name: 'Continue' }).tap()
    await bookIt(page).tap()
    await see(question(page, 'We have your request. The clinic will confirm it.'))
    const made = await bookings()
    expect([made.length, await numberOn(page)]).toEqual([before, made.at(-1)?.number])
    check()
    await context.close()
  },
  WAY_MS,
)
