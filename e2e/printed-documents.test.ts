import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { addPerson, administrator, api, type Credentials, type TestServer, startTestServer, setUp, tokenOf } from './test-server.ts'
import { openAccount } from './patient-account.ts'
import { arrive, checkAccessible, see, toastWith } from './screen.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let doctor: Credentials & { id: number }
let patient: number
const zawadi = { email: 'zawadi@patients.example', password: 'jua kali na mvua', first_name: 'Zawadi', last_name: 'Njeri' }

const post = <T = { id: number }>(token: string, path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  const token = await setUp(app)
  doctor = await addPerson(app, token, 'doctor', ['Amina', 'Hassan'])
  const { id } = await post(token, '/patients/patients/', {
    first_name: zawadi.first_name,
    second_name: zawadi.last_name,
    gender: 'female',
    date_of_birth: '1990-01-02',
    not_a_duplicate: true,
  })
  patient = id
  await openAccount(app, token, patient, zawadi)
  const [exempt] = await api<{ id: number }[]>(app.url, 'GET', '/catalogue/tax-classes/', { token })
  const item = await post(token, '/catalogue/items/', {
    name: 'Amoxicillin 500 mg capsule',
    category: 'drug',
    unit: 'capsule',
    tax_class: exempt?.id,
    price: '4.00',
  })
  const visit = await post(token, '/patients/initiate-attendance-process/', { patient, reason: 'Cough', track: 'doctor' })
  const own = await tokenOf(app.url, doctor)
  await post(own, '/patients/prescriptions/', {
    attendance_process: visit.id,
    prescribed_drugs: [{ item: item.id, directions: '1 cap po tds 7/7' }],
    overrides: [],
  })
  await post(own, '/patients/consultations/', {
    attendance_process: visit.id,
    complaint: 'Cough for two weeks',
    history: 'Night sweats',
    advice: 'Rest and drink enough.',
    diagnoses: [{ title: 'Pneumonia' }],
    sign: true,
  })
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

/** What comes of a button that prints: how it was answered and what was asked. */
const printedBy = async (page: Page, path: RegExp, press: () => Promise<void>) => {
  const answered = page.waitForResponse(path)
  await press()
  const reply = await answered
  expect([reply.status(), reply.headers()['content-type']]).toEqual([200, 'application/pdf'])
  return new URL(reply.url()).searchParams
}

test(
  'an administrator records with what a doctor signs',
  async () => {
    const { page, check, context } = await arrive(browser, app.url, administrator, {
      at: `/dashboard/administration/people/${doctor.id}`,
    })
    await see(page.getByText('Signature details'))
    await page.getByLabel('Registration number').fill('')
    await page.getByRole('button', { name: /^Save/ }).click()
    await see(page.getByText(/This user signs documents, which show a registration number/))
    await page.getByLabel('Title').fill('Medical officer')
    await page.getByLabel('Registration number').fill('MDP-77')
    await page.getByLabel('Registering council').fill('Medical Council')
    await checkAccessible(page, 'the account of somebody who signs')
    await page.getByRole('button', { name: /^Save/ }).click()
    await see(toastWith(page, /Amina Hassan saved/))
    check(/400/)
    await context.close()
  },
  WAY_MS,
)

test(
  'a doctor prints a prescription with and without its diagnosis, a letter with what is chosen, and the summary',
  async () => {
    const { page, check, context } = await arrive(browser, app.url, doctor, { at: `/dashboard/patients/${patient}?tab=prescriptions` })
    await see(page.getByRole('button', { name: 'Print', exact: true }))
    expect(
      (await printedBy(page, /download_prescription_pdf/, () => page.getByRole('button', { name: 'Print', exact: true }).click())).has(
        'diagnosis',
      ),
    ).toBe(false)
    await page.getByRole('button', { name: 'Print options' }).click()
    const without = await printedBy(page, /download_prescription_pdf/, () =>
      page.getByRole('menuitem', { name: 'Print without the diagnosis' }).click(),
    )
    expect(without.get('diagnosis')).toBe('false')
    await checkAccessible(page, 'prescriptions to print')

    await goTo(page, `${app.url}/dashboard/patients/${patient}?tab=visit`)
    await printedBy(page, /\/summary\//, () => page.getByRole('button', { name: 'Print visit summary' }).click())
    const own = await tokenOf(app.url, doctor)
    await post(own, '/patients/referrals/', { patient, provider: 'Hope Hospital', note: 'Please assess.' })
    const line = page.locator('[data-part="referral"]', { hasText: 'Hope Hospital' })
    await see(line)
    await line.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Print letter' }).click()
    const dialog = page.getByRole('dialog', { name: 'Letter contents' })
    await see(dialog.getByText('Night sweats'))
    await dialog.getByRole('checkbox', { name: 'History' }).uncheck()
    await checkAccessible(page, 'the parts of a letter')
    const chosen = await printedBy(page, /\/letter\/\?/, () => dialog.getByRole('button', { name: 'Print letter' }).click())
    expect(chosen.get('left_out')).toBe('results_in_person,history')
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'the patient downloads the summary of the visit on a phone',
  async () => {
    const { page, check, context } = await arrive(browser, app.url, zawadi, { at: '/patient-overview/visits', width: 390, height: 844 })
    await see(page.getByRole('heading', { name: 'My visits' }))
    await checkAccessible(page, 'the visits of a patient')
    const asked = await printedBy(page, /\/portal\/visits\/\d+\/summary\//, () =>
      page.getByRole('button', { name: /Download the summary of/ }).click(),
    )
    expect(asked.get('language')).toBe('en')
    check()
    await context.close()
  },
  WAY_MS,
)
