import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { starterItems } from '#features/catalogue/starter.ts'
import { goTo, openBrowser } from './browser.ts'
import { addPerson, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, checkShortcuts, type Screen, see, seeGone, untilKept } from './screen.ts'
import { untilIn } from './hands.ts'

const WAY_MS = 600_000
const LONG = 'Wilhelmina-Alexandrina Nyambura Theresia'

let app: TestServer
let browser: Browser
let token: string
let amina: Credentials & { id: number }
let doctor: Screen

const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  amina = await addPerson(app, token, 'doctor', ['Amina', 'Hassan'])
  const [exempt] = await api<{ id: number }[]>(app.url, 'GET', '/catalogue/tax-classes/', { token })
  for (const { name, code, category, unit } of starterItems)
    if (category === 'laboratory') await post('/catalogue/items/', { name, code, category, unit, tax_class: exempt?.id, price: '100.00' })
  for (const name of ['Amoxicillin 500 mg capsule', 'Paracetamol 500 mg tablet', 'Ibuprofen 400 mg tablet', 'Metformin 500 mg tablet'])
    await post('/catalogue/items/', { name, category: 'drug', unit: 'tablet', tax_class: exempt?.id, price: '2.00' })
  await post('/lab/starter-catalogue/', {})
  doctor = await arrive(browser, app.url, amina)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

/** The desk of the doctor, with a patient whose names are long. */
const atTheDesk = async (second_name: string) => {
  const person = { first_name: LONG, second_name, gender: 'female', date_of_birth: '1986-04-12', not_a_duplicate: true }
  const { id: patient } = await post('/patients/patients/', person)
  const { id } = await post('/patients/initiate-attendance-process/', { patient, reason: 'Fever '.repeat(30), track: 'doctor' })
  await goTo(doctor.page, `${app.url}/dashboard/patients/${patient}?tab=visit`)
  await see(doctor.page.getByRole('textbox', { name: 'Complaint' }))
  return { patient, visit: id }
}
const tests = (page: Page) => page.getByRole('combobox', { name: 'Request a test' })
const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === null || document.activeElement === document.body)

const request = async (page: Page, typed: string, name: string) => {
  await page.keyboard.press('Alt+t')
  await untilIn(tests(page))
  await page.keyboard.type(typed)
  await see(page.getByRole('option', { name: new RegExp(name) }))
  await page.keyboard.press('Enter')
  await see(page.getByRole('button', { name: `Remove ${name}` }))
}
const prescribe = async (page: Page, drug: string) => {
  await page.keyboard.press('Alt+p')
  await untilIn(page.getByRole('combobox', { name: 'Prescribe drug' }))
  await page.keyboard.type(drug)
  await see(page.getByRole('option', { name: new RegExp(drug, 'i') }))
  await page.keyboard.press('Enter')
  await untilIn(page.getByRole('textbox', { name: /^Directions for / }))
  await page.keyboard.type('1 tab bd 5/7')
  await page.keyboard.press('Enter')
}

/** Buttons, links and boxes of the page that are lower or narrower than 24 pixels; a box to tick is as large as its label. */
const findSmall = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('#page :is(button,a[href],input,select,textarea)')).flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return []
      const area = control.matches('[type=checkbox],[type=radio]')
        ? (control.closest('label,[class*="Checkbox-root"]') ?? control)
        : control
      const { width, height } = area.getBoundingClientRect()
      const text = control.getAttribute('aria-label') ?? (control.textContent || control.id)
      return width < 24 || height < 24 ? [`${text} ${Math.round(width)} × ${Math.round(height)}`] : []
    }),
  )

/** Escape closes one thing: the open list of the box that has the focus, then the dialog. */
const escape = async (page: Page, dialog: Locator) => {
  const hasList = await page.evaluate(() => document.activeElement?.getAttribute('aria-expanded') === 'true')
  await page.keyboard.press('Escape')
  if (hasList) {
    expect(await dialog.count()).toBe(1)
    await page.keyboard.press('Escape')
  }
  await seeGone(dialog)
}

/** The dialog opens with the focus in `place`; Escape closes it and nothing else, and the focus is back where it was. */
const opensIn = async (page: Page, key: string, name: string | RegExp, place: (dialog: Locator) => Locator) => {
  const from = page.getByRole('textbox', { name: 'Plan' })
  await from.focus()
  await page.keyboard.press(key)
  const dialog = page.getByRole('dialog', { name })
  await see(dialog)
  await untilIn(place(dialog))
  await escape(page, dialog)
  await untilIn(from)
}

test(
  'a full tray keeps every control whole, wide and on a laptop, and no two visible controls share a key',
  async () => {
    await atTheDesk('Full')
    const { page } = doctor
    const orders = [
      ['potassium', 'Urea and electrolytes'],
      ['LFTs', 'Liver function tests'],
      ['haemogram', 'Full blood count'],
      ['bs for mps', 'Malaria parasites, film'],
      ['dipstick', 'Urinalysis'],
      ['sugar', 'Glucose, random'],
    ] as const
    for (const [typed, name] of orders) await request(page, typed, name)
    for (const drug of ['Amoxicillin', 'Paracetamol', 'Ibuprofen', 'Metformin']) await prescribe(page, drug)
    await see(page.getByRole('button', { name: /^Send 10 orders/ }))
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 768 })
      expect(await findSmall(page), String(width)).toEqual([])
      await checkShortcuts(page)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  },
  WAY_MS,
)

test(
  'the search shows which test of a profile was meant',
  async () => {
    const { page } = doctor
    await tests(page).focus()
    await page.keyboard.type('creatinine')
    await see(page.getByRole('option', { name: /Urea and electrolytes.*contains Creatinine/ }))
    // The list, then the box: one at a time.
    await page.keyboard.press('Escape')
    await seeGone(page.getByRole('option'))
    expect(await tests(page).inputValue()).toBe('creatinine')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
  },
  WAY_MS,
)

test(
  'dialogs start in their first field or on their title, and give the focus back',
  async () => {
    const { page } = doctor
    await opensIn(page, 'Alt+r', 'Refer patient', (dialog) => dialog.getByRole('radio', { name: 'Internal' }))
    await opensIn(page, 'Alt+m', 'Add problem', (dialog) => dialog.locator('input').first())
    await opensIn(page, 'Alt+w', 'Add alert', (dialog) => dialog.getByRole('textbox', { name: 'Alert' }))
    // No field in it: its title, and not the button that closes it.
    await page.locator('#page').focus()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog').filter({ hasText: 'Send orders' })
    await see(sheet)
    await untilIn(sheet.getByRole('heading').first())
    await page.keyboard.press('Escape')
    await seeGone(sheet)
    await untilIn(page.locator('#page'))
  },
  WAY_MS,
)

test(
  'the focus stays beside what is discarded or removed',
  async () => {
    const { page } = doctor
    await page.keyboard.press('Alt+r')
    const dialog = page.getByRole('dialog', { name: 'Refer patient' })
    const note = dialog.getByRole('textbox', { name: 'Reason and findings' })
    await see(note)
    await note.focus()
    await page.keyboard.type('Chest pain')
    await untilKept(page, 'Chest pain')
    await page.keyboard.press('Escape')
    await seeGone(dialog)
    await page.keyboard.press('Alt+r')
    const discard = dialog.getByRole('button', { name: 'Discard draft' })
    await see(discard)
    await discard.focus()
    await page.keyboard.press('Enter')
    await seeGone(discard)
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true)
    await page.keyboard.press('Escape')
    await seeGone(dialog)

    const remove = page.getByRole('button', { name: 'Remove Liver function tests' })
    await remove.focus()
    await page.keyboard.press('Enter')
    await seeGone(remove)
    await untilIn(page.getByRole('button', { name: 'Remove Full blood count' }))
    await page.getByRole('button', { name: 'Clear all' }).focus()
    await page.keyboard.press('Enter')
    await seeGone(page.getByRole('button', { name: 'Clear all' }))
    await expect.poll(() => isFocusLost(page)).toBe(false)
  },
  WAY_MS,
)

test(
  'Ctrl Enter in the last list of the note signs it and opens nothing',
  async () => {
    const { visit } = await atTheDesk('Signs')
    const { page } = doctor
    await page.getByRole('textbox', { name: 'Complaint' }).fill('Fever')
    await page.getByRole('combobox', { name: 'Patient outcome' }).focus()
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(
        async () =>
          (await app.sql<{ signed_at: string | null }>('select signed_at from consultations where visit_id = $1', [visit]))[0]?.signed_at,
      )
      .toBeTruthy()
    expect(await page.getByRole('option').count()).toBe(0)
    await seeGone(page.getByRole('combobox', { name: 'Patient outcome' }))
    await expect.poll(() => isFocusLost(page)).toBe(false)
  },
  WAY_MS,
)

test(
  'a key of the page works after a click on one of its tools',
  async () => {
    const { page } = doctor
    await goTo(page, `${app.url}/dashboard/appointments`)
    await see(page.getByRole('radio', { name: 'By doctor' }))
    for (const name of ['By room', 'By doctor', 'Week', 'Day']) {
      await page.getByText(name, { exact: true }).click()
      await page.keyboard.press('b')
      const dialog = page.getByRole('dialog', { name: 'Book appointment' })
      await see(dialog)
      await untilIn(dialog.getByRole('combobox', { name: 'Patient' }))
      await escape(page, dialog)
    }
  },
  WAY_MS,
)

test(
  'what is typed into a filled list replaces its choice',
  async () => {
    const { page } = doctor
    await atTheDesk('Selects')
    await page.keyboard.press('Alt+r')
    const dialog = page.getByRole('dialog', { name: 'Refer patient' })
    const department = dialog.getByRole('combobox', { name: 'Department' })
    await department.focus()
    await page.keyboard.type('Lab')
    await see(page.getByRole('option', { name: 'Laboratory' }))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => department.inputValue()).toBe('Laboratory')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await untilIn(department)
    await page.keyboard.type('Pha')
    expect(await department.inputValue()).toBe('Pha')
    await see(page.getByRole('option', { name: 'Pharmacy' }))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => department.inputValue()).toBe('Pharmacy')
    doctor.check()
  },
  WAY_MS,
)
