import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Credentials, TestServer } from '../test-server.ts'
import { checkScreen, takePhone } from '../phone.ts'
import { agree, bookIt, question, sayWho } from '../public-clinic.ts'
import { checkAccessible, see, seeGone, toastWith } from '../screen.ts'
import { beginJourney, come, inTouch, type Person } from './journey.ts'
import { card, column } from './places.ts'

interface Booked {
  number: string
  at: Date
  status: string
  first_name: string
  patient_id: number | null
}
const bookings = (app: TestServer) =>
  app.sql<Booked>(
    `select a.number, a.appointment_date_time as at, a.status::text, b.first_name, a.patient_id from appointments a
     join public_bookings b on b.id = a.public_booking_id order by a.id`,
  )

const choose = async ({ page }: Person) => {
  await see(question(page, 'What would you like to book?'))
  await checkScreen(page, 'the service')
  await page.getByRole('button', { name: /^Consultation, general/ }).tap()
  await see(question(page, 'Who would you like to see?'))
  await checkScreen(page, 'the doctor')
  await page.getByRole('button', { name: /^Any doctor/ }).tap()
  await see(page.getByText('Next free'))
  await see(page.getByRole('link', { name: 'Call +254700123456' }))
  await checkScreen(page, 'the time')
  await page.getByRole('radio').nth(3).tap()
  await page.getByRole('button', { name: '10:20', exact: true }).tap()
  await see(page.getByText('3 of 4'))
  await checkScreen(page, 'the name')
}

/** Twice quickly, as people do: it books once. */
const bookTwice = async (page: Page) => {
  await sayWho(page, { email: 'achieng@example.com' })
  await checkScreen(page, 'the check')
  expect(await page.getByRole('checkbox').isChecked()).toBe(false)
  await agree(page)
  await bookIt(page).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await see(question(page, 'We have your request. The clinic will confirm it.'))
  await checkScreen(page, 'the confirmation')
}

const keep = async (page: Page, { at }: Booked) => {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to my calendar' }).tap()
  const file = readFileSync(await (await saved).path(), 'utf8')
  expect(file).toContain(`DTSTART:${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}\r\n`)
  expect(file).toContain('STATUS:TENTATIVE\r\n')
  expect(file).toContain('SUMMARY:Appointment at Lakeside Clinic (not confirmed)\r\n')
  expect(file).not.toMatch(/Consultation|Follow-up|Achieng/)

  expect(await page.evaluate(() => [sessionStorage.length, Object.keys(localStorage).join()])).toEqual([0, ''])
  await page.getByRole('button', { name: 'Done: clear this page' }).tap()
  await see(question(page, 'What would you like to book?'))
  expect(await page.content()).not.toContain('Achieng')
}

const putOnRecord = async ({ page, hands }: Person) => {
  await see(page.locator('tr', { hasText: 'Achieng Ouma' }))
  await hands.click(page.getByRole('button', { name: 'Notifications: 1' }))
  await see(page.getByRole('link', { name: /1 public booking to match/ }))
  await hands.press('Escape')
  await hands.click(page.locator('tr', { hasText: 'Achieng Ouma' }))
  const like = page.getByRole('dialog').getByRole('listitem', { name: 'Achieng Ouma' })
  await see(like.getByText('same name, same date of birth'))
  await see(like.getByRole('row', { name: /Phone/ }).getByRole('img', { name: 'Different' }))
  await see(like.getByText('empty: will be added'))
  await hands.press('1')
  await see(toastWith(page, /Matched to Achieng Ouma \(.+\) and confirmed\. Added to the record: E-mail\./))
  await seeGone(page.locator('tr', { hasText: 'Achieng Ouma' }))
  await hands.press('Escape')
  await seeGone(page.getByRole('dialog'))
}

/** The day has come: half an hour from now, or half an hour ago where that would be tomorrow. */
const bringForward = async (app: TestServer) => {
  const minutes = Math.floor(((Date.now() + 3 * 3_600_000) % 86_400_000) / 60_000)
  await app.sql(
    `update appointments set appointment_date_time = now() + $1::interval, ends_at = now() + $1::interval + interval '20 minutes'`,
    [`${minutes < 1380 ? 30 : -30} minutes`],
  )
}

const checkIn = async ({ page, hands }: Person) => {
  await hands.click(page.getByRole('link', { name: 'Live board', exact: true }))
  const panel = page.getByRole('region', { name: 'Today’s appointments' })
  await see(panel.getByText('Achieng Ouma').first())
  await checkAccessible(page, 'the board with appointments')
  await hands.press('a')
  await expect.poll(() => page.locator('[data-entry]:focus').count()).toBe(1)
  await hands.press('c')
  await see(toastWith(page, /Achieng Ouma sent to Triage/))
  await see(card(column(page, 'Triage'), 'Achieng Ouma'))
  // Who has arrived is folded away after a moment.
  await hands.click(panel.getByRole('button', { name: /arrived or completed/ }))
  await see(panel.locator('[data-entry]', { hasText: 'Achieng Ouma' }).getByText('Arrived'))
}

interface Booking {
  app: TestServer
  browser: Browser
  desk: Credentials
  /** The record of whoever books. */
  known: number
}
/** Booked on a cheap telephone, put on a record at the desk, and checked in there: the screen of the desk stays open. */
export const bookAndCheckIn = async ({ app, browser, desk: receptionist, known }: Booking) => {
  const journey = beginJourney('An appointment booked by the public, and checked in at the desk')
  const screen = await takePhone(browser)
  const phone = await inTouch('Patient', screen)
  await phone.page.goto(`${app.url}/book-appointment`)
  const desk = await come(browser, app.url, 'Reception', receptionist, { at: '/dashboard/appointments/requests' })
  await see(desk.page.getByText('All public bookings are matched'))
  await journey.step(phone, 'chooses a service, a doctor and a time', () => choose(phone))
  await journey.step(phone, 'says who she is, and books', () => bookTwice(phone.page))
  const made = await bookings(app)
  expect(made.map(({ status, first_name }) => [status, first_name])).toEqual([['pending', 'Achieng']])
  expect(await phone.page.locator('.big-number').textContent()).toBe(made[0]?.number)
  expect(await phone.page.locator('.when').textContent()).toContain('10:20')
  expect(await phone.page.getByRole('img').locator('path').last().getAttribute('d')).toMatch(/^M4 4h7/)
  await keep(phone.page, made[0]!)
  await journey.step(desk, 'sees it come, and puts it on her record', () => putOnRecord(desk))
  expect((await bookings(app)).map(({ status, patient_id }) => [status, patient_id])).toEqual([['confirmed', known]])
  const [patient] = await app.sql('select phone, email from patients where id = $1', [known])
  expect(patient).toEqual({ phone: '+254711000111', email: 'achieng@example.com' })
  await bringForward(app)
  await journey.step(desk, 'checks her in when she comes', () => checkIn(desk))
  expect(
    await app.sql('select a.status::text, v.track::text from appointments a join visits v on v.id = a.visit_id where a.patient_id = $1', [
      known,
    ]),
  ).toEqual([{ status: 'arrived', track: 'triage' }])
  journey.end({ loaded: new Map([[phone, 1]]) })
  await phone.context.close()
  return desk
}
