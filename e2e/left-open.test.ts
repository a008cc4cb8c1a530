import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { card, column, tabTo } from './day/places.ts'
import { handsOn } from './hands.ts'
import { addPerson, api, type TestServer, startTestServer, setUp } from './test-server.ts'
import { walkPages } from './looks.ts'
import { arrive, checkAccessible, type Screen, see, seeGone } from './screen.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let desk: Screen
let token: string

const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })
const grace = { email: 'grace.atieno@clinic.example', password: 'Grace walks home at dusk' }

/** A visit that began so many days ago, and in which nothing has been done since. */
const leftOpen = async (first_name: string, days: number) => {
  const person = { first_name, second_name: 'Wekesa', gender: 'female', date_of_birth: '1986-04-12', not_a_duplicate: true }
  const { id: patient } = await post('/patients/patients/', person)
  const { id } = await post('/patients/initiate-attendance-process/', { patient, reason: 'Fever', track: 'reception' })
  await app.sql(
    `update visits set created_at = now() - make_interval(days => $2), track_since = now() - make_interval(days => $2) where id = $1`,
    [id, days],
  )
  return id
}
const stateOf = (ids: readonly number[]) =>
  app.sql<{ id: number; track: string; outcome: string | null; is_dated: boolean }>(
    `select id, track, outcome, coalesce(closed_at < now() - interval '1 day', false) as is_dated from visits where id = any($1) order by id`,
    [ids],
  )

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  await addPerson(app, token, 'receptionist', ['Grace', 'Atieno'])
  await app.sql('update end_of_day_settings set is_on = false')
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

test(
  'a returning patient whose visit of an earlier day is open gets today’s with one click',
  async () => {
    const old = await leftOpen('Achieng', 3)
    desk = await arrive(browser, app.url, grace)
    const { page } = desk
    const hands = handsOn(page)
    await see(page.getByText('Open visits from earlier days: 1'))
    const waiting = card(column(page, 'Reception'), 'Achieng Wekesa')
    await see(waiting.getByText('Left open'))
    await see(waiting.getByText(/^\d+ \w+ \d+$/))
    await expect.poll(() => column(page, 'Reception').locator('[data-part="col-n"]').textContent()).toBe('0')

    await hands.press('v')
    const start = page.getByRole('dialog', { name: 'Start visit' })
    await see(start)
    await hands.type('wekesa ach')
    await see(page.locator('[role=option][data-combobox-selected]', { hasText: 'Achieng Wekesa' }))
    await hands.press('Enter')
    await hands.press('Tab')
    await tabTo(hands, page, 'Reason')
    await hands.type('Cough')
    await hands.press('Enter')
    await see(start.getByText(/The visit of .* is still open \(Reception\)/))
    await checkAccessible(page, 'the open visit', { part: '[role=dialog]' })
    await start.getByRole('button', { name: /^Close visit of .* \(left\) and start today’s$/ }).press('Enter')
    await seeGone(start)
    await see(card(column(page, 'Triage'), 'Achieng Wekesa'))
    await seeGone(page.getByText('Open visits from earlier days'))
    expect(await stateOf([old])).toEqual([{ id: old, track: 'discharged', outcome: 'left without being seen', is_dated: true }])
    desk.check()
  },
  WAY_MS,
)

test(
  'the end of the day lists what was left open and why it can or cannot be closed, closes what was chosen, and takes it back',
  async () => {
    const [plain, noted, changed] = [await leftOpen('Baraka', 2), await leftOpen('Chebet', 2), await leftOpen('Daudi', 4)]
    const { page } = desk
    await app.sql(
      `insert into consultations (visit_id, patient_id, doctor_id, complaint, created_at, changed_at, changed_by)
       select v.id, v.patient_id, u.id, 'Fever', v.created_at, v.created_at, u.id from visits v, users u where v.id = $1 and u.email like 'asha%'`,
      [noted],
    )
    await page.getByRole('link', { name: 'End of day' }).first().press('Enter')
    const list = page.getByRole('list', { name: 'Visits left open' })
    const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })
    await see(row('Baraka Wekesa').getByText('Can be closed'))
    await see(row('Chebet Wekesa').getByText('Unsigned notes: 1'))
    await see(row('Chebet Wekesa').getByText('Left before completion'))
    const box = (name: string) => page.getByRole('checkbox', { name: `Select the visit of ${name} Wekesa` })
    expect([await box('Baraka').isChecked(), await box('Chebet').isChecked(), await box('Daudi').isChecked()]).toEqual([true, false, true])
    await walkPages(browser, app.url, [{ address: '/dashboard/end-of-day', sign: 'Visits left open' }], { person: grace })

    // Something is written in one of them while the list is looked at: it is not what was shown any more.
    await app.sql(
      `insert into consultations (visit_id, patient_id, doctor_id, complaint, created_at, changed_at, changed_by)
       select v.id, v.patient_id, u.id, 'Fever', v.created_at, v.created_at, u.id from visits v, users u where v.id = $1 and u.email like 'asha%'`,
      [changed],
    )
    await page.getByRole('button', { name: 'Close visits: 2' }).press('Enter')
    const sure = page.getByRole('dialog', { name: 'Close the selected visits as “Left”?' })
    await see(sure)
    await sure.getByRole('button', { name: 'Close visits' }).press('Enter')
    await see(page.getByText('Visits not closed: 1'))
    await see(page.getByRole('alert').getByText(/Daudi Wekesa .*: changed since it was displayed/))
    const closed = page.getByRole('region', { name: 'Closed as “Left” in the last 7 days' })
    await see(closed.getByText('Baraka Wekesa'))
    expect(await stateOf([plain, noted, changed])).toMatchObject([
      { id: plain, track: 'discharged', outcome: 'left without being seen', is_dated: true },
      { id: noted, track: 'reception' },
      { id: changed, track: 'reception' },
    ])

    await closed.getByRole('button', { name: 'Reopen visit of Baraka Wekesa' }).press('Enter')
    const again = page.getByRole('dialog', { name: 'Reopen visit of Baraka Wekesa?' })
    await see(again)
    await again.getByRole('button', { name: 'Reopen' }).press('Enter')
    await see(row('Baraka Wekesa').getByText('Previously reopened'))
    expect(await stateOf([plain])).toMatchObject([{ id: plain, track: 'reception', outcome: null }])
    desk.check()
  },
  WAY_MS,
)
