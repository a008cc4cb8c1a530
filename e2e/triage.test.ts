import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { focusOf } from './day/places.ts'
import { handsOn, untilIn } from './hands.ts'
import { administrator, api, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, checkAccessible, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 300_000
const DAY_MS = 86_400_000

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

const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })
/** Somebody of this age in days who waits at triage. */
const atTriage = async (first_name: string, days: number) => {
  const date_of_birth = new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
  const patient = await post('/patients/patients/', {
    first_name,
    second_name: 'Otieno',
    gender: 'male',
    date_of_birth,
    not_a_duplicate: true,
  })
  await post('/patients/initiate-attendance-process/', { patient: patient.id, reason: 'Fever', track: 'triage' })
}

test(
  'a nurse triages a sick baby with the keyboard: danger signs, a suggestion with reasons, a weight that is asked about, no way on without a category',
  async () => {
    await atTriage('Baraka', 95)
    await atTriage('Juma', 13_000)
    const { page, context, check } = await arrive(browser, app.url, administrator, { at: '/dashboard/nursing-interface' })
    const hands = handsOn(page)
    const queue = page.locator('[data-part="nurse-list"]')
    await see(queue.getByText('Not triaged'))
    await hands.press('n')
    await see(page.getByRole('heading', { name: 'Baraka Otieno' }))

    await expect.poll(focusOf(page)('path')).toBe('line')
    await hands.type('R 64 S 91 T 38.9 W 61')
    await hands.press('Enter')
    const suggestion = page.getByRole('region', { name: 'Suggested category' })
    await see(suggestion.getByText('Fast breathing for the age: 64/min'))
    await hands.press('Alt+i')
    const feeding = page.getByRole('checkbox', { name: 'Cannot drink or breastfeed' })
    // "None of these" comes first, then the six emergency signs.
    for (let step = 0; step < 7; step++) await hands.press('ArrowDown')
    await hands.press('Space')
    expect(await feeding.isChecked()).toBe(true)
    await see(suggestion.getByText('Very urgent'))
    await see(page.getByRole('region', { name: 'Paediatric score' }).getByText('≥ 6'))
    await checkAccessible(page, 'danger signs and suggestion')

    await hands.press('Alt+d')
    await see(page.getByText('Choose a triage category before sending the patient on.'))
    await see(queue.getByText('Baraka Otieno'))
    await hands.press('4')
    await see(page.getByRole('textbox', { name: 'Why less urgent than suggested' }))
    await checkAccessible(page, 'a category below the suggestion')
    await hands.press('2')
    await seeGone(page.getByRole('textbox', { name: 'Why less urgent than suggested' }))
    await hands.press('Enter')

    const asking = page.getByRole('dialog', { name: 'Check these values' })
    await see(asking.getByText(/Weight 61 kg is very unusual at this age/))
    await checkAccessible(page, 'a weight that is asked about')
    expect(await asking.getByRole('radio', { name: 'Change to 6.1 kg' }).isChecked()).toBe(true)
    await hands.press('Enter')
    await see(toastWith(page, /Baraka Otieno sent to Doctor/))
    expect(
      await app.sql(`select weight::float8, danger_signs, t.level, t.suggested_level from vital_signs s join triages t using (visit_id)`),
    ).toEqual([{ weight: 6.1, danger_signs: ['not_feeding'], level: 2, suggested_level: 2 }])
    console.log(`a baby is triaged and sent on with ${hands.presses()} keys`)

    // The next one is there: an emergency goes on without a category, with a reason.
    await see(page.getByRole('heading', { name: 'Juma Otieno' }))
    await expect.poll(focusOf(page)('path')).toBe('line')
    await hands.press('Alt+d')
    await page.getByRole('button', { name: 'Send as emergency' }).click()
    const reason = page.getByRole('dialog', { name: 'Juma Otieno has no triage category' })
    await see(reason)
    await checkAccessible(page, 'the reason of an emergency')
    await untilIn(reason)
    await hands.type('Carried in convulsing')
    await hands.press('Enter')
    await see(toastWith(page, /Juma Otieno sent to Doctor/))
    expect(await app.sql('select emergency_reason from visit_moves where emergency_reason is not null')).toEqual([
      { emergency_reason: 'Carried in convulsing' },
    ])

    // Both are with the doctor; the one without a category is marked.
    await goTo(page, `${app.url}/dashboard/doctor-interface`)
    await see(
      page
        .getByRole('row', { name: /Juma Otieno/ })
        .getByText('Not triaged')
        .filter({ visible: true }),
    )
    await checkAccessible(page, 'the doctors’ queue')
    check()
    await context.close()
  },
  WAY_MS,
)
