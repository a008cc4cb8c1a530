import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, eachDay, instantOf, wallTimeOf, weekdayOf } from '#shared/zoned.ts'
import { goTo, openBrowser, signIn } from './browser.ts'
import { handsOn } from './hands.ts'
import { opposites, walkPages } from './looks.ts'
import { addPerson, administrator, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, checkAccessible, openScreen, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 600_000
const ZONE = 'Africa/Nairobi'

let app: TestServer
let browser: Browser
let token: string
let desk: Credentials
/** Two days from now: nothing on it is over, even after midnight. */
let day: string
const doctors: number[] = []

const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })
const addPatient = (first_name: string, second_name: string) =>
  post('/patients/patients/', { first_name, second_name, gender: 'female', date_of_birth: '1990-02-03', not_a_duplicate: true })
const at = (time: string, on = day) => instantOf(on, time, ZONE).toISOString()
const book = async (name: [string, string], doctor: number, time: string) => {
  const patient = await addPatient(...name)
  return post<Appointment>('/patients/appointments/', {
    patient: patient.id,
    appointment_date_time: at(time),
    assigned_doctor: doctor,
    reason: 'Cough',
  })
}
interface Appointment {
  id: number
  appointment_date_time: string
  ends_at: string
  doctor: number
  version: number
}
const read = (id: number) => api<Appointment>(app.url, 'GET', `/patients/appointments/${id}/`, { token })
const timesOf = async (id: number) => {
  const { appointment_date_time, ends_at, doctor } = await read(id)
  return [wallTimeOf(new Date(appointment_date_time), ZONE).time, wallTimeOf(new Date(ends_at), ZONE).time, doctor]
}

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  desk = await addPerson(app, token, 'receptionist', ['Wambui', 'Njoroge'])
  const today = wallTimeOf(new Date(), ZONE).day
  day = addDays(today, 2)
  for (const name of [
    ['Amina', 'Hassan'],
    ['Daniel', 'Kiprotich'],
  ] as const) {
    const { id } = await addPerson(app, token, 'doctor', [...name])
    doctors.push(id)
    for (const on of eachDay(day, addDays(day, 6)))
      await post('/schedules/', {
        doctor: id,
        weekday: weekdayOf(on),
        starts_at: '08:00',
        ends_at: '16:00',
        slot_minutes: 20,
        overbook: 1,
        valid_from: today,
      })
  }
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const openDay = async (page: Page, more = '') => {
  await goTo(page, `${app.url}/dashboard/appointments?date=${day}${more}`)
  await see(page.getByRole('region', { name: /^Amina Hassan/ }))
}
const block = (page: Page, name: RegExp) => page.locator('[data-part="cal-entry"]').and(page.getByRole('button', { name }))
/** The point of a time in the column of a doctor, 08:00 being at its top. */
const pointOf = async (page: Page, doctor: string, minutes: number) => {
  const box = await page.getByRole('region', { name: new RegExp(`^${doctor}`) }).boundingBox()
  const hours = await page.locator('[data-part="cal-hours"] span').count()
  if (!box) throw new Error(`${doctor} has no column`)
  return { x: box.x + box.width / 2, y: box.y + ((minutes - 480) / (hours * 60)) * box.height + 3 }
}
const drag = async (page: Page, from: { x: number; y: number }, to: { x: number; y: number }) => {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
}

test(
  'the desk books by a click on a free time, drags to another doctor, makes it longer, and takes moves back',
  async () => {
    await addPatient('Achieng', 'Ouma')
    const { page, check } = await arrive(browser, app.url, desk)
    await openDay(page)
    await checkAccessible(page, 'calendar')
    const free = await pointOf(page, 'Amina Hassan', 600)
    await page.mouse.click(free.x, free.y)
    const dialog = page.getByRole('dialog', { name: 'Book appointment' })
    await see(dialog.getByText(/10:00/))
    await dialog.getByRole('combobox', { name: /^Patient/ }).fill('Achieng')
    await page.getByRole('option', { name: /Achieng Ouma/ }).click()
    await dialog.getByLabel(/^Reason/).fill('Cough for a week')
    await dialog.getByRole('button', { name: /^Book/ }).click()
    const booked = block(page, /^Achieng Ouma 10:00 · Confirmed, until 10:20/)
    await see(booked)
    const id = Number(await booked.getAttribute('data-entry'))

    // To the other doctor, an hour later.
    await drag(page, await pointOf(page, 'Amina Hassan', 602), await pointOf(page, 'Daniel Kiprotich', 662))
    await see(page.locator('[data-part="cal-ghost"][data-held]').getByText('11:00–11:20'))
    await page.mouse.up()
    await see(toastWith(page, /Achieng Ouma was moved: .*11:00/))
    expect(await timesOf(id)).toEqual(['11:00', '11:20', doctors[1]])

    // Longer, by its lower edge.
    await see(block(page, /^Achieng Ouma 11:00 .*until 11:20/))
    const edge = await block(page, /^Achieng Ouma 11:00/).boundingBox()
    if (!edge) throw new Error('The appointment is gone')
    await drag(page, { x: edge.x + 60, y: edge.y + edge.height - 2 }, await pointOf(page, 'Daniel Kiprotich', 697))
    await page.mouse.up()
    await see(block(page, /^Achieng Ouma 11:00 .*until 11:40/))
    await expect.poll(() => timesOf(id)).toEqual(['11:00', '11:40', doctors[1]])

    await page.keyboard.press('z', { delay: 60 })
    await see(block(page, /^Achieng Ouma 11:00 .*until 11:20/))
    await expect.poll(() => timesOf(id)).toEqual(['11:00', '11:20', doctors[1]])

    // Esc puts back what is held, and nothing is opened.
    await drag(page, await pointOf(page, 'Daniel Kiprotich', 662), await pointOf(page, 'Amina Hassan', 780))
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await timesOf(id)).toEqual(['11:00', '11:20', doctors[1]])
    check()
  },
  WAY_MS,
)

test(
  'by keys alone: to an appointment, moved by slots, made longer, refused where somebody is, and given a free time instead',
  async () => {
    const first = await book(['Njeri', 'Kamau'], doctors[0] as number, '08:00')
    await book(['Halima', 'Abdi'], doctors[0] as number, '09:00')
    const { page, check } = await arrive(browser, app.url, desk)
    const hands = handsOn(page)
    await openDay(page)
    await see(block(page, /^Njeri Kamau 08:00 .*until 08:20/))
    await page.getByRole('group', { name: /^Appointments: arrow keys/ }).focus()
    await hands.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/Njeri Kamau/)
    await hands.press('m')
    await see(page.getByText(/^Njeri Kamau selected/))
    await hands.press('ArrowDown')
    await hands.press('Shift+ArrowDown')
    await see(page.getByText(/^08:20–08:45, .*Amina Hassan/))
    await hands.press('Enter')
    await see(block(page, /^Njeri Kamau 08:20 .*until 08:45/))
    await expect.poll(() => timesOf(first.id)).toEqual(['08:20', '08:45', doctors[0]])
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/^Njeri Kamau 08:20 .*until 08:45/)

    // Where Halima is.
    await hands.press('m')
    await see(page.getByText(/^Njeri Kamau selected/))
    await hands.press('ArrowDown', 2)
    await see(page.getByText(/^09:00–09:25/))
    await hands.press('Enter')
    const refused = page.getByRole('dialog', { name: 'The appointment of Njeri Kamau was not moved' })
    await see(refused)
    await see(block(page, /^Njeri Kamau 08:20 .*until 08:45/))
    await checkAccessible(page, 'a refused move')
    await refused.getByRole('group', { name: 'Alternatives' }).getByRole('button').first().click()
    await seeGone(refused)
    await expect.poll(async () => (await timesOf(first.id))[0]).not.toBe('08:20')
    check()
  },
  WAY_MS,
)

test(
  'what somebody else moves appears by itself, a browser far away shows the clinic’s times, and a phone shows a list',
  async () => {
    const third = await book(['Zawadi', 'Mutua'], doctors[1] as number, '14:00')
    const away = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      timezoneId: 'America/New_York',
      locale: 'en-GB',
    })
    const { page, check } = await openScreen(browser, { context: away })
    await signIn(page, app.url, administrator)
    await openDay(page)
    await see(block(page, /^Zawadi Mutua 14:00 .*until 14:20/))
    await see(page.getByText(/^Live/).first())
    const { version } = await read(third.id)
    await api(app.url, 'PATCH', `/patients/appointments/${third.id}/`, { token, body: { appointment_date_time: at('15:00'), version } })
    await see(block(page, /^Zawadi Mutua 15:00 .*until 15:20/))

    // News arrives while something is held: it stays in the hand, and what changed under the hand is not overwritten.
    await drag(page, await pointOf(page, 'Daniel Kiprotich', 902), await pointOf(page, 'Daniel Kiprotich', 842))
    await book(['Rehema', 'Odhiambo'], doctors[1] as number, '15:40')
    await see(block(page, /^Rehema Odhiambo 15:40/))
    await see(page.locator('[data-part="cal-ghost"][data-held]').getByText('14:00–14:20'))
    const { version: newer } = await read(third.id)
    await api(app.url, 'PATCH', `/patients/appointments/${third.id}/`, { token, body: { reason: 'Headache', version: newer } })
    await page.mouse.up()
    await see(toastWith(page, /Another user changed this appointment/))
    await see(block(page, /^Zawadi Mutua 15:00 .*until 15:20/))
    expect(await timesOf(third.id)).toEqual(['15:00', '15:20', doctors[1]])

    await page.keyboard.press('2', { delay: 60 })
    await see(page.getByRole('button', { name: 'Daniel Kiprotich' }))
    await see(block(page, /^Zawadi Mutua 15:00 .*until 15:20/))
    expect(new URL(page.url()).searchParams.get('view')).toBe('week')
    await checkAccessible(page, 'week')
    await page.keyboard.press('3', { delay: 60 })
    await see(page.getByRole('button', { name: /\d appointments/ }))
    await checkAccessible(page, 'month')

    await page.setViewportSize({ width: 390, height: 844 })
    await openPhone(page)
    await see(page.getByRole('listitem').filter({ hasText: 'Zawadi Mutua' }).filter({ hasText: '15:00' }))
    await checkAccessible(page, 'agenda')
    check()
    await away.close()
  },
  WAY_MS,
)

const openPhone = (page: Page) => goTo(page, `${app.url}/dashboard/appointments?date=${day}`)

test(
  'axe finds nothing on any of its looks, empty or full, and nothing runs out of the page',
  async () => {
    await book(['Neema', 'Barasa'], doctors[0] as number, '12:00')
    const address = '/dashboard/appointments'
    const rooms = [
      { address: `${address}?date=${day}`, sign: 'Neema Barasa' },
      { address: `${address}?date=${day}&view=week`, sign: 'Neema Barasa' },
      { address: `${address}?date=${day}&view=month`, sign: 'Appointments of each day' },
      { address: `${address}?date=${day}&by=room&status=arrived`, sign: '0 appointments' },
      { address: `${address}?date=${addDays(day, 400)}&doctor=999999`, sign: '0 appointments' },
    ]
    await walkPages(browser, app.url, rooms, { person: desk, shown: opposites })
  },
  WAY_MS,
)
