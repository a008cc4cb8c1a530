import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { handsOn, untilIn } from './hands.ts'
import { administrator, api, type TestServer, startTestServer, setUp } from './test-server.ts'
import { opposites, walkPages } from './looks.ts'
import { arrive, checkAccessible, see, seeGone } from './screen.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let token: string
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const send = <T = { id: number }>(method: string, path: string, body: unknown) => api<T>(app.url, method, path, { token, body })
const post = <T = { id: number }>(path: string, body: unknown) => send<T>('POST', path, body)

interface Visit {
  id: number
  triage: number
  process_test_req: number
}
/** Somebody at a place of the house, seen by a nurse and, where it is a doctor, written about. */
const aPatientAt = async (first_name: string, track: string) => {
  const patient = await post('/patients/patients/', {
    first_name,
    second_name: 'Nyambura wa Kamau-Odhiambo',
    gender: 'female',
    date_of_birth: '1988-02-03',
    not_a_duplicate: true,
    allergies: [{ substance: 'Penicillin', category: 'drug', severity: 'severe' }],
  })
  const visit = await post<Visit>('/patients/initiate-attendance-process/', { patient: patient.id, reason: 'Fever and flank pain', track })
  return { patient: patient.id, visit }
}

const vitals = {
  temperature: 39.4,
  pulse: 118,
  systolic: 92,
  diastolic: 60,
  respiration: 26,
  spo2: 89,
  weight: 71.5,
  height: 162,
  level: 2,
}

test(
  'the queues of nurses and doctors, and everything of a visit',
  async () => {
    await aPatientAt('Zawadi', 'triage')
    const { patient, visit } = await aPatientAt('Amani', 'doctor')
    await send('PATCH', `/patients/triage/${visit.triage}/`, { ...vitals, consciousness: 'alert', on_oxygen: false, version: 1 })
    const [exempt] = await send<{ id: number }[]>('GET', '/catalogue/tax-classes/', undefined)
    const item = (name: string, category: string) =>
      post('/catalogue/items/', { name, category, unit: 'tablet', tax_class: exempt?.id, price: '120.00' })
    const drug = await item('Paracetamol 500 mg tablet', 'drug')
    const [specimen] = await send<{ id: number }[]>('GET', '/lab/specimens/', undefined)
    const culture = await post('/lab/lab-test-panel/', {
      code: 'UCUL',
      name: 'Urine culture',
      kind: 'text',
      specimen: specimen?.id,
      create_item: true,
    })
    await post('/lab/lab-test-requests/', { process: visit.process_test_req, panels: [{ test_panel: culture.id }] })
    await post('/patients/prescriptions/', {
      attendance_process: visit.id,
      prescribed_drugs: [{ item: drug.id, directions: '1 tab tds 5/7 after food' }],
    })
    await post('/patients/referrals/', {
      attendance_process: visit.id,
      provider: 'County hospital',
      service: 'Ultrasound',
      note: 'Kidneys',
    })
    await post(`/patients/patients/${patient}/problems/`, { title: 'Type 2 diabetes', onset_on: '2017-05-01' })
    const note = {
      attendance_process: visit.id,
      complaint: 'Fever for three days',
      plan: 'Culture first',
      diagnoses: [{ title: 'Pyelonephritis' }],
    }
    await post('/patients/consultations/', { ...note, sign: true })
    await post('/patients/consultations/', { ...note, complaint: 'Back with the result', diagnoses: [] })
    const parts = ['visit', 'overview', 'triage', 'consultations', 'prescriptions']
    await walkPages(
      browser,
      app.url,
      [
        { address: '/dashboard/nursing-interface', sign: 'Zawadi' },
        { address: '/dashboard/doctor-interface', sign: 'Amani' },
        { address: '/dashboard/pharmacy', sign: 'Amani' },
        ...parts.map((tab) => ({ address: `/dashboard/patients/${patient}?tab=${tab}`, sign: 'Amani' })),
        { address: '/dashboard/administration/diagnoses', sign: 'Malaria' },
        { address: '/dashboard/administration/drugs', sign: 'Drugs and safety' },
        { address: '/dashboard/administration/triage-settings', sign: 'Triage scale' },
      ],
      { person: administrator, shown: opposites },
    )
  },
  WAY_MS,
)

/** Whether all of it is within the screen, without scrolling to the side. */
const isWithin = (place: Locator, width: number) =>
  place.evaluate((part, most) => {
    const { left, right } = part.getBoundingClientRect()
    return left >= 0 && right <= most
  }, width)

test(
  'on a phone the reason, the age and every vital sign are in sight, and another track says that a critical patient waits there',
  async () => {
    const { patient, visit } = await aPatientAt('Zuhura', 'doctor')
    await send('PATCH', `/patients/triage/${visit.triage}/`, { ...vitals, consciousness: 'alert', on_oxygen: false, version: 1 })
    const width = 390
    const { page, context, check } = await arrive(browser, app.url, administrator, {
      width,
      height: 844,
      at: '/dashboard/doctor-interface?patients=all',
    })
    const row = page.getByRole('row', { name: /Zuhura/ })
    await see(row.getByText(/^F · \d+ y · Fever and flank pain$/))
    // The first of the list: under its head, which is row 0.
    expect((await page.getByRole('row').nth(1).boundingBox())?.y).toBeLessThan(320)
    await goTo(page, `${app.url}/dashboard/patients/${patient}?tab=triage`)
    const sets = page.getByRole('list').filter({ has: page.getByText('SpO2 %') })
    await see(sets.getByText('89', { exact: false }))
    for (const figure of await sets.getByRole('definition').all()) expect(await isWithin(figure, width)).toBe(true)
    await goTo(page, `${app.url}/dashboard/reception-interface`)
    await see(page.getByRole('tab', { name: /Doctor/ }).getByRole('img', { name: 'Critical patient waiting' }))
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'a test that is for men is asked for a woman with a reason only',
  async () => {
    const { patient } = await aPatientAt('Halima', 'doctor')
    const [specimen] = await send<{ id: number }[]>('GET', '/lab/specimens/', undefined)
    const panel = { code: 'PROX', name: 'Prostate marker', kind: 'text', specimen: specimen?.id, create_item: true, for_sex: 'male' }
    await post('/lab/lab-test-panel/', panel)
    const { page, context, check } = await arrive(browser, app.url, administrator, { at: `/dashboard/patients/${patient}?tab=visit` })
    const hands = handsOn(page)
    const tray = page.getByRole('complementary', { name: 'Orders' })
    await see(tray.getByLabel('Request a test'))
    await hands.press('Alt+t')
    await hands.type('prostate')
    await see(page.locator('[data-combobox-selected]', { hasText: 'Prostate marker' }))
    await hands.press('Enter')
    const chosen = tray.getByRole('list', { name: 'Not sent yet' })
    await see(chosen)
    await hands.press('Control+o')
    const dialog = page.getByRole('dialog', { name: 'Sex mismatch' })
    await see(dialog.getByText('Only for men: Prostate marker. The patient is recorded as female.'))
    await checkAccessible(page, 'why a test is asked for nevertheless', { part: '[role="dialog"]' })
    await hands.press('Escape')
    await seeGone(dialog)
    expect(await chosen.count(), 'who turns back has asked for nothing').toBe(1)
    await hands.press('Control+o')
    await untilIn(dialog)
    await hands.type('Recorded wrongly at the desk')
    await hands.press('Enter')
    await seeGone(dialog)
    await seeGone(chosen)
    await see(tray.getByText('Prostate marker does not match the patient’s sex. Requested because: Recorded wrongly at the desk'))
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'a queue of nurses that cannot be fetched shows nobody and says why, and comes back',
  async () => {
    await aPatientAt('Neema', 'triage')
    const { page, context } = await arrive(browser, app.url, administrator, { at: '/dashboard/nursing-interface' })
    const queue = page.locator('[data-part="nurse-side"]')
    await see(queue.getByText(/Neema/))
    const lists = /initiate-attendance-process\/\?/
    await page.route(lists, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }))
    // The news of somebody else makes the screen ask again.
    await aPatientAt('Salama', 'triage')
    await see(queue.getByText('Could not be loaded'))
    expect(await queue.getByText(/Neema/).count()).toBe(0)
    expect(await queue.getByText('No patients waiting for triage').count()).toBe(0)
    await page.unroute(lists)
    await queue.getByRole('button', { name: 'Try again' }).click()
    await see(queue.getByText(/Salama/))
    await see(queue.getByText(/Neema/))
    await context.close()
  },
  WAY_MS,
)
