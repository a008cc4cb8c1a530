import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { addPerson, api, type Credentials, type TestServer, startTestServer, setUp, tokenOf } from './test-server.ts'
import { arrive, openScreen, type Screen, see, seeGone } from './screen.ts'

const WAY_MS = 600_000
/** What goes out after the last key, on a machine of tests. */

let app: TestServer
let browser: Browser
let token: string
let amina: Credentials & { id: number }
let otieno: Credentials & { id: number }
let doctor: Screen

const send = <T = { id: number }>(method: string, path: string, body?: unknown) => api<T>(app.url, method, path, { token, body })

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  amina = await addPerson(app, token, 'doctor', ['Amina', 'Hassan'])
  otieno = await addPerson(app, token, 'doctor', ['Peter', 'Otieno'])
  doctor = await arrive(browser, app.url, amina, { at: '/dashboard/doctor-interface' })
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

interface Visit {
  id: number
  patient: number
}
const atTheDoctor = async (first_name: string, reason: string, more: object = {}): Promise<Visit> => {
  const { id: patient } = await send('POST', '/patients/patients/', {
    first_name,
    second_name: 'Wekesa',
    gender: 'male',
    date_of_birth: '1985-07-03',
    not_a_duplicate: true,
  })
  return send<Visit>('POST', '/patients/initiate-attendance-process/', { patient, reason, track: 'doctor', ...more })
}
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const noteOf = (visit: number) =>
  app.sql<{ id: number; complaint: string; history: string; plan: string; signed_at: string | null; version: number }>(
    'select id, complaint, history, plan, signed_at, version from consultations where visit_id = $1 order by id',
    [visit],
  )
/** What this browser keeps of what was typed, as text: kept a moment after the last key. */
const draftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((done) => {
        const opening = indexedDB.open('kliniki-drafts')
        // Only the program makes it.
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
        opening.addEventListener('error', () => done(''))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            done(JSON.stringify(reading.result))
          })
        })
      }),
  )

test(
  'what was typed and not sent yet comes back after the page was loaded again',
  async () => {
    const visit = await atTheDoctor('Tumaini', 'Rash')
    const { page } = doctor
    await goTo(page, `${app.url}/dashboard/patients/${visit.patient}?tab=visit`)
    await page.route('**/patients/consultations/', (route) => route.abort())
    await box(page, 'Complaint').fill('Itching since Sunday')
    // The server cannot be reached: it is in the browser alone.
    await expect.poll(() => draftsOf(page)).toContain('Itching since Sunday')
    await page.unroute('**/patients/consultations/')
    await goTo(page, `${app.url}/dashboard/patients/${visit.patient}?tab=visit`)
    await expect.poll(() => box(page, 'Complaint').inputValue()).toBe('Itching since Sunday')
    await see(page.getByText(/Draft saved/))
    expect((await noteOf(visit.id)).map(({ complaint }) => complaint)).toEqual(['Itching since Sunday'])
  },
  WAY_MS,
)

test(
  'two people in one note: both texts are shown, nothing is lost',
  async () => {
    const visit = await atTheDoctor('Neema', 'Headache')
    const { page } = doctor
    await goTo(page, `${app.url}/dashboard/patients/${visit.patient}?tab=visit`)
    await box(page, 'Complaint').fill('Headache')
    await see(page.getByText(/Draft saved/))
    const [note] = await noteOf(visit.id)
    const other = await tokenOf(app.url, otieno)
    await api(app.url, 'PATCH', `/patients/consultations/${note?.id}/`, {
      token: other,
      body: { complaint: 'Headache, worse at night', version: note?.version },
    })
    await box(page, 'Complaint').fill('Headache since Monday')
    const clash = page.getByRole('dialog', { name: 'Changed in the meantime' })
    await see(clash)
    await see(clash.getByText('Headache since Monday'))
    await see(clash.getByText('Headache, worse at night'))
    await clash.getByRole('button', { name: 'Overwrite with mine' }).click()
    await seeGone(clash)
    await expect.poll(async () => (await noteOf(visit.id))[0]?.complaint).toBe('Headache since Monday')
  },
  WAY_MS,
)

test(
  'what another window wrote into another box stays beside what is typed here, without a question',
  async () => {
    const visit = await atTheDoctor('Zuhura', 'Cough')
    const { page, context } = doctor
    const address = `${app.url}/dashboard/patients/${visit.patient}?tab=visit`
    await goTo(page, address)
    await box(page, 'Complaint').fill('Cough')
    await see(page.getByText(/Draft saved/))
    const { page: second } = await openScreen(browser, { context })
    await goTo(second, address)
    await expect.poll(() => box(second, 'Complaint').inputValue()).toBe('Cough')
    await box(page, 'History').fill('Since Monday')
    await expect.poll(async () => (await noteOf(visit.id))[0]?.history).toBe('Since Monday')
    await box(second, 'Plan').fill('Steam')
    await expect.poll(async () => (await noteOf(visit.id))[0]?.plan).toBe('Steam')
    await expect.poll(() => box(second, 'History').inputValue()).toBe('Since Monday')
    expect(await second.getByRole('dialog').count()).toBe(0)
    expect((await noteOf(visit.id)).map(({ complaint, history }) => [complaint, history])).toEqual([['Cough', 'Since Monday']])
    await second.close()
  },
  WAY_MS,
)

test(
  'two windows that both begin the note begin one, and an old draft asks before it goes over a newer text',
  async () => {
    const visit = await atTheDoctor('Wambui', 'Fever')
    const { page, context } = doctor
    const address = `${app.url}/dashboard/patients/${visit.patient}?tab=visit`
    await goTo(page, address)
    const { page: second } = await openScreen(browser, { context })
    await goTo(second, address)
    await see(box(second, 'Plan'))
    // The second window does not hear of the first one's note.
    await second.route('**/workspace/', (route) => route.abort())
    await box(page, 'Complaint').fill('Fever')
    await expect.poll(async () => (await noteOf(visit.id))[0]?.complaint).toBe('Fever')
    await box(second, 'Plan').fill('Fluids')
    await expect.poll(async () => (await noteOf(visit.id)).map(({ complaint, plan }) => [complaint, plan])).toEqual([['Fever', 'Fluids']])

    await second.route('**/patients/consultations/**', (route) => route.abort())
    await box(second, 'Plan').fill('Fluids and rest')
    await expect.poll(() => draftsOf(second)).toContain('Fluids and rest')
    await second.close()
    const [note] = await noteOf(visit.id)
    await api(app.url, 'PATCH', `/patients/consultations/${note?.id}/`, {
      token: await tokenOf(app.url, otieno),
      body: { plan: 'Fluids, then review', version: note?.version },
    })
    await goTo(page, address)
    const clash = page.getByRole('dialog', { name: 'Changed in the meantime' })
    await see(clash.getByText('Fluids and rest'))
    await see(clash.getByText('Fluids, then review'))
    await clash.getByRole('button', { name: 'Use theirs' }).click()
    await expect.poll(() => box(page, 'Plan').inputValue()).toBe('Fluids, then review')
  },
  WAY_MS,
)

test(
  'a text that is too long is refused in the open and kept whole',
  async () => {
    const visit = await atTheDoctor('Makori', 'Check-up')
    const { page } = doctor
    await goTo(page, `${app.url}/dashboard/patients/${visit.patient}?tab=visit`)
    await box(page, 'History').fill('x'.repeat(20_000))
    await see(page.getByText('20,000 characters: the limit is 10,000.'))
    expect(await box(page, 'History').inputValue()).toHaveLength(20_000)
    await box(page, 'History').fill('Short')
    await expect.poll(async () => (await noteOf(visit.id))[0]?.history).toBe('Short')
  },
  WAY_MS,
)

test(
  'a signed note is never edited: what comes to mind later is an addendum',
  async () => {
    const visit = await atTheDoctor('Rehema', 'Burn')
    const { page } = doctor
    await goTo(page, `${app.url}/dashboard/patients/${visit.patient}?tab=visit`)
    await box(page, 'Complaint').fill('Burn of the left hand')
    await page.keyboard.press('Control+Enter')
    await see(page.getByRole('article', { name: /Note by Amina Hassan/ }))
    await page.getByRole('button', { name: 'Addendum' }).click()
    await page.getByLabel(/^Addendum/).fill('Tetanus booster given')
    await page.getByRole('button', { name: 'Add addendum' }).click()
    await see(page.getByRole('article').getByText('Tetanus booster given'))
    await goTo(page, `${app.url}/dashboard/patients/${visit.patient}?tab=consultations`)
    await see(page.getByText('Tetanus booster given'))
    expect(await noteOf(visit.id)).toHaveLength(1)
  },
  WAY_MS,
)

test(
  'a referral to another doctor is in their queue at once, and its answer comes back',
  async () => {
    const visit = await atTheDoctor('Makena', 'Palpitations')
    const colleague = await arrive(browser, app.url, otieno, { at: '/dashboard/doctor-interface' })
    await see(colleague.page.getByRole('heading', { name: 'Doctor' }))
    const { page } = doctor
    await goTo(page, `${app.url}/dashboard/patients/${visit.patient}?tab=visit`)
    await see(page.getByRole('heading', { name: 'Orders' }))
    await page.keyboard.press('Alt+r')
    const dialog = page.getByRole('dialog', { name: 'Refer patient' })
    await dialog.getByRole('combobox', { name: 'Doctor' }).click()
    await page.getByRole('option', { name: /Peter Otieno/ }).click()
    await dialog.getByLabel(/Reason and findings/).fill('Irregular pulse')
    await dialog.getByRole('button', { name: /^Refer\b/ }).click()
    await seeGone(dialog)
    const mine = colleague.page.getByRole('region', { name: 'Referred to you' })
    // One line above the queue until it is opened.
    await mine.getByRole('button', { name: 'Show all (1)' }).click()
    await see(mine.getByText('Irregular pulse'))
    await mine.getByRole('button', { name: 'Accept' }).click()
    await mine.getByRole('button', { name: 'Answer' }).click()
    await colleague.page.getByRole('textbox', { name: /^Answer/ }).fill('Atrial fibrillation, rate control begun')
    await colleague.page.getByRole('button', { name: 'Save reply' }).click()
    await see(page.getByText('Atrial fibrillation, rate control begun'))
    await colleague.context.close()
  },
  WAY_MS,
)
