import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, instantOf, wallTimeOf } from '#shared/zoned.ts'
import { grace, openAppointmentClinic } from './appointment-clinic.ts'
import { goTo, openBrowser } from './browser.ts'
import { administrator, api, type TestServer } from './test-server.ts'
import { opposites, walkPages } from './looks.ts'
import { arrive, checkAccessible, type Screen, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 600_000
const ZONE = 'Africa/Nairobi'
const waiting = '/dashboard/appointments/waiting'

let app: TestServer
let browser: Browser
let token: string
let doctor: number
let people: readonly number[] = []
let desk: Screen
beforeAll(async () => {
  ;[{ app, token, doctor, people }, browser] = await Promise.all([openAppointmentClinic(), openBrowser()])
  desk = await arrive(browser, app.url, grace)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const rowOf = (page: Page, name: string) => page.locator('tr', { hasText: name })
const post = (path: string, body: object) => api<{ id: number }>(app.url, 'POST', path, { token, body })

test(
  'a patient is put on the list, and booked by the free time beside their name',
  async () => {
    const { page } = desk
    await goTo(page, app.url + waiting)
    await see(page.getByText('Waiting list is empty'))
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'Add to waiting list' })
    await dialog.getByLabel(/^Patient/).fill('ouma')
    await page.getByRole('option', { name: /Achieng Ouma/ }).click()
    await dialog.getByText('Mornings', { exact: true }).click()
    await dialog.getByText('Urgent', { exact: true }).click()
    await dialog.getByLabel('Note').fill('Review of the knee')
    await checkAccessible(page, 'adding to the waiting list')
    await page.keyboard.press('Control+s')
    await see(toastWith(page, /Achieng Ouma added to the waiting list/))
    const row = rowOf(page, 'Achieng Ouma')
    await see(row.getByText('Urgent'))
    await row
      .getByRole('button', { name: /^Book Achieng Ouma/ })
      .first()
      .click()
    const booking = page.getByRole('dialog', { name: 'Book Achieng Ouma' })
    await expect.poll(() => booking.getByLabel(/^Reason/).inputValue()).toBe('Review of the knee')
    await checkAccessible(page, 'booking from the waiting list')
    await booking.getByRole('button', { name: /^Book/ }).click()
    await see(toastWith(page, /Achieng Ouma is booked/))
    await seeGone(booking)
    await see(page.getByText('Waiting list is empty'))
    expect(
      await app.sql(`select w.status::text, a.status::text as appointment, a.reason, a.doctor_id from waiting_list w
        join appointments a on a.id = w.appointment_id and a.patient_id = w.patient_id`),
    ).toEqual([{ status: 'booked', appointment: 'confirmed', reason: 'Review of the knee', doctor_id: doctor }])
    desk.check()
  },
  WAY_MS,
)

test(
  'whoever cancels an appointment is told who waits for such a time',
  async () => {
    const { page } = desk
    const day = addDays(wallTimeOf(new Date(), ZONE).day, 3)
    const at = instantOf(day, '09:00', ZONE).toISOString()
    const left = await post('/patients/appointments/', {
      patient: people[1],
      assigned_doctor: doctor,
      appointment_date_time: at,
      reason: 'Cough',
    })
    const wishes = { from_day: day, until_day: day, hours: 'mornings' }
    await post('/patients/appointments/waiting/', { ...wishes, patient: people[2], doctor, note: 'Call after five' })
    await post('/patients/appointments/waiting/', { ...wishes, patient: people[3], hours: 'afternoons' })
    await goTo(page, `${app.url}/dashboard/appointments/list?days=all&open=${left.id}`)
    const panel = page.getByRole('dialog', { name: 'Baraka Mwangi' })
    await panel.getByRole('button', { name: /^Cancel…/ }).click()
    const cancel = page.getByRole('dialog', { name: 'Cancel appointment' })
    await cancel.getByRole('button', { name: 'Patient’s request' }).click()
    await page.keyboard.press('Enter')
    await see(panel.getByText('1 patient is waiting for this time.'))
    await checkAccessible(page, 'an appointment that somebody waits for')
    await panel.getByRole('link', { name: 'Show them' }).click()
    await see(rowOf(page, 'Chebet Kiplagat'))
    expect(await rowOf(page, 'Daudi Njoroge').count()).toBe(0)
    await rowOf(page, 'Chebet Kiplagat').getByText('Chebet Kiplagat').click()
    const entry = page.getByRole('dialog', { name: 'Chebet Kiplagat' })
    await see(entry.getByText('Call after five'))
    await checkAccessible(page, 'an entry of the waiting list')
    await entry.getByRole('button', { name: 'Remove…' }).click()
    const asked = page.getByRole('dialog', { name: /^Remove Chebet Kiplagat from/ })
    await asked.getByRole('textbox').fill('Came without an appointment')
    await asked.getByRole('button', { name: 'Remove' }).click()
    await see(toastWith(page, /Chebet Kiplagat removed from the waiting list/))
    await see(page.getByText('No patients waiting for this time'))
    await page.getByRole('button', { name: 'Show all' }).click()
    await see(rowOf(page, 'Daudi Njoroge'))
    desk.check()
  },
  WAY_MS,
)

test(
  'in every look: full, empty, over, and when it cannot be had',
  async () => {
    await post('/patients/appointments/waiting/', {
      patient: people[0],
      from_day: '2026-01-01',
      priority: 'soon',
      note: 'Word '.repeat(80),
    })
    await walkPages(
      browser,
      app.url,
      [
        { address: waiting, sign: 'Daudi Njoroge' },
        { address: `${waiting}?doctor=999999&status=removed`, sign: 'No matching patients' },
        { address: `${waiting}?status=booked`, sign: 'Achieng Ouma' },
        { address: `${waiting}?fits=999999`, sign: 'Could not be loaded' },
        { address: `${waiting}?open=3`, sign: 'Remove…' },
        { address: `${waiting}?add=1`, sign: 'Time of day' },
      ],
      { person: administrator, shown: opposites },
    )
  },
  WAY_MS,
)
