import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser, signIn } from './browser.ts'
import { card, column, focusOf, tabTo } from './day/places.ts'
import { handsOn } from './hands.ts'
import { addPerson, api, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, NEWS_MS, openScreen, type Screen, see, seeGone, toastWith, untilKept } from './screen.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let desk: Screen
let nurse: Screen
let token: string
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  await addPerson(app, token, 'receptionist', ['Grace', 'Atieno'])
  await addPerson(app, token, 'nurse', ['Peter', 'Kamau'])
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const grace = { email: 'grace.atieno@clinic.example', password: 'Grace walks home at dusk' }
const peter = { email: 'peter.kamau@clinic.example', password: 'Peter walks home at dusk' }

const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })
const atTriage = async (first_name: string, second_name: string) => {
  const person = { first_name, second_name, gender: 'female', date_of_birth: '1990-02-03', phone: '0722 123 456', not_a_duplicate: true }
  const { id: patient } = await post('/patients/patients/', person)
  return post('/patients/initiate-attendance-process/', { patient, reason: 'Short of breath', track: 'triage' })
}

/** Milliseconds from an action on one screen until another shows what came of it. */
const newsTime = async (action: () => Promise<unknown>, shown: Locator) => {
  const from = performance.now()
  const seen = async () => {
    await see(shown)
    return Math.round(performance.now() - from)
  }
  const [time] = await Promise.all([seen(), action()])
  return time
}

test(
  'somebody alike is pointed out while typing, and a second open visit is refused kindly',
  async () => {
    await atTriage('Achieng', 'Ouma')
    desk = await arrive(browser, app.url, grace)
    const { page } = desk
    const hands = handsOn(page)
    await see(card(column(page, 'Triage'), 'Achieng Ouma'))
    await hands.press('n')
    const dialog = page.getByRole('dialog', { name: 'Register patient' })
    await see(dialog)
    await expect.poll(focusOf(page)('label')).toBe('First name')
    await hands.type('Acheing')
    await hands.press('Tab')
    await hands.type('Ouma')
    await tabTo(hands, page, 'Phone')
    await hands.type('+254 722 123456')
    await see(dialog.getByText('Possible duplicate'))
    await see(dialog.getByText(/\d+ % match/))
    await see(dialog.getByText('Achieng Ouma'))
    await hands.press('Escape')
    await seeGone(dialog)
    expect(await app.sql('select count(*)::int as n from patients')).toEqual([{ n: 1 }])

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
    await see(start.getByText(/Visit already open: Triage since/))
    await see(start.getByRole('button', { name: 'Open this visit' }))
    await start.getByRole('button', { name: 'Open this visit' }).press('Enter')
    await see(page.getByRole('dialog', { name: 'Achieng Ouma' }))
    expect(await app.sql('select count(*)::int as n from visits')).toEqual([{ n: 1 }])
    await hands.press('Escape')
    await seeGone(page.getByRole('dialog'))
    desk.check()
  },
  WAY_MS,
)

test(
  'the desk registers with the keyboard alone; a nurse sees visits come, takes one, and each sees the moves of the other',
  async () => {
    const { page } = desk
    // The whole board, in place of the own queue that nurses begin with.
    nurse = await arrive(browser, app.url, peter, { at: '/dashboard/reception-interface?track=all' })
    await see(card(column(nurse.page, 'Triage'), 'Achieng Ouma'))

    // Registered at the desk, the visit appears without anybody touching this screen.
    const writing = handsOn(page)
    await writing.press('n')
    await expect.poll(focusOf(page)('label')).toBe('First name')
    // What was typed before and not saved comes back: this is somebody else.
    await see(page.getByText(/Draft restored/))
    // The desk is told of letters that no font here prints, and is not held up.
    const warning = page.getByText('Characters that this installation cannot print on cards and labels: ꀉ')
    await handsOn(page).press('Control+a')
    await handsOn(page).type('ꀉ')
    await see(warning)
    await writing.press('Control+a')
    await writing.type('Baraka')
    await seeGone(warning)
    await writing.press('Tab')
    await writing.type('Otieno')
    await writing.press('Tab')
    await writing.press('m')
    await writing.press('Tab')
    await writing.type('6')
    await writing.press('Tab')
    await writing.type('0733 456 789')
    await tabTo(writing, page, 'Reason')
    await writing.type('Rash for three days')
    const appears = await newsTime(() => writing.press('Control+Enter'), card(column(nurse.page, 'Triage'), 'Baraka Otieno'))
    expect(writing.presses()).toBeLessThan(70)
    await see(card(column(page, 'Triage'), 'Baraka Otieno'))

    // Nobody leaves triage without a category.
    const [triage] = await app.sql<{ id: number }>('select max(id)::int as id from triages')
    await api(app.url, 'PATCH', `/patients/triage/${triage?.id}/`, { token, body: { level: 4 } })
    const hands = handsOn(nurse.page)
    await card(nurse.page, 'Baraka Otieno').focus()
    const taken = await newsTime(() => hands.press('t'), card(page, 'Baraka Otieno').getByText('Peter K.'))
    await hands.press('m')
    await see(nurse.page.getByRole('dialog', { name: 'Move Baraka Otieno' }))
    const byKey = await newsTime(() => hands.press('3'), card(column(page, 'Doctor'), 'Baraka Otieno'))

    const drag = () => card(page, 'Baraka Otieno').dragTo(column(page, 'Laboratory').locator('[data-part="col-body"]'))
    // A toast may be over before the other screen shows the move.
    const [byDrag] = await Promise.all([
      newsTime(drag, card(column(nurse.page, 'Laboratory'), 'Baraka Otieno')),
      see(toastWith(page, 'Baraka Otieno sent to Laboratory.')),
    ])
    const [undone] = await Promise.all([
      newsTime(() => handsOn(page).press('z'), card(column(nurse.page, 'Doctor'), 'Baraka Otieno')),
      see(toastWith(page, 'Move undone. Baraka Otieno: Doctor.')),
    ])

    const times = { appears, taken, byKey, byDrag, undone }
    console.log(
      `on the other screen after: ${Object.entries(times)
        .map(([action, ms]) => `${action} ${ms} ms`)
        .join(', ')}`,
    )
    for (const [action, ms] of Object.entries(times)) expect(ms, action).toBeLessThan(NEWS_MS)
    nurse.check()
    desk.check()
  },
  WAY_MS,
)

test(
  'the page of the patient shows the visit and its way through the house',
  async () => {
    const { page } = desk
    const [row] = await app.sql<{ id: number }>(`select id from patients where first_name = 'Baraka'`)
    await goTo(page, `${app.url}/dashboard/patients/${row?.id}`)
    const now = page.getByRole('region', { name: 'Current visit' })
    await see(now.getByText('Doctor'))
    await see(now.getByText('Rash'))
    const { id } = (await app.sql<{ id: number }>('select id from visits order by id desc limit 1'))[0] ?? { id: 0 }
    await goTo(page, `${app.url}/dashboard/reception-interface?visit=${id}`)
    const way = page.getByRole('region', { name: 'Visit history' })
    await see(way.getByText('Back to Doctor'))
    expect(await way.getByRole('listitem').count()).toBe(4)
    desk.check()
  },
  WAY_MS,
)

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test(
  'what is typed is kept, what cannot be right is named, and a set is corrected without losing the first',
  async () => {
    const { id } = await atTriage('Naomi', 'Barasa')
    const { page, check, context } = await arrive(browser, app.url, peter)
    const hands = handsOn(page)
    const at = `${app.url}/dashboard/nursing-interface?visit=${id}`
    await goTo(page, at)
    await box(page, 'One-line entry').focus()
    await hands.type('T 101 P 172 W 3245 ')
    await see(page.getByText(/101 looks like °F: did you mean 38.3 °C/))
    await see(page.getByText(/3245 looks like g: did you mean 3.245 kg/))
    await hands.press('Control+s')
    await expect.poll(focusOf(page)('path')).toBe('line')
    await untilKept(page, '3245')
    await goTo(page, at)
    await see(page.getByText('Draft restored'))
    await expect.poll(() => box(page, 'Pulse').inputValue()).toBe('172')
    await box(page, 'One-line entry').fill('T 38.3 P 172')
    await hands.press('Control+s')
    await see(page.getByRole('button', { name: /Correct latest/ }))
    await see(page.getByRole('row', { name: /38\.3.*172/ }))

    await hands.press('c')
    await see(page.getByRole('form', { name: 'Correct latest vital signs' }))
    await box(page, 'Pulse').fill('72')
    await hands.press('Control+s')
    await see(page.getByRole('row', { name: /38\.3.*72/ }))
    await see(page.getByRole('row', { name: /corrected.*172/ }))
    const rows = await app.sql<{ pulse: number; is_replaced: boolean }>(
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

/** As on a tablet whose battery was empty: every clock of the page stands in 2019. */
const wrongClock = (at: string) => `{
  const Real = Date
  const shift = new Real(${JSON.stringify(at)}).getTime() - Real.now()
  globalThis.Date = class extends Real {
    constructor(...parts) { super(...(parts.length > 0 ? parts : [Real.now() + shift])) }
    static now() { return Real.now() + shift }
  }
}`

test(
  'a device whose clock shows 2019 says so, and ages and today follow the server',
  async () => {
    const { page, context, check } = await openScreen(browser, { own: true })
    await page.addInitScript(wrongClock('2019-03-04T05:06:00Z'))
    await signIn(page, app.url, grace)
    await see(page.getByText(/The clock of this device is wrong: it shows 4 Mar 2019/))
    const hands = handsOn(page)
    await hands.press('n')
    const dialog = page.getByRole('dialog', { name: 'Register patient' })
    await expect.poll(focusOf(page)('label')).toBe('First name')
    await hands.press('Control+a')
    await hands.type('Halima')
    await hands.press('Tab')
    await hands.press('Control+a')
    await hands.type('Abdi')
    await tabTo(hands, page, 'Date of birth or age')
    await hands.type('30')
    await see(dialog.getByText(new RegExp(`30 y, born about .*${new Date().getFullYear() - 30}`)))
    await hands.press('Escape')
    await seeGone(dialog)
    check()
    await context.close()
  },
  WAY_MS,
)
