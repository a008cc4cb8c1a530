import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { handsOn } from './hands.ts'
import { addPerson, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, checkAccessible, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let token: string
let doctor: Credentials & { id: number }
let pharmacist: Credentials

const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  doctor = await addPerson(app, token, 'doctor', ['Amina', 'Hassan'])
  pharmacist = await addPerson(app, token, 'pharmacist', ['Peter', 'Mutua'])
  const [exempt] = await api<{ id: number }[]>(app.url, 'GET', '/catalogue/tax-classes/', { token })
  await post('/catalogue/items/', {
    name: 'Paracetamol 500 mg tablet',
    category: 'drug',
    unit: 'tablet',
    tax_class: exempt?.id,
    price: '2.00',
  })
  const syrup = { name: 'Paracetamol 120 mg/5 ml syrup', category: 'drug', unit: 'ml', tax_class: exempt?.id, price: '1.00' }
  await post('/catalogue/items/', syrup)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const withTheDoctor = async (first_name: string, second_name: string, date_of_birth: string) => {
  const { id: patient } = await post('/patients/patients/', {
    first_name,
    second_name,
    gender: 'female',
    date_of_birth,
    not_a_duplicate: true,
  })
  const visit = await post('/patients/initiate-attendance-process/', { patient, reason: 'Fever', track: 'doctor', doctor: doctor.id })
  return { patient, visit: visit.id }
}

test(
  'a doctor prescribes a drug that is not in the catalogue, against an allergy, prints it, and the pharmacy has nothing to dispense',
  async () => {
    const { patient } = await withTheDoctor('Achieng', 'Ouma', '1986-04-12')
    await post(`/patients/patients/${patient}/allergies/`, {
      substance: 'Penicillin',
      reaction: 'rash',
      severity: 'severe',
      category: 'drug',
    })
    const room = await arrive(browser, app.url, doctor, { at: `/dashboard/patients/${patient}?tab=prescriptions` })
    const { page } = room
    const hands = handsOn(page)
    const tray = page.getByRole('region', { name: 'Drugs' })
    await see(tray.getByText('Nothing prescribed in this visit.'))

    // A brand finds the generic drug, and says which name was meant.
    await hands.press('Alt+p')
    await hands.type('panadol')
    const generic = page.getByRole('option', { name: /Paracetamol 500 mg tablet/ })
    await see(generic)
    await see(generic.getByText('panadol'))
    await hands.press('Escape')
    await page.getByRole('combobox', { name: 'Prescribe drug' }).fill('')

    // What the catalogue does not have is named, all by the keyboard.
    await hands.type('Ospamox')
    await see(page.getByRole('option', { name: /External drug: Ospamox/ }))
    await see(page.getByText('No matching drug in the catalogue. Prescribe it for another pharmacy.'))
    await hands.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'External drug' })
    await see(dialog)
    await expect.poll(() => dialog.getByLabel(/^Name/).inputValue()).toBe('Ospamox')
    await dialog.getByLabel('Generic name').fill('amoxicillin')
    await dialog.getByLabel('Strength').fill('500 mg')
    await dialog.getByLabel('Form').selectOption('capsule')
    await checkAccessible(page, 'the dialog of an external drug')
    await dialog.getByRole('button', { name: 'Add drug' }).click()
    await seeGone(dialog)
    const name = 'Ospamox (amoxicillin) 500 mg capsule'
    await see(tray.getByLabel(`Directions for ${name}`))
    await hands.type('1 cap tds 5/7')
    await see(tray.getByText('Supply 15 capsules'))
    await see(tray.getByText(/Allergic to Penicillin/))
    await hands.press('Control+o')
    const unsafe = page.getByRole('dialog', { name: 'This may harm the patient' })
    await see(unsafe)
    await unsafe.getByRole('textbox').first().fill('Took it last year without any reaction')
    await unsafe.getByRole('button', { name: /Override 1 warning and prescribe/ }).click()
    await see(toastWith(page, '1 drug prescribed.'))
    const line = tray.getByRole('list', { name: 'Prescribed in this visit' })
    await see(line.getByText(name))
    await see(line.getByText('External', { exact: true }))

    // An unknown name says that nothing was checked.
    await hands.press('Alt+p')
    await hands.type('Zorbifex')
    await see(page.getByRole('option', { name: /External drug: Zorbifex/ }))
    await hands.press('Enter')
    await see(dialog)
    // No form is taken for granted.
    await dialog.getByRole('button', { name: 'Add drug' }).click()
    await see(dialog.getByText('Choose one.'))
    await dialog.getByLabel('Form').selectOption('tablet')
    await dialog.getByRole('button', { name: 'Add drug' }).click()
    await see(tray.getByLabel('Directions for Zorbifex tablet'))
    await hands.type('1 tab od 5/7')
    await see(tray.getByText('Not checked: Zorbifex tablet is not in the drug vocabulary.'))
    await hands.press('Control+o')
    await see(toastWith(page, '1 drug prescribed.'))

    const [prescription] = await api<{ id: number; status: string }[]>(app.url, 'GET', `/patients/prescriptions/?patient_id=${patient}`, {
      token,
    })
    expect(prescription?.status).toBe('external')
    const [pdf] = await Promise.all([
      page.waitForResponse((reply) => reply.url().includes(`/download_prescription_pdf/${prescription?.id}/`)),
      tray.getByRole('button', { name: 'Print', exact: true }).click(),
    ])
    expect(pdf.status()).toBe(200)
    expect(await app.sql(`select c.id from charges c where c.order_kind = 'prescription'`)).toEqual([])
    room.check()

    const counter = await arrive(browser, app.url, pharmacist, { at: '/dashboard/pharmacy' })
    await goTo(counter.page, `${app.url}/dashboard/pharmacy`)
    await see(counter.page.getByText('No prescriptions to dispense'))
    await seeGone(counter.page.getByText('Achieng Ouma'))
    counter.check()
  },
  WAY_MS,
)

test(
  'a dose for each kilogram shows its weight, its calculation and what a syringe can measure',
  async () => {
    const { patient, visit } = await withTheDoctor('Baraka', 'Otieno', '2023-01-10')
    const [triage] = await api<{ id: number }[]>(app.url, 'GET', `/patients/triage/?patient_id=${patient}`, { token })
    await api(app.url, 'PATCH', `/patients/triage/${triage?.id}/`, { token, body: { weight: 12.4 } })
    expect(visit).toBeGreaterThan(0)
    const room = await arrive(browser, app.url, doctor, { at: `/dashboard/patients/${patient}?tab=prescriptions` })
    const { page } = room
    const hands = handsOn(page)
    const tray = page.getByRole('region', { name: 'Drugs' })
    await see(tray.getByText('Nothing prescribed in this visit.'))
    await hands.press('Alt+p')
    await hands.type('paracetamol 120')
    await see(page.getByRole('option', { name: /syrup/ }))
    await hands.press('Enter')
    await see(tray.getByLabel('Directions for Paracetamol 120 mg/5 ml syrup'))
    await hands.type('15 mg/kg tds 3/7')
    await see(tray.getByText(/15 mg\/kg × 12\.4 kg = 186 mg → 8 ml of 120 mg\/5 ml = 192 mg/).first())
    await see(tray.getByText(/Weight 12\.4 kg,/))
    await see(tray.getByText('Supply 72 ml'))
    room.check()
  },
  WAY_MS,
)
