import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterPassword, openBrowser, passwordBox } from './browser.ts'
import { scan } from './hands.ts'
import { addPerson, api, type Credentials, type House, openHouse, setUp } from './house.ts'
import { arrive, checkAccessible, openScreen, see, toastWith } from './screen.ts'

const WAY_MS = 180_000
const zawadi: Credentials = { email: 'zawadi@patients.example', password: 'three herons on a wall' }
const phone = { width: 390, height: 844 }

let house: House
let browser: Browser
let token: string
let grace: Credentials
let patient: number
beforeAll(async () => {
  ;[house, browser] = await Promise.all([openHouse(), openBrowser()])
  token = await setUp(house)
  grace = await addPerson(house, token, 'receptionist', ['Grace', 'Atieno'])
  ;({ id: patient } = await api<{ id: number }>(house.url, 'POST', '/patients/patients/', {
    token,
    body: {
      first_name: 'Zawadi',
      second_name: 'Njoroge',
      gender: 'female',
      date_of_birth: '1986-04-12',
      phone: '+254711000111',
      not_a_duplicate: true,
    },
  }))
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

test(
  'a patient registers on a telephone, shows the code at the desk, and keeps her own details from then on',
  async () => {
    const mine = await openScreen(browser, phone)
    const { page } = mine
    await page.goto(`${house.url}/auth/register`)
    await page.getByLabel('First name').fill('Zawadi')
    await page.getByLabel('Last name').fill('Njoroge')
    await page.getByLabel('E-mail').fill(zawadi.email)
    await page.getByLabel('Telephone').fill('0711 000 999')
    await page.getByLabel('Date of birth').fill('12/4/1986')
    await passwordBox(page).fill(zawadi.password)
    await checkAccessible(page, 'registering')
    await page.getByRole('button', { name: 'Register' }).click()
    await see(toastWith(page, 'You can sign in now'))
    await enterPassword(page, zawadi)
    await page.waitForURL('**/patient-overview')
    await page.goto(`${house.url}/patient-overview/link`)
    await page.getByRole('button', { name: 'Show my code' }).click()
    const code = page.getByLabel('Your code', { exact: true })
    await see(code)
    await see(page.getByRole('img', { name: 'Your code as a square' }))
    await checkAccessible(page, 'showing the code')
    const shown = (await code.textContent()) ?? ''

    const desk = await arrive(browser, house.url, grace, { at: `/dashboard/patients/${patient}` })
    await see(desk.page.getByRole('button', { name: 'More actions' }))
    await scan(desk.page, `LINK${shown.replace('-', '')}`)
    const dialog = desk.page.getByRole('dialog', { name: 'Portal account' })
    await see(dialog.getByLabel('Code on the patient’s telephone'))
    await dialog.getByRole('button', { name: 'See whose account it is' }).click()
    await see(dialog.getByRole('row', { name: /Name Zawadi Njoroge Zawadi Njoroge same/ }))
    await see(dialog.getByRole('row', { name: /Telephone .* differs/ }))
    // No letter of the code was a key of the page.
    expect(await desk.page.getByRole('dialog').count()).toBe(1)
    await checkAccessible(desk.page, 'comparing account and record')
    await dialog.getByRole('button', { name: /^Link/ }).click()
    await see(dialog.getByText('Check first who this is.'))
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: /^Link/ }).click()
    await see(toastWith(desk.page, 'The account is linked.'))

    await see(page.getByRole('heading', { name: 'Your record is linked' }))
    await page.goto(`${house.url}/patient-overview/profile`)
    const contact = page.getByRole('region', { name: 'How the clinic reaches me' })
    await contact.getByRole('button', { name: 'Change' }).click()
    await contact.getByLabel('Residence').fill('Kisumu, Milimani')
    await contact.getByRole('button', { name: 'Save' }).click()
    await see(contact.getByText('Kisumu, Milimani'))
    const kin = page.getByRole('region', { name: 'My next of kin' })
    await kin.getByRole('button', { name: 'Add somebody' }).click()
    await kin.getByLabel('First name').fill('Rehema')
    await kin.getByLabel('Who is it to you?').fill('Aunt')
    await kin.getByLabel('Telephone').fill('0712 111 222')
    await kin.getByRole('button', { name: /^Add( |$)/ }).click()
    await see(kin.getByText('Rehema'))
    await checkAccessible(page, 'the own details')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
    const record = await api<{ residence: string; next_of_kin: { first_name: string }[] }>(
      house.url,
      'GET',
      `/patients/patients/${patient}/`,
      { token },
    )
    expect(record).toMatchObject({ residence: 'Kisumu, Milimani', next_of_kin: [{ first_name: 'Rehema' }] })
    mine.check()
    desk.check()
  },
  WAY_MS,
)
