import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { handsOn } from './hands.ts'
import { addPerson, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, checkAccessible, type Screen, see, seeGone, toastWith, untilKept } from './screen.ts'

const WAY_MS = 600_000
const REASON = 'Took it last year without any reaction'
const OWN_REASON = 'Asked the prescriber by telephone'

let app: TestServer
let browser: Browser
let token: string
let doctor: Credentials & { id: number }
let pharmacist: Credentials
let room: Screen

const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  doctor = await addPerson(app, token, 'doctor', ['Amina', 'Hassan'])
  pharmacist = await addPerson(app, token, 'pharmacist', ['Peter', 'Mutua'])
  const [exempt] = await api<{ id: number }[]>(app.url, 'GET', '/catalogue/tax-classes/', { token })
  const drugs = [
    ['Amoxicillin 500 mg capsule', 'capsule', '12.00'],
    ['Paracetamol 500 mg tablet', 'tablet', '2.00'],
    ['Metformin 500 mg tablet', 'tablet', '5.00'],
    ['Amlodipine 5 mg tablet', 'tablet', '3.00'],
    ['Doxycycline 100 mg capsule', 'capsule', '4.00'],
  ]
  const stores = await api<{ id: number; kind: string }[]>(app.url, 'GET', '/inventory/stores/', { token })
  const store = stores.find(({ kind }) => kind === 'pharmacy')?.id
  const lot = { store, quantity_in_stock: 100, purchase_price: '1.00', lot_number: 'A1', expiry_date: '2031-05-31' }
  for (const [name, unit, price] of drugs) {
    const item = (await post('/catalogue/items/', { name, category: 'drug', unit, tax_class: exempt?.id, price })).id
    await post('/inventory/inventories/', { ...lot, item })
  }
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

/** Somebody who sits before the doctor. */
const withTheDoctor = async (first_name: string, second_name: string) => {
  const { id: patient } = await post('/patients/patients/', {
    first_name,
    second_name,
    gender: 'female',
    date_of_birth: '1986-04-12',
    not_a_duplicate: true,
  })
  const visit = await post('/patients/initiate-attendance-process/', { patient, reason: 'Fever', track: 'doctor', doctor: doctor.id })
  return { patient, visit: visit.id }
}

const label = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
const onButton = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const drugs = (page: Page) => page.getByRole('region', { name: 'Drugs' })

/** Finds a drug as one types, takes the best, and types how it is taken. */
const write = async (page: Page, drug: string, directions: string) => {
  const hands = handsOn(page)
  await expect.poll(() => label(page)).toBe('Prescribe drug')
  await hands.type(drug)
  await see(page.getByRole('option', { name: new RegExp(drug, 'i') }))
  await hands.press('Enter')
  await expect.poll(() => label(page)).toMatch(/^Directions for /)
  await hands.type(directions)
}

test(
  'a doctor types two drugs without a mouse, sees words, quantity and price, sends them, and the bill has both',
  async () => {
    const { patient, visit } = await withTheDoctor('Achieng', 'Ouma')
    room = await arrive(browser, app.url, doctor, { at: `/dashboard/patients/${patient}?tab=prescriptions` })
    const { page } = room
    const hands = handsOn(page)
    await see(drugs(page).getByText('Nothing prescribed in this visit.'))
    await hands.press('Alt+p')

    await write(page, 'metformin', '1 tab bd 5/7 after food')
    const tray = drugs(page)
    await see(tray.getByText('Twice a day'))
    await see(tray.getByText('One tablet twice a day for 5 days, after food'))
    await see(tray.getByText('Supply 10 tablets'))
    await see(tray.getByText('50.00').first())
    await hands.press('Enter')

    await write(page, 'paracetamol', '2 tabs tds 3/7 zorp')
    await see(tray.getByText('Could not read “zorp”. It goes into the note.'))
    await hands.press('Backspace', 5)
    await seeGone(tray.getByText(/Could not read/))
    await see(tray.getByText('Supply 18 tablets'))
    await checkAccessible(page, 'the drugs of a visit')

    // Nothing is lost when the page is loaded again.
    await see(tray.getByText('86.00'))
    await untilKept(page, '3/7')
    await goTo(page, page.url())
    await see(tray.getByText('Supply 18 tablets'))
    await see(tray.getByText('86.00'))
    await hands.press('Control+o')
    await see(toastWith(page, '2 drugs prescribed.'))
    await see(tray.getByRole('list', { name: 'Prescribed in this visit' }).getByText('Metformin 500 mg tablet'))
    await seeGone(tray.getByRole('list', { name: 'Not sent yet' }))

    const lines = await app.sql(
      `select t.name, d.directions, d.quantity::float as quantity, c.total
        from prescribed_drugs d join items t on t.id = d.item_id join prescriptions s on s.id = d.prescription_id
        join charges c on c.order_kind = 'prescription' and c.order_id = d.id where s.visit_id = $1 order by d.id`,
      [visit],
    )
    expect(lines).toEqual([
      { name: 'Metformin 500 mg tablet', directions: '1 tab bd 5/7 after food', quantity: 10, total: '50.00' },
      { name: 'Paracetamol 500 mg tablet', directions: '2 tabs tds 3/7', quantity: 18, total: '36.00' },
    ])
    room.check()
  },
  WAY_MS,
)

test(
  'half tablets are counted, what is missing is asked for, and no advice names what the patient is allergic to',
  async () => {
    const { patient, visit } = await withTheDoctor('Wanjiru', 'Kimani')
    await post(`/patients/patients/${patient}/allergies/`, {
      substance: 'Penicillin',
      reaction: 'rash',
      severity: 'severe',
      category: 'drug',
    })
    const [triage] = await api<{ id: number }[]>(app.url, 'GET', `/patients/triage/?patient_id=${patient}`, { token })
    await api(app.url, 'PATCH', `/patients/triage/${triage?.id}/`, { token, body: { is_pregnant: true } })
    const { page } = room
    const hands = handsOn(page)
    await goTo(page, `${app.url}/dashboard/patients/${patient}?tab=prescriptions`)
    const tray = drugs(page)
    await see(tray.getByText('Nothing prescribed in this visit.'))
    await hands.press('Alt+p')
    await write(page, 'amlodipine', '2.5 mg od')
    await see(tray.getByText(/the directions give no number of days/))
    await hands.press('Control+o')
    await see(page.getByRole('alert').getByText(/Amlodipine 5 mg tablet: Enter a quantity above 0/))
    await tray.getByLabel('Directions for Amlodipine 5 mg tablet').focus()
    await hands.press('End')
    await hands.type(' 30/7')
    await see(tray.getByText('Supply 15 tablets'))
    await see(tray.getByText(/not known whether it can be divided/))
    await hands.press('Enter')
    await write(page, 'doxycycline', '1 cap bd 7/7')
    await see(tray.getByText(/Alternatives suitable for this record: azithromycin\. Kidney function was not checked\./))
    expect(await tray.getByText(/amoxicillin/i).count()).toBe(0)
    await checkAccessible(page, 'alternatives beside a warning')
    await tray.getByRole('button', { name: 'Remove Doxycycline 100 mg capsule' }).press('Enter')
    await hands.press('Control+o')
    await see(toastWith(page, '1 drug prescribed.'))
    expect(
      await app.sql(
        `select d.quantity::float as quantity from prescribed_drugs d join prescriptions s on s.id = d.prescription_id where s.visit_id = $1`,
        [visit],
      ),
    ).toEqual([{ quantity: 15 }])
    room.check()
  },
  WAY_MS,
)

test(
  'a penicillin allergy stops amoxicillin until a reason is written, and turning back loses nothing',
  async () => {
    const { patient } = await withTheDoctor('Mariam', 'Okello')
    await post(`/patients/patients/${patient}/allergies/`, {
      substance: 'Penicillin',
      reaction: 'rash',
      severity: 'severe',
      category: 'drug',
    })
    const { page } = room
    const hands = handsOn(page)
    await goTo(page, `${app.url}/dashboard/patients/${patient}?tab=prescriptions`)
    await see(drugs(page).getByText('Nothing prescribed in this visit.'))
    await hands.press('Alt+p')
    await write(page, 'amoxicillin', '1 cap tds 5/7')
    await see(drugs(page).getByText(/Allergy:/))
    await see(drugs(page).getByText('Supply 15 capsules'))
    await hands.press('Control+o')

    const dialog = page.getByRole('dialog', { name: 'This may harm the patient' })
    await see(dialog)
    await checkAccessible(page, 'the warning')
    // A hand that goes on pressing Enter does no harm.
    await expect.poll(() => onButton(page)).toBe('Go back')
    await hands.press('Enter')
    await seeGone(dialog)
    await see(drugs(page).getByText('Supply 15 capsules'))
    await hands.press('Control+o')
    await see(dialog)
    const confirm = dialog.getByRole('button', { name: 'Override 1 warning and prescribe' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByLabel('Reason for override').fill(REASON)
    await hands.press('Escape')
    await seeGone(dialog)
    await hands.press('Control+o')
    await expect.poll(() => dialog.getByLabel('Reason for override').inputValue()).toBe(REASON)
    await confirm.press('Enter')
    await see(toastWith(page, '1 drug prescribed.'))
    await see(drugs(page).getByText(REASON))
    const overrides = await app.sql('select stage, kind, reason from safety_overrides')
    expect(overrides).toEqual([{ stage: 'prescribing', kind: 'allergy', reason: REASON }])
    room.check()
  },
  WAY_MS,
)

test(
  'the pharmacist sees allergy and reason, hands out a part and then the rest',
  async () => {
    const { page, check, context } = await arrive(browser, app.url, pharmacist, { at: '/dashboard/pharmacy' })
    const hands = handsOn(page)
    const row = page.getByRole('row', { name: /Mariam Okello/ })
    await see(row.getByText('Warning overridden'))
    await row.press('Enter')
    await see(page.getByText('Penicillin: rash'))
    await see(page.getByText(REASON))
    await checkAccessible(page, 'a prescription at the counter')
    await expect.poll(() => label(page)).toBe('Dispense: Amoxicillin 500 mg capsule')
    await hands.type('16')
    await see(page.getByText('At most 15 capsules'))
    await hands.press('Backspace', 2)
    await hands.type('6')
    await see(page.getByText('9 owed'))
    await hands.press('Control+Enter')
    // The prescriber's reason is no reason of the pharmacist's.
    const dialog = page.getByRole('dialog', { name: 'This may harm the patient' })
    await see(dialog.getByText(REASON))
    const confirm = dialog.getByRole('button', { name: 'Override 1 warning and dispense' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByLabel('Your own reason').fill(OWN_REASON)
    await checkAccessible(page, "the pharmacist's own reason")
    await confirm.press('Enter')
    await seeGone(dialog)
    const done = page.getByRole('region', { name: 'Dispensed' })
    await see(done.getByText('9 capsules owed'))
    await see(page.getByText('Partly dispensed'))
    await done.getByRole('button', { name: 'Dispense the rest' }).press('Enter')
    await expect.poll(() => label(page)).toBe('Dispense: Amoxicillin 500 mg capsule')
    await hands.press('Control+Enter')
    await see(done.getByText('9 capsules'))
    await see(page.getByText('Dispensed', { exact: true }))
    await hands.press('b')
    await seeGone(row)
    expect(await app.sql('select stage, reason from safety_overrides order by id')).toEqual([
      { stage: 'prescribing', reason: REASON },
      { stage: 'dispensing', reason: OWN_REASON },
    ])
    const given = await app.sql(
      `select d.quantity::float as quantity, u.first_name as by from dispense_items d join users u on u.id = d.dispensed_by order by d.id`,
    )
    expect(given).toEqual([
      { quantity: 6, by: 'Peter' },
      { quantity: 9, by: 'Peter' },
    ])
    check()
    await context.close()
  },
  WAY_MS,
)
