import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { handsOn } from './hands.ts'
import { addPerson, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, checkAccessible, type Screen, see, seeGone } from './screen.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let token: string
let doctor: Credentials
let room: Screen
let patient: number

const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  doctor = await addPerson(app, token, 'doctor', ['Amina', 'Hassan'])
  const otieno = { first_name: 'Otieno', second_name: 'Ouma', gender: 'male', date_of_birth: '1961-06-09', not_a_duplicate: true }
  patient = (await post('/patients/patients/', otieno)).id
  await post('/patients/initiate-attendance-process/', { patient, reason: 'Chest pain', track: 'doctor' })
  await post('/patients/appointments/', {
    patient,
    appointment_date_time: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    reason: 'Review',
    overbook: true,
  })
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Record the death of Otieno Ouma' })
const banner = (page: Page) => page.locator('[data-part="banner"]')
const today = async () => {
  const [row] = await app.sql<{ day: string }>("select to_char((now() at time zone time_zone)::date, 'DD/MM/YYYY') as day from company")
  return row?.day ?? ''
}

test(
  'a doctor sees what recording a death ends, records it, and the record is marked with words and a sign',
  async () => {
    room = await arrive(browser, app.url, doctor, { at: `/dashboard/patients/${patient}` })
    const { page } = room
    const hands = handsOn(page)
    await hands.click(page.getByRole('button', { name: 'More actions' }))
    await hands.click(page.getByRole('menuitem', { name: 'Record death…' }))
    const dialog = dialogOf(page)
    await see(dialog.getByText('Open visits closed: 1'))
    await see(dialog.getByText('Appointments cancelled: 1'))
    await see(dialog.getByText('No messages are sent outside the clinic: neither to the patient nor to the next of kin.'))
    await hands.click(dialog.getByRole('textbox', { name: 'Date of death' }))
    await hands.type(await today())
    await hands.click(dialog.getByRole('combobox', { name: 'Place of death' }))
    await hands.click(page.getByRole('option', { name: 'Here, in the clinic' }))
    await hands.click(dialog.getByRole('textbox', { name: 'Reported by (name)' }))
    await hands.type('Juma Ouma')
    await checkAccessible(page, 'the recording of a death', { part: '[role="dialog"]' })
    await hands.press('Control+s')
    await seeGone(dialog)
    await see(banner(page).getByText(/^Died /))
    await see(banner(page).getByText(/died aged/))
    const panel = page.getByRole('region', { name: /^Died / })
    await see(panel.getByText(/time unknown/))
    await see(panel.getByText('Unknown'))
    await seeGone(page.getByRole('button', { name: /^Start visit/ }))
    await checkAccessible(page, 'the record of a patient who died')
    const [row] = await app.sql<Record<string, unknown>>(
      `select (select count(*)::integer from visits where patient_id = $1 and closed_at is null) as visits,
        (select count(*)::integer from appointments where patient_id = $1 and status <> 'cancelled') as appointments`,
      [patient],
    )
    expect(row).toEqual({ visits: 0, appointments: 0 })
  },
  WAY_MS,
)

test(
  'the list shows the mark, and new work is refused with the day',
  async () => {
    const { page } = room
    await goTo(page, `${app.url}/dashboard/patients?q=Otieno`)
    await see(page.getByRole('row', { name: /Otieno Ouma/ }).getByText(/^Died /))
    const refused = await fetch(`${app.url}/patients/initiate-attendance-process/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ patient, reason: 'Fever', track: 'doctor' }),
    })
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'patient_died'])
  },
  WAY_MS,
)

test(
  'undone with a reason, on a telephone in the dark: what came back is listed, and the mark is gone',
  async () => {
    const { page } = room
    const hands = handsOn(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await goTo(page, `${app.url}/dashboard/patients/${patient}`)
    await see(page.getByRole('region', { name: /^Died / }))
    await checkAccessible(page, 'the record of a patient who died, on a telephone')
    await hands.click(page.getByRole('button', { name: 'Undo death record…' }))
    const ask = page.getByRole('dialog', { name: 'Undo the death record of Otieno Ouma?' })
    await see(ask)
    await hands.type('Recorded for the wrong patient')
    await hands.click(ask.getByRole('button', { name: 'Undo death record' }))
    const done = page.getByRole('dialog', { name: 'Death record undone' })
    await see(done.getByText(/Visit: restored 1/))
    await see(done.getByText(/Appointments: restored 1/))
    await checkAccessible(page, 'what was restored', { part: '[role="dialog"]' })
    await hands.press('Enter')
    await seeGone(done)
    await seeGone(banner(page).getByText(/^Died /))
    room.check()
  },
  WAY_MS,
)
