import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { handsOn, scan } from './hands.ts'
import { addPerson, api, type Credentials, type House, openHouse, setUp } from './house.ts'
import { arrive, checkAccessible, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 180_000

let house: House
let browser: Browser
let token: string
let doctor: Credentials
let technician: Credentials

const send = <T = { id: number }>(method: string, path: string, body?: unknown) => api<T>(house.url, method, path, { token, body })

beforeAll(async () => {
  ;[house, browser] = await Promise.all([openHouse(), openBrowser()])
  token = await setUp(house)
  doctor = await addPerson(house, token, 'doctor', ['Daniel', 'Otieno'])
  technician = await addPerson(house, token, 'labtech', ['Lucy', 'Wairimu'])
  await send('POST', '/lab/starter-catalogue/', {})
  const [exempt] = await send<{ id: number }[]>('GET', '/catalogue/tax-classes/')
  const item = await send('POST', '/catalogue/items/', {
    name: 'Full blood count',
    category: 'laboratory',
    unit: 'test',
    tax_class: exempt?.id,
    price: '650.00',
  })
  const profiles = await send<{ id: number; code: string; version: number }[]>('GET', '/lab/lab-test-profile/?q=FBC')
  const fbc = profiles.find(({ code }) => code === 'FBC')
  await send('PATCH', `/lab/lab-test-profile/${fbc?.id}/`, { item: item.id, version: fbc?.version })
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

interface Test {
  id: number
  test_code: string
  version: number
}

test(
  'a doctor asks for a blood count, the sample is taken by its label, and the critical result is seen as it is approved',
  async () => {
    const { id: patient } = await send('POST', '/patients/patients/', {
      first_name: 'Ruth',
      second_name: 'Atieno',
      gender: 'female',
      date_of_birth: '1963-02-03',
      not_a_duplicate: true,
    })
    const visit = await send<{ id: number; process_test_req: number }>('POST', '/patients/initiate-attendance-process/', {
      patient,
      reason: 'Tired',
      track: 'doctor',
    })

    const consulting = await arrive(browser, house.url, doctor)
    await goTo(consulting.page, `${house.url}/dashboard/patients/${patient}?tab=visit`)
    const tray = consulting.page.getByRole('complementary', { name: 'Orders' })
    const hands = handsOn(consulting.page)
    await see(tray.getByLabel('Request a test'))
    await hands.press('Alt+t')
    await hands.type('count bl')
    await see(consulting.page.getByRole('option', { name: /Full blood count/ }))
    await hands.press('Enter')
    const chosen = tray.getByRole('list', { name: 'Not sent yet' })
    await see(chosen.getByText('650.00'))
    await tray.getByRole('radio', { name: 'Stat' }).check()
    await checkAccessible(consulting.page, 'asking for a test')
    await hands.press('Control+o')
    await seeGone(chosen)
    await see(tray.getByRole('list', { name: 'Requested tests' }).getByText('Full blood count'))

    const taking = await arrive(browser, house.url, technician)
    await goTo(taking.page, `${house.url}/dashboard/laboratory/collect`)
    const tube = taking.page.getByRole('row', { name: /Lavender top/ })
    await see(tube)
    await checkAccessible(taking.page, 'collecting samples')
    const code = await tube.locator('b').innerText()
    await scan(taking.page, code)
    await expect.poll(() => tube.getAttribute('aria-selected')).toBe('true')
    await handsOn(taking.page).press('c')
    await see(toastWith(taking.page, '1 sample collected.'))
    await see(taking.page.getByText('Nobody waits for a sample'))

    const tests = await send<Test[]>('GET', `/lab/results/by-process-id/${visit.process_test_req}/`)
    const haemoglobin = tests.find(({ test_code }) => test_code === 'HB')
    const [entered] = await send<Test[]>('POST', '/lab/results/', {
      results: [{ request_panel: haemoglobin?.id, result: '41', version: haemoglobin?.version }],
    })
    // The doctor is warned before it is approved, and reads the number once it is.
    const warning = consulting.page.getByRole('alert').filter({ hasText: 'Critical: Haemoglobin 41 g/L' })
    await see(warning)
    await send('POST', '/lab/results/approve/', { panels: [{ id: entered?.id, version: entered?.version }] })
    await see(tray.getByText('Critically low'))
    await warning.getByRole('button', { name: 'I have seen it' }).click()
    await seeGone(warning)
    await see(toastWith(taking.page, 'Critical: Ruth Atieno, Haemoglobin 41'))
    await scan(taking.page, code)
    await see(taking.page.getByText('Received'))

    // In the dark, on a phone.
    await taking.page.setViewportSize({ width: 390, height: 844 })
    await taking.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await goTo(taking.page, `${house.url}/dashboard/laboratory/requests`)
    const row = taking.page.getByRole('row', { name: /Ruth Atieno/ })
    await see(row)
    await checkAccessible(taking.page, 'the requests')
    await row.click()
    await see(taking.page.getByRole('button', { name: 'Print the report' }))
    await checkAccessible(taking.page, 'a request')
    await goTo(taking.page, `${house.url}/dashboard/laboratory/public-requests`)
    await see(taking.page.getByText('Nothing here'))
    await checkAccessible(taking.page, 'what patients asked for')
    consulting.check()
    taking.check()
  },
  WAY_MS,
)
