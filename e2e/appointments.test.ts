import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { handsOn } from './hands.ts'
import { grace, openAppointmentClinic, peter } from './appointment-clinic.ts'
import { administrator, api, type TestServer } from './test-server.ts'
import { opposites, walkPages } from './looks.ts'
import { arrive, checkAccessible, findAnything, type Screen, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 600_000
const MINUTE = 60_000
const ZONE_OFFSET = 3 * 60 * MINUTE

let app: TestServer
let browser: Browser
let token: string
let desk: Screen
let doctor: number
let room: number
let people: readonly number[] = []
beforeAll(async () => {
  ;[{ app, token, doctor, room, people }, browser] = await Promise.all([openAppointmentClinic(), openBrowser()])
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const list = '/dashboard/appointments/list'

/** The label of the box that the cursor is in. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: box } = document
    return box instanceof HTMLInputElement ? (box.labels?.[0]?.textContent ?? '').replace(' *', '') : ''
  })
const booking = (page: Page) => page.getByRole('dialog', { name: 'Book appointment' })
const slots = (place: Page | Locator) => place.getByRole('group', { name: 'Free times' }).locator('button[data-start]')
const rowOf = (page: Page, name: string) => page.locator('tr', { hasText: name })

/** An appointment without a doctor's session in the way, at once and whatever the hour: put into the books as the clinic's own. */
const bookedToday = async (patient: number, minutesFromNow: number) => {
  const start = new Date(Math.floor((Date.now() + minutesFromNow * MINUTE) / MINUTE) * MINUTE)
  const [row] = await app.sql<{ id: number }>(
    `insert into appointments (number, patient_id, appointment_date_time, ends_at, status, reason, created_at, changed_at)
     values (next_number('appointment', 2026), $1, $2, $2::timestamptz + interval '10 minutes', 'confirmed', 'Review', now(), now()) returning id`,
    [patient, start],
  )
  return row?.id ?? 0
}

test(
  'the desk books the next free time with the keyboard alone',
  async () => {
    desk = await arrive(browser, app.url, grace, { at: `${list}?days=all` })
    const { page } = desk
    await see(page.getByText('No appointments on these days'))
    const hands = handsOn(page)
    await hands.press('b')
    await see(booking(page))
    await expect.poll(() => focused(page)).toBe('Patient')
    await hands.type('ouma')
    await see(page.getByRole('option', { name: /Achieng Ouma/ }))
    await hands.press('Enter')
    await see(slots(booking(page)))
    for (let tries = 0; (await page.locator('button[data-start]:focus').count()) === 0; tries += 1) {
      if (tries > 8) throw new Error('Tab does not come to the free times.')
      await hands.press('Tab')
    }
    await hands.press('Enter')
    await expect.poll(() => focused(page)).toBe('Reason')
    await hands.type('Review')
    await hands.press('Enter')
    await see(toastWith(page, /Achieng Ouma is booked/))
    await seeGone(booking(page))
    expect(hands.presses()).toBeLessThan(30)
    await see(rowOf(page, 'Achieng Ouma').getByText('Confirmed'))
    expect(await app.sql('select patient_id, doctor_id, room_id, status::text from appointments')).toEqual([
      { patient_id: people[0], doctor_id: doctor, room_id: room, status: 'confirmed' },
    ])
    desk.check()
  },
  WAY_MS,
)

test(
  'two desks take one time at once: one has it, the other is told kindly what is free',
  async () => {
    const other = await arrive(browser, app.url, peter)
    const prepare = async ({ page }: Screen, name: string) => {
      await goTo(page, `${app.url}${list}?days=all&book=1`)
      await booking(page)
        .getByLabel(/^Patient/)
        .fill(name)
      await page.getByRole('option', { name: new RegExp(name) }).click()
      await booking(page)
        .getByLabel(/^Reason/)
        .fill('Cough')
      await slots(booking(page)).nth(1).click()
    }
    await Promise.all([prepare(desk, 'Baraka'), prepare(other, 'Chebet')])
    const press = ({ page }: Screen) => booking(page).getByRole('button', { name: /^Book/ }).click()
    await Promise.all([press(desk), press(other)])
    const reported = (page: Page) => booking(page).getByRole('alert').filter({ hasText: 'This time is taken.' })
    await expect.poll(async () => (await reported(desk.page).count()) + (await reported(other.page).count())).toBe(1)
    const loser = (await reported(desk.page).count()) === 1 ? desk : other
    const instead = reported(loser.page).getByRole('group', { name: 'Alternatives' }).locator('button')
    expect(await instead.count()).toBeGreaterThan(2)
    await see(reported(loser.page).getByRole('button', { name: 'Overbook' }))
    await checkAccessible(loser.page, 'a time that was taken')
    await instead.first().click()
    await press(loser)
    await seeGone(booking(loser.page))
    expect(await app.sql('select count(distinct appointment_date_time)::int as n from appointments')).toEqual([{ n: 3 }])
    other.check()
    desk.check()
    await other.context.close()
  },
  WAY_MS,
)

test(
  'an appointment is moved and moved back, then cancelled with its reason',
  async () => {
    const { page } = desk
    await goTo(page, `${app.url}${list}?days=all`)
    await rowOf(page, 'Achieng Ouma').click()
    const panel = page.getByRole('dialog', { name: 'Achieng Ouma' })
    await see(panel.getByText('History'))
    await checkAccessible(page, 'an appointment')
    const [before] = await app.sql<{ at: Date }>('select appointment_date_time as at from appointments where patient_id = $1', [people[0]])
    await page.keyboard.press('m')
    const move = page.getByRole('dialog', { name: 'Move Achieng Ouma' })
    await see(slots(move))
    await slots(move).nth(3).click()
    await move.getByRole('button', { name: /^Move/ }).click()
    await see(toastWith(page, /moved to/))
    const timeNow = async () =>
      (await app.sql<{ at: Date }>('select appointment_date_time as at from appointments where patient_id = $1', [people[0]]))[0]?.at
    expect(await timeNow()).not.toEqual(before?.at)
    await toastWith(page, /moved to/)
      .getByRole('button', { name: 'Undo' })
      .click()
    await see(toastWith(page, /is back at/))
    expect(await timeNow()).toEqual(before?.at)

    await page.keyboard.press('m')
    await see(move)
    await page.keyboard.press('Escape')
    await seeGone(move)
    await see(panel.getByText('History'))
    await page.keyboard.press('d')
    const cancel = page.getByRole('dialog', { name: 'Cancel appointment' })
    await cancel.getByRole('button', { name: 'Patient’s request' }).click()
    await page.keyboard.press('Enter')
    await see(panel.getByText('Cancelled').first())
    expect(await app.sql('select status::text, status_reason from appointments where patient_id = $1', [people[0]])).toEqual([
      { status: 'cancelled', status_reason: 'Patient’s request' },
    ])
    await page.keyboard.press('Escape')
    desk.check()
  },
  WAY_MS,
)

/** Today's appointments must not fall on another day of the clinic. */
const minutesOfDay = () => Math.floor(((Date.now() + ZONE_OFFSET) % 86_400_000) / MINUTE)

test(
  'those who did not come are marked together',
  async () => {
    const { page } = desk
    const ids = [
      await bookedToday(people[0] ?? 0, -Math.min(25, minutesOfDay())),
      await bookedToday(people[1] ?? 0, -Math.min(20, minutesOfDay())),
    ]
    await app.sql(`update appointments set status = 'cancelled', status_reason = 'Test' where id <> all($1) and status = 'confirmed'`, [
      ids,
    ])
    await goTo(page, `${app.url}${list}`)
    await see(rowOf(page, 'Baraka Mwangi').first())
    await page.locator('tr[data-row="0"]').focus()
    await page.keyboard.press('a')
    await see(page.getByRole('group', { name: 'Selected appointments' }))
    await page.keyboard.press('w')
    await see(toastWith(page, /2 appointments: No-show/))
    await checkAccessible(page, 'the list')
    expect(await app.sql(`select count(*)::int as n from appointments where status = 'no-show' and id = any($1)`, [ids])).toEqual([
      { n: 2 },
    ])
    desk.check()
  },
  WAY_MS,
)

test(
  'the number of an appointment opens it from the box that finds everything',
  async () => {
    const { page } = desk
    const [row] = await app.sql<{ number: string }>('select number from appointments order by id limit 1')
    await (await findAnything(page)).fill(row?.number ?? '')
    await see(page.getByRole('option', { name: new RegExp(row?.number ?? '') }))
    await page.keyboard.press('Enter')
    await see(page.getByRole('dialog', { name: 'Achieng Ouma' }))
    desk.check()
  },
  WAY_MS,
)

test(
  'an empty list, and far too much of everything, in both schemes, wide and on a phone',
  async () => {
    const { id } = await api<{ id: number }>(app.url, 'POST', '/patients/patients/', {
      token,
      body: {
        first_name: 'Nyakaisiki-Kabagambe-Atwooki-Rwenzori',
        second_name: 'Oluwaseun-Adebayo-Ogunleye-Babatunde',
        gender: 'male',
        date_of_birth: '1950-01-01',
      },
    })
    const [row] = await app.sql<{ id: number }>(
      `insert into appointments (number, patient_id, appointment_date_time, ends_at, status, reason, created_at, changed_at)
       select next_number('appointment', 2026), $1, at, at + interval '5 minutes', 'confirmed', repeat('Review of everything ', 14), now(), now()
       from generate_series(0, 59) n,
         lateral (select ((now() at time zone 'Africa/Nairobi')::date::timestamp at time zone 'Africa/Nairobi') + n * interval '5 minutes' as at) t returning id`,
      [id],
    )
    await walkPages(
      browser,
      app.url,
      [
        { address: list, sign: 'Nyakaisiki' },
        { address: `${list}?q=nobody`, sign: 'No matching appointments' },
        { address: `${list}?book=1`, sign: 'More days', only: '[role="dialog"]' },
        { address: `${list}?open=${row?.id}`, sign: 'History', only: '[role="dialog"]' },
        { address: `/dashboard/patients/${id}?tab=appointments`, sign: 'Today and later' },
        { address: '/dashboard/reception-interface', sign: 'still to come' },
      ],
      { person: administrator, shown: opposites },
    )
  },
  WAY_MS,
)
