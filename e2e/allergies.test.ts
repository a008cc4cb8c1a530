import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { handsOn } from './hands.ts'
import { administrator, api, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, checkAccessible, type Screen, see, seeGone } from './screen.ts'

const WAY_MS = 600_000
const WIDTHS = [1440, 1024, 390]

/** Six allergies with names as long as people write them. */
const substances = [
  'Amoxicillin with clavulanic acid, oral suspension',
  'Sulfamethoxazole with trimethoprim (cotrimoxazole)',
  'Acetylsalicylic acid and other anti-inflammatory drugs',
  'Radiographic contrast media containing iodine',
  'Natural rubber latex, as in examination gloves',
  'Groundnuts, cashew nuts and products made with them',
]
const critical = { temperature: 41.4, pulse: 188, systolic: 62, respiration: 44, spo2: 79 }

let app: TestServer
let browser: Browser
let token: string
let screen: Screen
let page: Page
let many: number
let note: number

const send = <T = { id: number }>(method: string, path: string, body: unknown) => api<T>(app.url, method, path, { token, body })
const post = <T = { id: number }>(path: string, body: unknown) => send<T>('POST', path, body)
interface Visit {
  id: number
  triage: number
  process_test_req: number
}
const patientOf = async (first_name: string, second_name: string, allergies: readonly string[]) =>
  (
    await post('/patients/patients/', {
      first_name,
      second_name,
      gender: 'female',
      date_of_birth: '1988-02-03',
      not_a_duplicate: true,
      allergies: allergies.map((substance) => ({ substance, category: 'drug', severity: 'severe' })),
    })
  ).id
const visitOf = (patient: number, track: string) =>
  post<Visit>('/patients/initiate-attendance-process/', { patient, reason: 'Fever and flank pain', track })

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  many = await patientOf('Mwanamkasirikhatibu', 'Nyambura wa Kamau-Odhiambo', substances)
  await post(`/patients/patients/${many}/pregnancies/`, { source: 'test' })
  const visit = await visitOf(many, 'doctor')
  const set = { ...critical, diastolic: 40, consciousness: 'alert', on_oxygen: false, level: 1, version: 1 }
  await send('PATCH', `/patients/triage/${visit.triage}/`, set)
  const [exempt] = await send<{ id: number }[]>('GET', '/catalogue/tax-classes/', undefined)
  const drug = await post('/catalogue/items/', {
    name: 'Paracetamol 500 mg tablet',
    category: 'drug',
    unit: 'tablet',
    tax_class: exempt?.id,
    price: '2.00',
  })
  const directions = '1 tab tds 5/7'
  await post('/patients/prescriptions/', { attendance_process: visit.id, prescribed_drugs: [{ item: drug.id, directions }] })
  const [specimen] = await send<{ id: number }[]>('GET', '/lab/specimens/', undefined)
  const panel = { code: 'UCUL', name: 'Urine culture', kind: 'text', specimen: specimen?.id, create_item: true }
  const culture = await post('/lab/lab-test-panel/', panel)
  await post('/lab/lab-test-requests/', { process: visit.process_test_req, panels: [{ test_panel: culture.id }] })
  await visitOf(await patientOf('Neema', 'Akoth', []), 'triage')
  note = await patientOf('Salama', 'Juma', [])
  await visitOf(note, 'doctor')
  screen = await arrive(browser, app.url, administrator)
  page = screen.page
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

/** What says allergies or critical values and is cut: wider than its box, with an ellipsis, or outside of a part that hides what runs over. */
const findCut = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.status.whole')]
      .filter((flag) => flag.checkVisibility())
      .flatMap((flag) => {
        const cut: string[] = []
        for (const part of [flag, ...flag.querySelectorAll<HTMLElement>('*')]) {
          if (part instanceof SVGElement) continue
          const { textOverflow, overflowX, whiteSpace } = getComputedStyle(part)
          if (part.scrollWidth > part.clientWidth && part.clientWidth > 0) cut.push('wider than its box')
          if (textOverflow === 'ellipsis' && overflowX !== 'visible') cut.push('has an ellipsis')
          if (whiteSpace === 'nowrap') cut.push('does not wrap')
        }
        const own = flag.getBoundingClientRect()
        for (let box = flag.parentElement; box; box = box.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(box)
          const { left, right, top, bottom } = box.getBoundingClientRect()
          if (overflowX !== 'visible' && (own.left < left - 1 || own.right > right + 1) && overflowX !== 'auto')
            cut.push('hidden at the side')
          if ((overflowY === 'hidden' || overflowY === 'clip') && (own.top < top - 1 || own.bottom > bottom + 1)) cut.push('hidden below')
        }
        return cut.map((how) => `${flag.textContent}: ${how}`)
      }),
  )

const rooms = [
  { address: '/dashboard/doctor-interface?patients=all', isVisit: true },
  { address: '/dashboard/nursing-interface?show=house', isVisit: true },
  { address: '/dashboard/reception-interface?track=doctor', isVisit: true },
  { address: '/dashboard/patients' },
  { address: '/dashboard/pharmacy' },
  { address: '/dashboard/laboratory/requests' },
  { address: '/dashboard/laboratory/collect' },
  { address: '/dashboard/billing' },
]

test(
  'six long allergies, a pregnancy and the critical values are whole in every list, on every screen, and have looks of their own',
  async () => {
    const visit = (
      await send<{ critical_text: string }[]>('GET', `/patients/initiate-attendance-process/?patient_id=${many}`, undefined)
    )[0]
    expect(visit?.critical_text.split(', ').length).toBeGreaterThanOrEqual(4)
    for (const { address, isVisit } of [...rooms, { address: `/dashboard/patients/${many}`, isVisit: false }]) {
      await goTo(page, app.url + address)
      for (const width of WIDTHS) {
        const where = `${address} ${width}`
        await page.setViewportSize({ width, height: 900 })
        const flag = page.locator('[data-tone="allergy"]', { hasText: substances[0]! }).filter({ visible: true })
        await see(flag)
        const text = await flag.first().textContent()
        for (const substance of substances) expect(text, where).toContain(substance)
        expect(text, where).toContain('6 allergies')
        await see(page.locator('.status.whole', { hasText: 'Pregnant, not dated' }))
        if (isVisit) {
          const values = page.locator('.status.whole[data-tone="critical"]', { hasText: visit!.critical_text }).filter({ visible: true })
          await see(values)
          const pictures = [flag, values].map((one) => one.first().locator('svg').getAttribute('class'))
          expect(new Set(await Promise.all(pictures)).size, where).toBe(2)
        }
        expect(await findCut(), where).toEqual([])
        // Drawn once, not once for each width with all but one hidden.
        await expect.poll(() => page.locator('.status.whole').filter({ visible: false }).count(), { message: where }).toBe(0)
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await goTo(page, `${app.url}/dashboard/doctor-interface?patients=all`)
    await see(page.locator('[data-tone="allergy"]').filter({ visible: true }))
    await checkAccessible(page, 'the queue of doctors')
  },
  WAY_MS,
)

test(
  'a nurse records with one key that no allergies are known, and every list says so',
  async () => {
    const hands = handsOn(page)
    await goTo(page, `${app.url}/dashboard/nursing-interface`)
    await see(page.getByText('Neema Akoth'))
    await page.getByRole('button', { name: /Neema Akoth/ }).click()
    await see(page.getByText('Allergies: not asked yet'))
    await checkAccessible(page, 'the question for allergies')
    await hands.press('Alt+k')
    await seeGone(page.getByText('Allergies: not asked yet'))
    await see(page.locator('[data-part="nurse-item"]', { hasText: 'No known allergies · Asha Mwangi' }))
  },
  WAY_MS,
)

test(
  'one key adds an allergy, a problem or an alert from the note, and the cursor goes back into it',
  async () => {
    const hands = handsOn(page)
    await goTo(page, `${app.url}/dashboard/patients/${note}?tab=visit`)
    const complaint = page.locator('#note-complaint')
    await complaint.click()
    await hands.type('Fever')
    await hands.press('Alt+g')
    const dialog = page.getByRole('dialog', { name: 'Record allergy' })
    await see(dialog)
    await checkAccessible(page, 'the boxes of an allergy', { part: '[role="dialog"]' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toBe('substance')
    await hands.type('Latex')
    await hands.press('Control+s')
    await seeGone(dialog)
    await see(page.locator('[data-part="banner"] [data-tone="allergy"]', { hasText: 'Allergy: Latex' }))
    const isInNote = () => page.evaluate(() => document.activeElement?.id)
    await expect.poll(isInNote).toBe('note-complaint')
    await hands.type(' and cough')
    expect(await complaint.inputValue()).toBe('Fever and cough')
    for (const [key, name] of [
      ['Alt+m', 'Add problem'],
      ['Alt+w', 'Add alert'],
    ] as const) {
      await hands.press(key)
      await see(page.getByRole('dialog', { name }))
      // The list that a field has opened is closed first.
      if (await page.getByRole('listbox').isVisible()) await hands.press('Escape')
      await hands.press('Escape')
      await seeGone(page.getByRole('dialog', { name }))
      await expect.poll(isInNote).toBe('note-complaint')
    }
    screen.check()
  },
  WAY_MS,
)
