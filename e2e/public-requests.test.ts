import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { bookAndCheckIn } from './day/booking.ts'
import { handsOn, untilIn } from './hands.ts'
import { addPerson, api, type Credentials, type TestServer, startTestServer } from './test-server.ts'
import { opposites, walkPages } from './looks.ts'
import { openToPublic } from './public-clinic.ts'
import { type Screen, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 600_000
const INBOX = '/dashboard/appointments/requests'

let app: TestServer
let browser: Browser
let token: string
let desk: Screen
let doctor: number
let item: number
let known: number
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  ;({ token, amina: doctor, general: item } = await openToPublic(app))
  await addPerson(app, token, 'receptionist', ['Grace', 'Atieno'])
  known = (
    await post('/patients/patients/', {
      first_name: 'Achieng',
      second_name: 'Ouma',
      gender: 'female',
      date_of_birth: '1980-02-03',
      phone: '+254711000111',
    })
  ).id
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const grace: Credentials = { email: 'grace.atieno@clinic.example', password: 'Grace walks home at dusk' }
const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })

interface Slot {
  doctor: number
  starts: string[]
}
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
let taken = 0
/** Somebody books on the public page the next time that is free the day after tomorrow. */
const bookOnline = async (first_name: string, second_name: string, more: object = {}) => {
  const day = dayFrom(2)
  const [slots] = await api<Slot[]>(app.url, 'GET', `/public/booking/slots/?from=${day}&to=${day}&item=${item}&doctor=${doctor}`)
  taken += 1
  return api<{ id: number; number: string }>(app.url, 'POST', '/patients/publicappointments/', {
    body: {
      first_name,
      second_name,
      gender: 'female',
      date_of_birth: '1990-02-03',
      reason: 'Blurred sight',
      item,
      doctor,
      appointment_date_time: slots!.starts[0],
      phone_number: `+25472200${String(1000 + taken)}`,
      consent: true,
      consent_version: 1,
      ...more,
    },
  })
}
const panel = (page: Page) => page.getByRole('dialog')
const rowOf = (page: Page, name: string) => page.locator('tr', { hasText: name })
const openRow = async (page: Page, name: string) => {
  await rowOf(page, name).click()
  await see(panel(page).getByRole('heading', { name: 'Match to a patient' }))
}
const statusOf = async (id: number) => {
  const [row] = await app.sql<{ status: string; patient_id: number | null }>(
    'select status, patient_id from appointments where public_booking_id = $1',
    [id],
  )
  return row
}

test(
  'somebody books on a telephone, the desk puts it on their record with one key, and checks them in when the day has come',
  async () => {
    desk = await bookAndCheckIn({ app, browser, desk: grace, known })
  },
  WAY_MS,
)

test(
  'a stranger is registered as new, and taken off again; somebody very alike only when the desk says that it is somebody else',
  async () => {
    const { page } = desk
    const hands = handsOn(page)
    await goTo(page, app.url + INBOX)
    const stranger = await bookOnline('Baraka', 'Mwangi')
    await openRow(page, 'Baraka Mwangi')
    await see(panel(page).getByText('No similar patient on file'))
    await hands.press('n')
    const done = toastWith(page, /Matched to Baraka Mwangi/)
    await see(done)
    expect(await statusOf(stranger.id)).toMatchObject({ status: 'confirmed', patient_id: expect.any(Number) })
    // Taken back: the appointment stands, and the panel asks again who it is.
    await see(panel(page).getByRole('button', { name: 'Wrong record…' }))
    await done.getByRole('button', { name: 'Undo' }).click()
    await see(toastWith(page, 'The booking is no longer matched to a record.'))
    await see(panel(page).getByRole('heading', { name: 'Match to a patient' }))
    expect(await statusOf(stranger.id)).toEqual({ status: 'confirmed', patient_id: null })
    await hands.press('Escape')

    const duplicate = await bookOnline('Achieng', 'Ouma', { phone_number: '+254711000111', date_of_birth: '1980-02-03' })
    await openRow(page, '+254 711 000 111')
    await hands.press('n')
    await see(panel(page).getByText(/may be the same person/))
    expect(await statusOf(duplicate.id)).toMatchObject({ patient_id: null })
    await panel(page).getByRole('button', { name: 'Not the same person, register' }).click()
    await see(panel(page).getByRole('button', { name: 'Wrong record…' }))
    expect((await statusOf(duplicate.id))?.patient_id).not.toBe(known)
    await hands.press('Escape')
  },
  WAY_MS,
)

test(
  'a booking that repeats an appointment of the patient is matched only after a question that names it',
  async () => {
    const { page } = desk
    const hands = handsOn(page)
    const halima = { phone_number: '+254711000222', date_of_birth: '1984-05-06' }
    const first = await bookOnline('Halima', 'Yusuf', halima)
    const second = await bookOnline('Halima', 'Yusuf', halima)
    await goTo(page, `${app.url}${INBOX}?open=${first.id}`)
    await see(panel(page).getByText('No similar patient on file'))
    await hands.press('n')
    await see(panel(page).getByRole('button', { name: 'Wrong record…' }))
    const patient = (await statusOf(first.id))?.patient_id

    await goTo(page, `${app.url}${INBOX}?open=${second.id}`)
    await see(panel(page).getByRole('heading', { name: 'Match to a patient' }))
    const question = page.getByRole('dialog', { name: 'Match although the patient has an appointment?' })
    await hands.press('1')
    await see(question.getByText(/Amina Hassan/))
    await question.getByRole('button', { name: 'Cancel' }).click()
    await seeGone(question)
    expect(await statusOf(second.id)).toMatchObject({ patient_id: null })
    await hands.press('1')
    await question.getByRole('button', { name: 'Match anyway' }).click()
    await see(panel(page).getByRole('button', { name: 'Wrong record…' }))
    expect(await statusOf(second.id)).toMatchObject({ patient_id: patient })
    await hands.press('Escape')
  },
  WAY_MS,
)

test(
  'is moved, cancelled with a reason, and found again by its number',
  async () => {
    const { page } = desk
    const hands = handsOn(page)
    const booked = await bookOnline('Chebet', 'Kiplagat')
    await openRow(page, 'Chebet Kiplagat')
    await hands.press('m')
    const dialog = page.getByRole('dialog', { name: 'Move Chebet Kiplagat' })
    await dialog.getByRole('group', { name: 'Free times' }).locator('button[data-start]').last().click()
    await hands.press('Control+s')
    await see(toastWith(page, /Chebet Kiplagat moved to/))
    await seeGone(dialog)
    await hands.press('d')
    const cancel = page.getByRole('dialog', { name: 'Cancel appointment' })
    await cancel.getByRole('textbox', { name: 'Reason' }).fill('Called: she goes elsewhere')
    await hands.press('Enter')
    await see(panel(page).getByText('Called: she goes elsewhere'))
    expect(await statusOf(booked.id)).toMatchObject({ status: 'cancelled' })
    await hands.press('Escape')
    await seeGone(panel(page))
    await seeGone(rowOf(page, 'Chebet Kiplagat'))
    await hands.press('/')
    await untilIn(page.getByRole('searchbox'))
    await hands.type(booked.number)
    await see(rowOf(page, 'Chebet Kiplagat'))
    desk.check()
    await desk.context.close()
  },
  WAY_MS,
)

test(
  'looks right with one, with many, and open, in both schemes and on a phone',
  async () => {
    const { id } = await bookOnline('Daudi', 'Njoroge')
    // More than a screen holds, by SQL: the public may not book as fast.
    await app.sql(
      `with people as (
        insert into public_bookings (first_name, second_name, date_of_birth, gender, email, consent_version, consent_text, consented_at, link_nonce, created_at)
        select 'Person', 'Number ' || n, '1980-01-01', 'male', 'person' || n || '@example.com', 1, 'Yes', now(), '', now() - n * interval '1 hour'
        from generate_series(1, 200) n returning id
      )
      insert into appointments (number, public_booking_id, appointment_date_time, ends_at, reason, created_at, changed_at)
      select 'T-' || id, id, now() + id * interval '1 hour', now() + id * interval '1 hour' + interval '20 minutes', repeat('A long story ', 20), now(), now()
      from people`,
    )
    const rooms = [
      { address: `${INBOX}?show=all`, sign: 'Person Number 1' },
      { address: `${INBOX}?q=nobody-at-all`, sign: 'No matching bookings' },
      { address: `${INBOX}?open=${id}`, sign: 'Match to a patient' },
    ]
    await walkPages(browser, app.url, rooms, { person: grace, shown: opposites })
  },
  WAY_MS,
)
