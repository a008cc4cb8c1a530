import { expect } from 'vitest'
import { goTo } from '../browser.ts'
import { scan } from '../hands.ts'
import { api } from '../test-server.ts'
import { checkAccessible, see, seeGone, toastWith } from '../screen.ts'
import type { WorkingClinic } from './clinic.ts'
import { beginJourney, come, type Person } from './journey.ts'
import { focusOf, row } from './places.ts'

const WHO = 'Ruth Atieno'

/** Somebody tired, who sits before the doctor. */
const withTheDoctor = async ({ app, token }: WorkingClinic) => {
  const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })
  const { id: patient } = await post('/patients/patients/', {
    first_name: 'Ruth',
    second_name: 'Atieno',
    gender: 'female',
    date_of_birth: '1963-02-03',
    not_a_duplicate: true,
  })
  await post('/patients/initiate-attendance-process/', { patient, reason: 'Tired', track: 'doctor' })
  return patient
}

const ask = async ({ page, hands }: Person) => {
  const tray = page.getByRole('complementary', { name: 'Orders' })
  await hands.press('Alt+t')
  await hands.type('count bl')
  await see(page.locator('[data-combobox-selected]', { hasText: 'Full blood count' }))
  await hands.press('Enter')
  const chosen = tray.getByRole('list', { name: 'Not sent yet' })
  await see(chosen.getByText('650.00'))
  await hands.click(tray.getByRole('radio', { name: 'Stat' }))
  await checkAccessible(page, 'asking for a test')
  await hands.press('Control+o')
  await seeGone(chosen)
  await see(tray.getByRole('list', { name: 'Requested tests' }).getByText('Full blood count'))
}

const takeSample = async ({ page, hands }: Person) => {
  const tube = row(page, /Lavender top/)
  await see(tube)
  await checkAccessible(page, 'collecting samples')
  await scan(page, await tube.locator('b').innerText())
  await expect.poll(() => tube.getAttribute('aria-selected')).toBe('true')
  await hands.press('c')
  await see(toastWith(page, '1 sample collected.'))
  await see(page.getByText('No samples to collect'))
}

/** Types a result into its box of the visit, and leaves it. */
const enter = async ({ page, hands }: Person, test: string, result: string) => {
  const box = page.getByRole('textbox', { name: new RegExp(`^Result of ${test}`) })
  await hands.click(box)
  await hands.type(result)
  await hands.press('Enter')
}

const measureAndCall = async (lab: Person, doctor: Person) => {
  const { page, hands } = lab
  const at = focusOf(page)
  const reported = see(toastWith(page, 'Critical: Ruth Atieno, Haemoglobin 41'))
  await enter(lab, 'Haemoglobin', '41')
  const dialog = page.getByRole('dialog', { name: 'Notify critical result' })
  await see(dialog.getByText('Haemoglobin 41'))
  // The doctor is warned before anybody has called, and before it is approved.
  await see(doctor.page.getByRole('alert').filter({ hasText: 'Critical: Haemoglobin 41 g/L' }))
  await reported
  await expect.poll(at('label')).toBe('Call recipient')
  await checkAccessible(page, 'the call about a critical value')
  await hands.press('Tab')
  await hands.press(' ')
  await hands.press('Tab')
  await hands.press(' ')
  await hands.press('Enter')
  await see(toastWith(page, 'Call recorded: notified and read back.'))
  await seeGone(dialog)
}

/** In the dark, on a telephone. */
const walkLaboratory = async ({ page }: Person, url: string) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await goTo(page, `${url}/dashboard/laboratory/requests`)
  await see(row(page, WHO))
  await checkAccessible(page, 'the requests')
  await row(page, WHO).click()
  await see(page.getByRole('button', { name: 'Print report' }))
  await checkAccessible(page, 'a request')
  await goTo(page, `${url}/dashboard/laboratory/public-requests`)
  await see(page.getByText('No requests'))
  await checkAccessible(page, 'what patients asked for')
}

/** A critical result is called back while it is fresh, and everybody's screen says so. */
export const callBack = async (clinic: WorkingClinic) => {
  const { browser, app, people } = clinic
  const journey = beginJourney('A critical result called back')
  const patient = await withTheDoctor(clinic)
  const [doctor, lab] = await Promise.all([
    come(browser, app.url, 'Doctor', people.amina, { at: `/dashboard/patients/${patient}?tab=visit` }),
    come(browser, app.url, 'Laboratory', people.lucy, { at: '/dashboard/laboratory/collect' }),
  ])
  const { page, hands } = lab
  const tray = doctor.page.getByRole('complementary', { name: 'Orders' })
  await see(tray.getByLabel('Request a test'))
  await journey.step(doctor, 'asks for a blood count at once', () => ask(doctor))
  await journey.step(lab, 'takes the sample by its label', () => takeSample(lab))
  await journey.step(lab, 'opens the visit from the work list', async () => {
    await hands.click(page.getByRole('link', { name: 'Work list', exact: true }))
    await hands.click(page.getByRole('link', { name: WHO }).first())
    await see(page.getByRole('textbox', { name: /^Result of Haemoglobin/ }).first())
  })
  await journey.step(lab, 'types a critical haemoglobin, calls the doctor, who reads it back', () => measureAndCall(lab, doctor))
  await seeGone(doctor.page.getByRole('alert').filter({ hasText: 'Haemoglobin 41' }))
  await journey.step(lab, 'types critical platelets, and is not answered', async () => {
    await enter(lab, 'Platelets', '8')
    const dialog = page.getByRole('dialog', { name: 'Notify critical result' })
    await see(dialog)
    await hands.press('Escape')
    await seeGone(dialog)
  })
  const warning = doctor.page.getByRole('alert').filter({ hasText: 'Critical: Platelets 8' })
  await journey.step(doctor, 'says that she has seen them', async () => {
    await doctor.hands.click(warning.getByRole('button', { name: 'Acknowledge' }))
    await seeGone(warning)
  })
  await journey.step(lab, 'approves both', async () => {
    await hands.press('Control+Enter')
    await hands.click(page.getByRole('dialog').getByRole('button', { name: /^Approve/ }))
    await see(tray.getByText('Critically low'))
  })
  expect(await app.sql('select is_reached, is_read_back from lab_critical_tries')).toEqual([{ is_reached: true, is_read_back: true }])
  expect(await app.sql('select seen_by is not null as is_seen from lab_critical_calls where closed_at is not null order by id')).toEqual([
    { is_seen: false },
    { is_seen: true },
  ])
  journey.end()
  await walkLaboratory(lab, app.url)
  lab.check()
  await Promise.all([doctor, lab].map(({ context }) => context.close()))
}
