import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { handsOn } from './hands.ts'
import { addPerson, api, type Credentials, type House, openHouse, setUp } from './house.ts'
import { arrive, NEWS_MS, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 120_000
/** From the nurse's key to the doctor's screen. */

let house: House
let browser: Browser
let token: string
let nurse: Credentials
let doctor: Credentials
beforeAll(async () => {
  ;[house, browser] = await Promise.all([openHouse(), openBrowser()])
  token = await setUp(house)
  nurse = await addPerson(house, token, 'nurse', ['Akinyi', 'Otieno'])
  doctor = await addPerson(house, token, 'doctor', ['Amina', 'Hassan'])
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

const post = <T = { id: number }>(path: string, body: unknown) => api<T>(house.url, 'POST', path, { token, body })
const atTriage = async (first_name: string, second_name: string) => {
  const { id: patient } = await post('/patients/patients/', {
    first_name,
    second_name,
    gender: 'female',
    date_of_birth: '1990-02-03',
    not_a_duplicate: true,
  })
  return post<{ id: number; triage: number; patient: number }>('/patients/initiate-attendance-process/', {
    patient,
    reason: 'Short of breath',
    track: 'triage',
  })
}

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const inLine = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-path'))

test(
  'a nurse types one line, chooses a level and sends the patient on without a mouse; the doctor sees the critical badge at once',
  async () => {
    await atTriage('Achieng', 'Ouma')
    await atTriage('Wanjiru', 'Kamau')
    const desk = await arrive(browser, house.url, nurse)
    const room = await arrive(browser, house.url, doctor)
    const { page } = desk
    const hands = handsOn(page)
    await see(room.page.getByRole('button', { name: /Achieng Ouma/ }))
    // The stream of the doctor's screen is there.
    await see(room.page.getByText(/^Live/).first())

    await goTo(page, `${house.url}/dashboard/nursing-interface`)
    await see(page.getByRole('button', { name: /Achieng Ouma/ }))
    await hands.press('n')
    await see(page.getByRole('heading', { name: 'Achieng Ouma' }))
    await expect.poll(() => inLine(page)).toBe('line')
    await hands.type('T 38.5 P 118 BP 98/60 R 24 S 82 O2 2 A W 70 H 172')
    await expect.poll(() => box(page, 'SpO2').inputValue()).toBe('82')
    await see(page.getByLabel('NEWS2').getByText('High'))
    await see(page.getByLabel('Body mass index').getByText('23.7'))
    await see(page.getByText('Critical: SpO2 82 %, NEWS2'))
    await hands.press('Enter')
    await expect.poll(() => inLine(page)).toBe('level')
    await hands.press('2')
    await expect.poll(() => page.getByRole('radio', { name: /Very urgent/ }).isChecked()).toBe(true)
    await hands.press('Enter')
    await see(toastWith(page, /Achieng Ouma is in Doctor/))
    const sentAt = Date.now()

    const card = room.page.getByRole('region', { name: 'Doctor' }).getByRole('button', { name: /Achieng Ouma/ })
    await see(card.getByText(/Critical/))
    expect(Date.now() - sentAt).toBeLessThan(NEWS_MS)
    await see(card.getByText('Very urgent'))
    await see(card.getByText(/Due in/))
    await see(toastWith(room.page, /Critical: Achieng Ouma, SpO2 82 %/))
    await see(room.page.getByRole('button', { name: 'Notifications: 1', exact: true }))

    // The next one is there, and the cursor in the line.
    await see(page.getByRole('heading', { name: 'Wanjiru Kamau' }))
    await expect.poll(() => inLine(page)).toBe('line')

    await room.page.getByRole('button', { name: 'Open', exact: true }).click()
    await see(room.page.getByText('Critical: SpO2 82 %, NEWS2'))
    await room.page.getByRole('button', { name: 'I have seen it' }).click()
    await seeGone(room.page.getByRole('button', { name: 'I have seen it' }))
    await see(room.page.getByText('seen by Amina Hassan'))
    await see(room.page.getByRole('button', { name: 'Notifications', exact: true }))
    desk.check()
    room.check()
    await desk.context.close()
    await room.context.close()
  },
  WAY_MS,
)

test(
  'what is typed is kept, what cannot be right is named, and a set is corrected without losing the first',
  async () => {
    const { id } = await atTriage('Naomi', 'Barasa')
    const { page, check, context } = await arrive(browser, house.url, nurse)
    const hands = handsOn(page)
    const at = `${house.url}/dashboard/nursing-interface?visit=${id}`
    await goTo(page, at)
    await box(page, 'In one line').focus()
    await hands.type('T 101 P 172 W 3245 ')
    await see(page.getByText(/101 looks like °F: 38.3 °C/))
    await see(page.getByText(/3245 looks like g: 3.245 kg/))
    await hands.press('Control+s')
    await expect.poll(() => inLine(page)).toBe('line')
    await page.waitForTimeout(600)
    await goTo(page, at)
    await see(page.getByText('Draft restored'))
    await expect.poll(() => box(page, 'Pulse').inputValue()).toBe('172')
    await box(page, 'In one line').fill('T 38.3 P 172')
    await hands.press('Control+s')
    await see(page.getByRole('button', { name: /Correct the latest/ }))
    await see(page.getByRole('row', { name: /38\.3.*172/ }))

    await hands.press('c')
    await see(page.getByRole('form', { name: 'Correct the latest vital signs' }))
    await box(page, 'Pulse').fill('72')
    await hands.press('Control+s')
    await see(page.getByRole('row', { name: /38\.3.*72/ }))
    await see(page.getByRole('row', { name: /corrected.*172/ }))
    const rows = await house.sql<{ pulse: number; is_replaced: boolean }>(
      'select pulse, replaced_by is not null as is_replaced from vital_signs where visit_id = $1 order by id',
      [id],
    )
    expect(rows).toEqual([
      { pulse: 172, is_replaced: true },
      { pulse: 72, is_replaced: false },
    ])
    check()
    await context.close()
  },
  WAY_MS,
)
