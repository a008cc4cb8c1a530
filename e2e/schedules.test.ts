import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { untilIn } from './hands.ts'
import { addPerson, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { opposites, walkPages } from './looks.ts'
import { arrive, checkAccessible, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 600_000
const SCHEDULES = '/dashboard/appointments/schedules'
const at = (query: string) => `${SCHEDULES}?${query}`
const ZONE = 'Africa/Nairobi'
const DAY_MS = 86_400_000

let app: TestServer
let browser: Browser
let token: string
let wekesa: Credentials & { id: number }
let desk: Credentials
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  wekesa = await addPerson(app, token, 'doctor', ['Naliaka', 'Wekesa'])
  await addPerson(app, token, 'doctor', ['Samuel', 'Tesfaye'])
  desk = await addPerson(app, token, 'receptionist', ['Ruth', 'Kilonzo'])
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const dayIn = (days: number) => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date(Date.now() + days * DAY_MS))
/** The Monday of next week. */
const nextWeek = () => {
  let ahead = 1
  while (new Date(`${dayIn(ahead)}T00:00:00Z`).getUTCDay() !== 1) ahead += 1
  return dayIn(ahead)
}
/** The first Tuesday that lies ahead. */
const tuesday = () => {
  let ahead = 1
  while (new Date(`${dayIn(ahead)}T00:00:00Z`).getUTCDay() !== 2) ahead += 1
  return dayIn(ahead)
}
const sessions = () =>
  app.sql<{ who: string; weekday: number; times: string; room: string | null }>(
    `select u.first_name as who, s.weekday, left(s.starts_at::text, 5) || '-' || left(s.ends_at::text, 5) as times, r.name as room
     from schedules s join users u on u.id = s.doctor_id left join rooms r on r.id = s.room_id order by u.first_name, s.weekday, s.starts_at`,
  )

test(
  'a new clinic gives two doctors their weeks by keyboard: a usual one in one press, one typed freely, with a room',
  async () => {
    const { page, check } = await arrive(browser, app.url, desk, { at: `${SCHEDULES}?tab=rooms` })
    await see(page.getByText('No rooms yet'))
    await page.keyboard.press('n')
    await page.getByRole('dialog').getByLabel('Name').fill('Room 1')
    await page.keyboard.press('Enter')
    await see(toastWith(page, 'Room 1 added.'))

    await page.getByRole('tab', { name: 'Week' }).click()
    await see(page.getByText('No doctor has sessions yet'))
    await page.getByRole('button', { name: 'Monday to Friday 8–17' }).first().focus()
    await page.keyboard.press('Enter')
    await see(toastWith(page, '5 sessions added.'))
    expect((await sessions()).map(({ who, weekday, times }) => `${who} ${weekday} ${times}`)).toEqual(
      [1, 2, 3, 4, 5].map((weekday) => `Naliaka ${weekday} 08:00-17:00`),
    )

    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog')
    await untilIn(dialog)
    await page.keyboard.type('Tesf')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    // Tuesday, then Thursday: Space chooses a day.
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await dialog.getByLabel('From').focus()
    await page.keyboard.type('830')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1 pm')
    await see(dialog.getByText('13 slots'))
    await checkAccessible(page, 'a session')
    await dialog.getByLabel('Room').focus()
    await page.keyboard.type('Room')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+s')
    await see(toastWith(page, '2 sessions added.'))
    expect((await sessions()).filter(({ who }) => who === 'Samuel')).toEqual([
      { who: 'Samuel', weekday: 2, times: '08:30-13:00', room: 'Room 1' },
      { who: 'Samuel', weekday: 4, times: '08:30-13:00', room: 'Room 1' },
    ])
    check()
  },
  WAY_MS,
)

test(
  'a session over another one is refused with the other one; ending one is taken back',
  async () => {
    const { page, check } = await arrive(browser, app.url, desk, { at: `${SCHEDULES}?doctor=${wekesa.id}&week=${nextWeek()}` })
    await page
      .getByRole('button', { name: /^08:00–17:00/ })
      .first()
      .waitFor()
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Monday' }).check()
    await dialog.getByLabel('From').fill('16')
    await dialog.getByLabel('To *').fill('18')
    await page.keyboard.press('Control+s')
    await see(dialog.getByText('Naliaka Wekesa already has a session then: Monday 08:00–17:00'))
    await dialog.getByRole('button', { name: 'Open session' }).click()
    await see(page.getByRole('dialog', { name: 'Monday 08:00–17:00 · Naliaka Wekesa' }))
    await page.getByRole('button', { name: 'End session' }).click()
    await page.getByRole('dialog', { name: 'End this session?' }).getByRole('button', { name: 'End session' }).click()
    await toastWith(page, /Session (ended|removed)\./)
      .getByRole('button', { name: 'Undo' })
      .click()
    await see(toastWith(page, 'Undone.'))
    // Arrows go over the free times; Enter adds a session there.
    await page.getByRole('button', { name: 'Add session on Saturday at 08:00' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('dialog').getByLabel('From').inputValue()).toBe('08:30')
    await page.keyboard.press('Control+s')
    await see(page.getByRole('button', { name: /^08:30–12:30/ }))
    check(/409/)
  },
  WAY_MS,
)

test(
  'leave over an appointment says so, and leads to it',
  async () => {
    const day = tuesday()
    const patient = await api<{ id: number }>(app.url, 'POST', '/patients/patients/', {
      token,
      body: { first_name: 'Halima', second_name: 'Yusuf', gender: 'female', date_of_birth: '1990-02-03', not_a_duplicate: true },
    })
    await app.sql(
      `insert into appointments (patient_id, doctor_id, appointment_date_time, ends_at, number, reason, status, created_at, changed_at, created_by)
       values ($1, $2, ($3 || ' 09:00 Africa/Nairobi')::timestamptz, ($3 || ' 09:20 Africa/Nairobi')::timestamptz, 'A-1', 'Review', 'confirmed', now(), now(), 1)`,
      [patient.id, wekesa.id, day],
    )
    const { page, check } = await arrive(browser, app.url, desk, { at: `${SCHEDULES}?tab=leave` })
    await see(page.getByText('No planned leave'))
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog')
    await untilIn(dialog)
    await page.keyboard.type('Wekesa')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('First day').fill(day)
    await page.keyboard.press('Control+s')
    await see(dialog.getByText('1 appointment is during this leave.'))
    const address = `/dashboard/appointments/list?doctor=${wekesa.id}&from=${day}&to=${day}`
    expect(await dialog.getByRole('link', { name: 'Show appointments' }).getAttribute('href')).toBe(address)
    await dialog.getByRole('button', { name: 'Later' }).click()
    await seeGone(dialog)
    await see(page.getByRole('link', { name: '1 appointment' }))
    await page.getByRole('row', { name: /Naliaka Wekesa/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel leave' }).click()
    await see(toastWith(page, 'Naliaka Wekesa is available'))
    await see(page.getByText('No planned leave'))
    check()
  },
  WAY_MS,
)

test(
  'holidays are pasted, made yearly, and removed with the way back',
  async () => {
    const year = Number(dayIn(0).slice(0, 4)) + 1
    const { page, check } = await arrive(browser, app.url, desk, { at: `${SCHEDULES}?tab=holidays` })
    await page.getByRole('button', { name: 'Paste several' }).first().click()
    await page.getByLabel('Holidays, one per line').fill(`${year}-12-25 Christmas Day\nsome day\n26/12/${year} Boxing Day`)
    await see(page.getByText('Could not read: 2. some day'))
    await page.getByLabel('Holidays, one per line').fill(`${year}-12-25 Christmas Day\n26/12/${year} Boxing Day`)
    await page.getByRole('button', { name: 'Add 2 holidays' }).click()
    await see(toastWith(page, '2 holidays added.'))
    await page.getByRole('switch', { name: 'Christmas Day: every year' }).click({ force: true })
    await see(toastWith(page, 'Christmas Day is now every year.'))
    await page.getByRole('button', { name: 'Remove Boxing Day' }).click()
    await toastWith(page, 'Boxing Day removed from the holidays.').getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => app.sql(`select name, is_yearly from holidays order by name`))
      .toEqual([
        { name: 'Boxing Day', is_yearly: false },
        { name: 'Christmas Day', is_yearly: true },
      ])
    check()
  },
  WAY_MS,
)

test(
  'services get their minutes down the column; new words of consent get the next version',
  async () => {
    for (const name of ['Antenatal visit', 'Consultation'])
      await api(app.url, 'POST', '/catalogue/items/', { token, body: { name, category: 'consultation', unit: 'each', tax_class: 1 } })
    const { page, check } = await arrive(browser, app.url, desk, { at: `${SCHEDULES}?tab=services` })
    await page.getByLabel('Antenatal visit: minutes').focus()
    await page.keyboard.type('30')
    await page.keyboard.press('Enter')
    await page.keyboard.type('4')
    await page.keyboard.press('Enter')
    await see(page.locator('[title^="Enter 5 to 480"]'))
    await page.keyboard.press('Escape')
    await page.getByRole('switch', { name: 'Antenatal visit: online booking' }).click({ force: true })
    await expect.poll(() => app.sql(`select minutes, is_public from bookable_services`)).toEqual([{ minutes: 30, is_public: true }])

    await page.getByRole('tab', { name: 'Public booking' }).click()
    await page.getByText('Open to the public', { exact: true }).click()
    await page.getByLabel('Consent text').fill('I agree.')
    await see(page.getByText('Saving creates version 2 of this text.'))
    await page.keyboard.press('Control+s')
    await see(toastWith(page, 'Booking settings saved.'))
    expect(await app.sql(`select is_public_open, consent_version from booking_settings`)).toEqual([
      { is_public_open: true, consent_version: 2 },
    ])
    await see(page.getByRole('img', { name: /QR code/ }))
    check()
  },
  WAY_MS,
)

test(
  'a nurse sees it all and can change nothing',
  async () => {
    const nurse = await addPerson(app, token, 'nurse', ['Jane', 'Achieng'])
    const { page, check } = await arrive(browser, app.url, nurse, { at: `${SCHEDULES}?doctor=${wekesa.id}&week=${nextWeek()}` })
    await page
      .getByRole('button', { name: /^08:00–17:00/ })
      .first()
      .click()
    await see(page.getByRole('dialog').getByText('Online booking'))
    expect(await page.getByRole('dialog').locator('input').count()).toBe(0)
    await page.keyboard.press('Escape')
    for (const [tab, sign] of [
      ['Leave', 'No planned leave'],
      ['Holidays', 'Christmas Day'],
      ['Rooms', 'Room 1'],
      ['Bookable services', 'Antenatal visit'],
      ['Public booking', 'I agree.'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click()
      await see(page.getByText(sign))
      expect(await page.getByRole('button', { name: /^(Add|Paste|Save|Remove)/ }).count()).toBe(0)
    }
    check()
  },
  WAY_MS,
)

test(
  'every part, empty and full, wide and on a phone, light and dark',
  async () => {
    await walkPages(
      browser,
      app.url,
      [
        { address: at(`week=${nextWeek()}`), sign: 'Naliaka Wekesa' },
        { address: at(`doctor=${wekesa.id}&week=${nextWeek()}`), sign: '08:00–17:00' },
        { address: at('tab=leave&past=1'), sign: 'Naliaka Wekesa' },
        { address: at('tab=holidays'), sign: 'Christmas Day' },
        { address: at('tab=rooms'), sign: 'Room 1' },
        { address: at('tab=services'), sign: 'Antenatal visit' },
        { address: at('tab=public'), sign: 'Consent text' },
      ],
      { person: desk, shown: opposites },
    )
  },
  2 * WAY_MS,
)
