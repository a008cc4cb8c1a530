import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { goTo } from '../browser.ts'
import { scan } from '../hands.ts'
import { api, type Credentials } from '../test-server.ts'
import { checkAccessible, findAnything, openScreen, see, toastWith } from '../screen.ts'
import { AMOXICILLIN, type WorkingClinic } from './clinic.ts'
import { beginJourney, come, inHands, type Person } from './journey.ts'
import { tabTo } from './places.ts'

const achieng: Credentials = { email: 'achieng@patients.example', password: 'three herons on a wall' }
const phone = { width: 390, height: 844 }

const registered = async ({ browser, app }: WorkingClinic): Promise<Person> => {
  const screen = await openScreen(browser, phone)
  await goTo(screen.page, `${app.url}/auth/register`)
  return inHands('Patient', screen)
}

/** Types into these boxes, one after the other: into the first by a touch, on by the key for the next box. */
const typeInto = async ({ page, hands }: Person, place: Page | Locator, boxes: readonly (readonly [label: string, text: string])[]) => {
  for (const [at, [label, text]] of boxes.entries()) {
    if (at === 0) await hands.click(place.getByLabel(label))
    else await tabTo(hands, page, label)
    await hands.type(text)
  }
}

const makeAccount = async (mine: Person) => {
  const { page, hands } = mine
  await typeInto(mine, page, [
    ['First name', 'Achieng'],
    ['Last name', 'Ouma'],
    ['E-mail', achieng.email],
    ['Phone', '0711 000 999'],
    ['Date of birth', '12/4/1986'],
    ['Password', achieng.password],
  ])
  await checkAccessible(page, 'registering')
  await hands.click(page.getByRole('button', { name: 'Register' }))
  await see(toastWith(page, 'You can sign in now'))
  // The form that is left has a box for the e-mail too.
  await see(page.getByRole('heading', { name: 'Sign in' }))
  await typeInto(mine, page, [
    ['E-mail', achieng.email],
    ['Password', achieng.password],
  ])
  await hands.press('Enter')
  await page.waitForURL('**/patient-overview')
  await hands.click(page.getByRole('link', { name: 'Link my record' }))
  await hands.click(page.getByRole('button', { name: 'Show my code' }))
  await see(page.getByLabel('Your code', { exact: true }))
  await see(page.getByRole('img', { name: 'Your code as a QR code' }))
  await checkAccessible(page, 'showing the code')
}

const link = async ({ page, hands }: Person, code: string) => {
  await findAnything(page, hands.press)
  await hands.type('ouma')
  await see(page.getByRole('option', { name: /Achieng Ouma/ }))
  await hands.press('Enter')
  await see(page.getByRole('button', { name: 'More actions' }))
  await scan(page, `LINK${code.replace('-', '')}`)
  const dialog = page.getByRole('dialog', { name: 'Portal account' })
  await see(dialog.getByLabel('Code on the patient’s phone'))
  await hands.click(dialog.getByRole('button', { name: 'Check account' }))
  await see(dialog.getByRole('row', { name: /Name Achieng Ouma Achieng Ouma same/ }))
  await see(dialog.getByRole('row', { name: /Phone .* differs/ }))
  // No letter of the code was a key of the page.
  expect(await page.getByRole('dialog').count()).toBe(1)
  await checkAccessible(page, 'comparing account and record')
  await hands.click(dialog.getByRole('button', { name: /^Request confirmation/ }))
  await see(dialog.getByText('Confirm the patient’s identity first.'))
  await hands.click(dialog.getByRole('checkbox'))
  await hands.click(dialog.getByRole('button', { name: /^Request confirmation/ }))
  await see(dialog.getByText(/Another staff member must confirm this account/))
  await checkAccessible(page, 'waiting for a second member of staff')
  await hands.click(dialog.getByRole('button', { name: 'Close' }).last())
}

/** A second member of staff compares as well: the clinic of this day sends no messages. */
const confirmAccount = async ({ page, hands }: Person) => {
  const dialog = page.getByRole('dialog', { name: 'Portal account' })
  await see(dialog.getByRole('row', { name: /Name Achieng Ouma Achieng Ouma same/ }))
  await checkAccessible(page, 'confirming the account of a colleague')
  await hands.click(dialog.getByRole('checkbox'))
  await hands.click(dialog.getByRole('button', { name: /^Confirm account/ }))
  await see(dialog.getByText('The details differ: enter the reason for allowing this account to view the record.'))
  await hands.click(dialog.getByLabel('Reason'))
  await hands.type('Has a new telephone; the age on file was an estimate.')
  await hands.click(dialog.getByRole('button', { name: /^Confirm account/ }))
  await see(toastWith(page, 'Account linked.'))
}

/** By the bar at the bottom edge of a telephone. */
const toPage = ({ page, hands }: Person, name: string) =>
  hands.click(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: new RegExp(`^${name}`) }))

const readAll = async (mine: Person) => {
  const { page, hands } = mine
  await toPage(mine, 'Results')
  await hands.click(page.locator('[data-part="own-line"]').first())
  await see(page.getByText('14.20'))
  await toPage(mine, 'Medicines')
  await see(page.getByText(AMOXICILLIN))
  await toPage(mine, 'More')
  await hands.click(page.getByRole('link', { name: 'Bills' }))
  await see(page.getByText('Nothing to pay'))
  await see(page.getByRole('region', { name: 'Bills' }).getByText('KES 176.60'))
}

const changeOwn = async (mine: Person) => {
  const { page, hands } = mine
  await toPage(mine, 'More')
  await hands.click(page.getByRole('link', { name: 'My profile' }))
  const contact = page.getByRole('region', { name: 'My contact details' })
  await hands.click(contact.getByRole('button', { name: 'Change' }))
  await hands.click(contact.getByLabel('Residence'))
  await hands.type('Kisumu, Milimani')
  await hands.click(contact.getByRole('button', { name: 'Save' }))
  await see(contact.getByText('Kisumu, Milimani'))
  const kin = page.getByRole('region', { name: 'My next of kin' })
  await hands.click(kin.getByRole('button', { name: 'Add next of kin' }))
  await typeInto(mine, kin, [
    ['First name', 'Rehema'],
    ['Relationship to you', 'Aunt'],
    ['Phone', '0712 111 222'],
  ])
  await hands.click(kin.getByRole('button', { name: /^Add( |$)/ }))
  await see(kin.getByText('Rehema'))
  await checkAccessible(page, 'the own details')
}

/** The walk-in makes an account, has it linked at the desk, and reads what the clinic has recorded of her. */
export const readOwnRecord = async (clinic: WorkingClinic) => {
  const { browser, app, people, token } = clinic
  const journey = beginJourney('A patient in the portal')
  const mine = await registered(clinic)
  const { page } = mine
  await journey.step(mine, 'makes an account on her telephone, signs in, and shows her code', () => makeAccount(mine))
  const code = (await page.getByLabel('Your code', { exact: true }).textContent()) ?? ''
  const desk = await come(browser, app.url, 'Reception', people.grace)
  await journey.step(desk, 'finds her record, scans the code, compares, and asks a colleague to confirm', () => link(desk, code))
  const [{ id } = { id: 0 }] = await app.sql<{ id: number }>(`select id from patients where second_name = 'Ouma'`)
  const nurse = await come(browser, app.url, 'Triage', people.akinyi, { at: `/dashboard/patients/${id}?account` })
  await journey.step(nurse, 'compares and confirms the account', () => confirmAccount(nurse))
  await see(page.getByRole('heading', { name: 'Your record is linked' }))
  await journey.step(mine, 'reads her result, her medicines and her bill', () => readAll(mine))
  await journey.step(mine, 'corrects where she lives and names an aunt', () => changeOwn(mine))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  const record = await api<{ residence: string; next_of_kin: { first_name: string }[] }>(app.url, 'GET', `/patients/patients/${id}/`, {
    token,
  })
  expect(record).toMatchObject({ residence: 'Kisumu, Milimani', next_of_kin: [{ first_name: 'Rehema' }] })
  journey.end()
  await Promise.all([mine, desk, nurse].map(({ context }) => context.close()))
}
