import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { handsOn } from './hands.ts'
import { addPerson, api, type House, openHouse, setUp, tokenOf } from './house.ts'
import { arrive, NEWS_MS, type Screen, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 90_000

let house: House
let browser: Browser
let desk: Screen
let nurse: Screen
beforeAll(async () => {
  ;[house, browser] = await Promise.all([openHouse(), openBrowser()])
  const token = await setUp(house)
  await addPerson(house, token, 'receptionist', ['Grace', 'Atieno'])
  await addPerson(house, token, 'nurse', ['Peter', 'Kamau'])
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

const grace = { email: 'grace.atieno@clinic.example', password: 'Grace walks home at dusk' }
const peter = { email: 'peter.kamau@clinic.example', password: 'Peter walks home at dusk' }

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (place: Page | Locator, name: string) => place.locator('.card', { hasText: name })
/** The label of the box that the cursor is in. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: box } = document
    return box instanceof HTMLInputElement ? (box.labels?.[0]?.textContent ?? '').replace(' *', '') : ''
  })
/** Tabs on until the cursor is in a box, as a hand does that knows the form. */
const tabTo = async (hands: ReturnType<typeof handsOn>, page: Page, label: string) => {
  for (let tries = 0; (await focused(page)) !== label; tries += 1) {
    if (tries > 25) throw new Error(`Tab does not come to ${label}.`)
    await hands.press('Tab')
  }
}

/** Milliseconds from a deed on one screen until another shows what came of it. */
const newsTime = async (deed: () => Promise<unknown>, shown: Locator) => {
  const from = performance.now()
  const seen = async () => {
    await see(shown)
    return Math.round(performance.now() - from)
  }
  const [time] = await Promise.all([seen(), deed()])
  return time
}

test(
  'the desk registers a patient and starts the visit with the keyboard alone',
  async () => {
    desk = await arrive(browser, house.url, grace)
    const { page } = desk
    await see(page.getByText('Nobody is in the house'))
    const hands = handsOn(page)
    const from = performance.now()
    await hands.press('n')
    await see(page.getByRole('dialog', { name: 'Register patient' }))
    await expect.poll(() => focused(page)).toBe('First name')
    await hands.type('Achieng')
    await hands.press('Tab')
    await hands.type('Ouma')
    await hands.press('Tab')
    await hands.press('f')
    await hands.press('Tab')
    await hands.type('34')
    await hands.press('Tab')
    await hands.type('0722 123 456')
    await tabTo(hands, page, 'Reason')
    await hands.type('Fever for three days')
    await hands.press('Control+Enter')
    await see(toastWith(page, /Achieng Ouma .* has begun/))
    await see(card(column(page, 'Triage'), 'Achieng Ouma'))
    const seconds = (performance.now() - from) / 1000
    console.log(`registered and in triage: ${hands.presses()} keys, ${seconds.toFixed(1)} s`)
    expect(seconds).toBeLessThan(40)
    expect(hands.presses()).toBeLessThan(70)
    const [row] = await house.sql('select first_name, second_name, gender, phone, is_birth_date_estimated from patients')
    expect(row).toEqual({
      first_name: 'Achieng',
      second_name: 'Ouma',
      gender: 'female',
      phone: '0722123456',
      is_birth_date_estimated: true,
    })
    desk.check()
  },
  WAY_MS,
)

test(
  'somebody alike is pointed out while typing, and a second open visit is refused kindly',
  async () => {
    const { page } = desk
    const hands = handsOn(page)
    await hands.press('n')
    const dialog = page.getByRole('dialog', { name: 'Register patient' })
    await see(dialog)
    await expect.poll(() => focused(page)).toBe('First name')
    await hands.type('Acheing')
    await hands.press('Tab')
    await hands.type('Ouma')
    await tabTo(hands, page, 'Phone')
    await hands.type('+254 722 123456')
    await see(dialog.getByText('Perhaps this person is on file already'))
    await see(dialog.getByText(/\d+ of 100/))
    await see(dialog.getByText('Achieng Ouma'))
    await hands.press('Escape')
    await seeGone(dialog)
    expect(await house.sql('select count(*)::int as n from patients')).toEqual([{ n: 1 }])

    await hands.press('v')
    const start = page.getByRole('dialog', { name: 'Start visit' })
    await see(start)
    await hands.type('ouma ach')
    // Enter takes the best match once the answer to the last letter is there.
    await see(page.locator('[role=option][data-combobox-selected]', { hasText: 'Achieng Ouma' }))
    await hands.press('Enter')
    await hands.press('Tab')
    await tabTo(hands, page, 'Reason')
    await hands.type('Cough')
    await hands.press('Enter')
    await see(start.getByText(/Already in Triage since/))
    await see(start.getByRole('button', { name: 'Open this visit' }))
    await start.getByRole('button', { name: 'Open this visit' }).press('Enter')
    await see(page.getByRole('dialog', { name: 'Achieng Ouma' }))
    expect(await house.sql('select count(*)::int as n from visits')).toEqual([{ n: 1 }])
    await hands.press('Escape')
    await seeGone(page.getByRole('dialog'))
    desk.check()
  },
  WAY_MS,
)

test(
  'a nurse sees visits come, takes one, and each sees the moves of the other at once',
  async () => {
    const { page } = desk
    nurse = await arrive(browser, house.url, peter)
    await see(card(column(nurse.page, 'Triage'), 'Achieng Ouma'))

    // A visit that begins elsewhere appears without anybody touching this screen.
    const token = await tokenOf(house.url, grace)
    const { id } = await api<{ id: number }>(house.url, 'POST', '/patients/patients/', {
      token,
      body: { first_name: 'Baraka', second_name: 'Otieno', gender: 'male', date_of_birth: '2019-05-04' },
    })
    const start = () =>
      api(house.url, 'POST', '/patients/initiate-attendance-process/', { token, body: { patient: id, reason: 'Rash', track: 'triage' } })
    const appears = await newsTime(start, card(column(nurse.page, 'Triage'), 'Baraka Otieno'))
    await see(card(column(page, 'Triage'), 'Baraka Otieno'))

    const hands = handsOn(nurse.page)
    await card(nurse.page, 'Baraka Otieno').focus()
    const taken = await newsTime(() => hands.press('t'), card(page, 'Baraka Otieno').getByText('Peter Kamau'))
    await hands.press('m')
    await see(nurse.page.getByRole('dialog', { name: 'Move Baraka Otieno' }))
    const byKey = await newsTime(() => hands.press('3'), card(column(page, 'Doctor'), 'Baraka Otieno'))

    const drag = () => card(page, 'Baraka Otieno').dragTo(column(page, 'Laboratory').locator('.col-body'))
    const byDrag = await newsTime(drag, card(column(nurse.page, 'Laboratory'), 'Baraka Otieno'))
    await see(toastWith(page, 'Baraka Otieno is in Laboratory.'))
    const undone = await newsTime(() => handsOn(page).press('z'), card(column(nurse.page, 'Doctor'), 'Baraka Otieno'))
    await see(toastWith(page, 'Baraka Otieno is back in Doctor.'))

    const times = { appears, taken, byKey, byDrag, undone }
    console.log(
      `on the other screen after: ${Object.entries(times)
        .map(([deed, ms]) => `${deed} ${ms} ms`)
        .join(', ')}`,
    )
    for (const [deed, ms] of Object.entries(times)) expect(ms, deed).toBeLessThan(NEWS_MS)
    nurse.check()
    desk.check()
  },
  WAY_MS,
)

test(
  'the page of the patient shows the visit and its way through the house',
  async () => {
    const { page } = desk
    const [row] = await house.sql<{ id: number }>(`select id from patients where first_name = 'Baraka'`)
    await goTo(page, `${house.url}/dashboard/patients/${row?.id}`)
    const now = page.getByRole('region', { name: 'Current visit' })
    await see(now.getByText('Doctor'))
    await see(now.getByText('Rash'))
    const { id } = (await house.sql<{ id: number }>('select id from visits order by id desc limit 1'))[0] ?? { id: 0 }
    await goTo(page, `${house.url}/dashboard/reception-interface?visit=${id}`)
    const way = page.getByRole('region', { name: 'The way so far' })
    await see(way.getByText('Back in Doctor'))
    expect(await way.getByRole('listitem').count()).toBe(4)
    desk.check()
  },
  WAY_MS,
)
