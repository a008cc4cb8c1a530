import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { handsOn, untilIn } from './hands.ts'
import { addPerson, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { openAccount } from './patient-account.ts'
import { arrive, checkAccessible, see, toastWith } from './screen.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let token: string
let pharmacist: Credentials

const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  pharmacist = await addPerson(app, token, 'pharmacist', ['Peter', 'Mutua'])
  const [exempt] = await api<{ id: number }[]>(app.url, 'GET', '/catalogue/tax-classes/', { token })
  await post('/catalogue/items/', {
    name: 'Paracetamol 500 mg tablet',
    category: 'drug',
    unit: 'tablet',
    tax_class: exempt?.id,
    price: '2.00',
  })
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

test(
  'a patient sends a photo of a prescription, is asked back and answers, and the pharmacy writes it as a prescription',
  async () => {
    const { id: patient } = await post('/patients/patients/', {
      first_name: 'Zawadi',
      second_name: 'Njoroge',
      gender: 'female',
      date_of_birth: '1986-04-12',
      not_a_duplicate: true,
    })
    await post(`/patients/patients/${patient}/allergies/`, {
      substance: 'Penicillin',
      category: 'drug',
      severity: 'severe',
      reaction: 'Rash',
    })
    const zawadi = { email: 'zawadi@patients.example', password: 'Zawadi walks home at dusk' }
    await openAccount(app, token, patient, { ...zawadi, first_name: 'Zawadi', last_name: 'Njoroge' })
    const mine = await arrive(browser, app.url, zawadi, { at: '/patient-overview/prescriptions', width: 390, height: 844 })
    const section = mine.page.getByRole('region', { name: 'Send a prescription' })
    const file = section.locator('input[type=file]')
    await see(section)
    await file.setInputFiles({ name: 'virus.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
    await see(section.getByText('Send a photo (JPEG or PNG) or a PDF.'))
    const photo = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#eee' } })
      .png()
      .toBuffer()
    await file.setInputFiles({ name: 'prescription.png', mimeType: 'image/png', buffer: photo })
    await section.getByLabel('Message to the pharmacy').fill('Can I fetch it on Friday?')
    await checkAccessible(mine.page, 'sending a prescription')
    await section.getByRole('button', { name: 'Send', exact: true }).click()
    const sent = mine.page.getByRole('region', { name: 'Prescriptions I sent' })
    await see(sent.getByText('Can I fetch it on Friday?'))

    const counter = await arrive(browser, app.url, pharmacist, { at: '/dashboard/pharmacy?tab=requests' })
    const { page } = counter
    const hands = handsOn(page)
    await page.getByRole('row', { name: /Zawadi Njoroge/ }).press('Enter')
    const picture = page.getByRole('img', { name: 'Prescription sent by the patient' })
    await see(picture)
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600)
    await see(page.getByText('Penicillin: Rash'))
    const before = await picture.boundingBox()
    await hands.press('r')
    await expect.poll(async () => (await picture.boundingBox())?.height).toBeLessThan(before?.height ?? 0)
    await checkAccessible(page, 'a prescription that was sent in')
    await page.getByLabel('Question to the patient').fill('For how many days?')
    await hands.press('Control+Enter')
    await see(toastWith(page, 'Sent; the patient is notified.'))

    await goTo(mine.page, `${app.url}/patient-overview/prescriptions?show=sent`)
    await see(sent.getByText('For how many days?'))
    await checkAccessible(mine.page, 'a question of the pharmacy')
    await sent.getByLabel('Your answer').fill('Three, it says on the back.')
    await sent.getByRole('button', { name: 'Answer' }).click()

    const writing = page.getByRole('region', { name: 'Enter as prescription' })
    await see(page.getByText('Three, it says on the back.'))
    await hands.press('Alt+p')
    await untilIn(page.getByLabel('Prescribe drug'))
    await hands.type('Paracetamol')
    await see(page.getByRole('option', { name: /Paracetamol/ }))
    await hands.press('Enter')
    await untilIn(writing.getByLabel('Directions for Paracetamol 500 mg tablet'))
    await hands.type('1 tab tds 3/7')
    await hands.press('Enter')
    await hands.press('Control+o')
    await see(writing.getByText('Enter the prescriber on the document.'))
    await untilIn(writing.getByRole('textbox', { name: 'Prescriber on document' }))
    await hands.type('Dr Otieno, Kisumu')
    await hands.press('Control+o')
    await see(toastWith(page, '1 drug prescribed.'))
    const dispense = page.getByRole('link', { name: 'Dispense' })
    await see(dispense)
    await page.getByRole('button', { name: 'Mark as ready' }).click()
    await see(page.getByRole('button', { name: 'Reopen' }))
    await goTo(mine.page, `${app.url}/patient-overview/prescriptions?show=sent`)
    await see(sent.getByText('Ready. Come for it when we are open.'))
    await dispense.click()
    await page.waitForURL(/\/dashboard\/pharmacy\/prescriptions\/\d+/)
    mine.check()
    counter.check()
  },
  WAY_MS,
)
