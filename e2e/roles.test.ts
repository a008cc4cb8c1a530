import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterPassword, goTo, openBrowser } from './browser.ts'
import { beginJourney, come } from './day/journey.ts'
import { addPerson, administrator, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, checkAccessible, findAnything, openFromMore, openScreen, see, seeGone, toastWith } from './screen.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let token: string
let otieno: Credentials
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  otieno = await addPerson(app, token, 'storekeeper', ['Otieno', 'Juma'])
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const forbidden = (page: Page) => page.getByRole('heading', { name: 'No access to this page' })

test(
  'a storekeeper sees only what they may, by the menu and by typed addresses',
  async () => {
    const journey = beginJourney('A denied person')
    const person = await come(browser, app.url, 'Store', otieno)
    const { page, hands } = person
    const typed = [
      'patients',
      'patients/new',
      'patients/1',
      'administration/people',
      'administration/groups',
      'administration/clinic',
      'billing',
      'laboratory/approve',
    ]
    await journey.step(person, 'finds nothing of others in the menu, nor by the box that finds everything', async () => {
      // The reception's board is not theirs: the way to their own room is in sight.
      await see(page.getByRole('heading', { name: 'Today in Inventory' }))
      for (const room of ['All patients', 'Register patient', 'People', 'Groups and permissions', 'Clinic', 'Cashier queue', 'Approve'])
        expect(await page.getByRole('link', { name: room, exact: true }).count(), room).toBe(0)
      await findAnything(page, hands.press)
      await hands.type('register')
      await see(page.getByText('No matches.'))
      expect(await page.getByRole('option', { name: /patient/i }).count()).toBe(0)
      await hands.press('Escape')
    })
    await journey.step(person, `types ${typed.length} addresses of others, and is told calmly that they are not theirs`, async () => {
      for (const address of typed) {
        await goTo(page, `${app.url}/dashboard/${address}`)
        await see(forbidden(page))
      }
      await goTo(page, `${app.url}/dashboard/nowhere/at-all`)
      await see(page.getByRole('heading', { name: 'Page not found' }))
      await see(page.getByRole('button', { name: /User menu: Otieno Juma/ }))
    })
    journey.end({ expected: /^Could not fetch \S+: 403 /, loaded: new Map([[person, typed.length + 1]]) })
    await person.context.close()
  },
  WAY_MS,
)

test(
  'a patient makes an account, waits for the desk, and then sees their own details and nothing else',
  async () => {
    const { page, check } = await openScreen(browser)
    await goTo(page, `${app.url}/auth/login`)
    await page.getByRole('link', { name: 'Register as a patient' }).click()
    await page.getByLabel('First name').fill('Wambui')
    await page.getByLabel('Last name').fill('Karanja')
    await page.getByLabel('E-mail').fill('wambui@patients.example')
    await page.getByLabel('Date of birth').fill('3/2/1990')
    await page.getByLabel(/^Password/).fill('jua kali na mvua')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.waitForURL(`${app.url}/auth/login`)
    // The form that is left has a box for the e-mail too.
    await see(page.getByRole('heading', { name: 'Sign in' }))
    await enterPassword(page, { email: 'wambui@patients.example', password: 'jua kali na mvua' })
    await page.waitForURL(`${app.url}/patient-overview`)
    await see(page.getByText('Your account is not linked to your record yet'))

    const register = (first_name: string, phone: string) =>
      api<{ id: number; unique_id: string }>(app.url, 'POST', '/patients/patients/', {
        token,
        body: { first_name, second_name: 'Karanja', gender: 'female', phone },
      })
    const mine = await register('Wambui', '0722 111 222')
    const other = await register('Nyambura', '0722 999 888')
    await app.sql(`update patients set user_id = (select id from users where email = 'wambui@patients.example') where id = $1`, [mine.id])
    await goTo(page, `${app.url}/patient-overview`)
    await see(page.getByRole('heading', { name: 'Welcome, Wambui Karanja' }))
    await see(page.getByText(mine.unique_id))
    const bearer = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
    const asked = (path: string) => fetch(`${app.url}/api${path}`, { headers: { authorization: `Bearer ${bearer}` } })
    const [{ user_id }] = (await app.sql<{ user_id: number }>('select user_id from patients where id = $1', [mine.id])) as [
      { user_id: number },
    ]
    expect((await asked(`/patients/patient-profile/?userId=${user_id}`)).status).toBe(200)
    expect((await asked('/patients/patient-profile/?userId=1')).status).toBeGreaterThanOrEqual(403)
    for (const path of [
      '/patients/patients/',
      `/patients/patients/${other.id}/`,
      `/patients/patients/${mine.id}/`,
      '/patient/search/?q=karanja',
    ])
      expect((await asked(path)).status, path).toBe(403)
    for (const address of [`patients/${other.id}`, 'reception-interface']) {
      await goTo(page, `${app.url}/dashboard/${address}`)
      await see(forbidden(page))
    }
    check(/^Could not fetch \S+: (403|404) /)
  },
  WAY_MS,
)

const choose = async (page: Page, menu: string, choice: string) => {
  await page.getByRole('button', { name: /User menu|Menyu ya mtumiaji|Menu utilisateur/ }).click()
  await page.getByRole('menuitem', { name: menu }).press('ArrowRight')
  const [saved] = await Promise.all([page.waitForResponse('**/api/users/me/'), page.getByRole('menuitemradio', { name: choice }).click()])
  expect(saved.status()).toBe(200)
  await seeGone(page.getByRole('menu'))
}
const lookOf = (page: Page) =>
  page.evaluate(() => ({
    language: document.documentElement.lang,
    scheme: document.documentElement.dataset['mantineColorScheme'],
    control: getComputedStyle(document.documentElement).getPropertyValue('--k-control').trim(),
  }))

test(
  'menu, colours, density and language stay as chosen, on another computer too',
  async () => {
    const { page, context, check } = await arrive(browser, app.url, administrator)
    const group = page.getByRole('button', { name: 'Administration' })
    const people = page.getByRole('link', { name: 'People', exact: true })
    await see(people)
    // Leaving the page at once would take the choice back while it is on its way.
    const kept = page.waitForResponse((reply) => ['PATCH', 'PUT'].includes(reply.request().method()) && reply.ok())
    await group.click()
    await seeGone(people)
    expect(await group.getAttribute('aria-expanded')).toBe('false')
    await kept
    await goTo(page, page.url())
    await see(group)
    await seeGone(people)
    await group.click()
    await see(people)

    const before = await lookOf(page)
    await choose(page, 'Colours', 'Dark')
    await choose(page, 'Density', 'Comfortable')
    await choose(page, 'Language', 'Kiswahili')
    const chosen = await lookOf(page)
    expect(chosen).toMatchObject({ language: 'sw', scheme: 'dark' })
    expect(chosen.control).not.toBe(before.control)
    await goTo(page, page.url())
    expect(await lookOf(page)).toEqual(chosen)
    await context.close()

    const elsewhere = await openScreen(browser)
    await goTo(elsewhere.page, `${app.url}/auth/login`)
    await enterPassword(elsewhere.page, administrator)
    await elsewhere.page.waitForURL(/dashboard/)
    await expect.poll(() => lookOf(elsewhere.page)).toEqual(chosen)
    expect(await toastWith(elsewhere.page, '').count()).toBe(0)
    check()
    elsewhere.check()
  },
  WAY_MS,
)

test(
  'the menu shows where a nurse works; other pages are under More, kept in the menu by hand, and found by other names',
  async () => {
    const nurse = await addPerson(app, token, 'nurse', ['Jane', 'Achieng'])
    const { page, context, check } = await arrive(browser, app.url, nurse)
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    const link = menu.getByRole('link', { name: 'Prescriptions', exact: true })
    const pin = { name: 'Keep in menu: Prescriptions' }
    const kept = () => page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.ok())
    const triage = menu.getByRole('link', { name: 'Triage', exact: true })
    await see(triage)
    expect(await menu.getByRole('link').count()).toBe(8)
    // What waits is counted beside the link, and describes it.
    expect(await triage.locator('.count').count()).toBe(0)
    const person = { first_name: 'Wanjiru', second_name: 'Kamau', gender: 'female', date_of_birth: '1990-02-03', not_a_duplicate: true }
    const { id: patient } = await api<{ id: number }>(app.url, 'POST', '/patients/patients/', { token, body: person })
    await api(app.url, 'POST', '/patients/initiate-attendance-process/', { token, body: { patient, reason: 'Fever', track: 'triage' } })
    await see(triage.locator('.count'))
    expect(await triage.evaluate((node) => document.getElementById(node.getAttribute('aria-describedby') ?? '')?.textContent)).toBe(
      '1 waiting',
    )

    await menu.getByRole('button', { name: 'More pages' }).click()
    const more = page.getByRole('dialog', { name: 'More pages' })
    await see(more.getByRole('link', { name: 'Critical values' }))
    await checkAccessible(page, 'more pages')
    await more.getByRole('textbox', { name: 'Filter pages' }).fill('dispensing')
    await seeGone(more.getByRole('link', { name: 'Critical values' }))
    await Promise.all([kept(), more.getByRole('button', pin).click()])
    await page.keyboard.press('Escape')
    await see(link)
    await goTo(page, page.url())
    await see(link)
    expect(await menu.getByRole('link').count()).toBe(9)
    await Promise.all([kept(), menu.getByRole('button', pin).click()])
    await seeGone(link)

    // In the narrow menu a pinned link opens to be unpinned.
    await openFromMore(page, 'Critical values')
    await menu.getByRole('button', { name: 'More pages' }).click()
    await Promise.all([kept(), more.getByRole('button', pin).click()])
    await page.keyboard.press('Escape')
    await Promise.all([kept(), page.getByRole('button', { name: 'Collapse menu' }).click()])
    await menu.getByRole('button', { name: 'Prescriptions', exact: true }).click()
    await Promise.all([kept(), page.getByRole('menuitem', { name: 'Unpin Prescriptions' }).click()])
    await seeGone(menu.getByRole('button', { name: 'Prescriptions', exact: true }))
    await Promise.all([kept(), page.getByRole('button', { name: 'Expand menu' }).click()])
    await see(menu.getByRole('link', { name: 'Triage', exact: true }))

    // The page that is shown is always in the menu: here as its last line, in a hidden group by itself.
    await openFromMore(page, 'Waiting list')
    await see(menu.getByRole('link', { name: 'Waiting list Appointments' }))
    expect(await menu.locator('[aria-current=page]').count()).toBe(1)
    await menu.getByRole('link', { name: 'Requisitions' }).click()
    await seeGone(menu.getByRole('link', { name: 'Waiting list Appointments' }))
    await menu.getByRole('button', { name: 'Ward stock' }).click()
    await seeGone(menu.getByRole('link', { name: 'Stock', exact: true }))
    await see(menu.getByRole('link', { name: 'Requisitions' }))

    const box = await findAnything(page)
    await box.fill('GRN')
    await page.getByRole('option', { name: /^Goods received/ }).click()
    await page.waitForURL(/incoming-items/)
    await see(menu.getByRole('link', { name: 'Goods received Inventory' }))
    check()
    await context.close()

    const phone = await arrive(browser, app.url, nurse, { width: 390, height: 844 })
    await phone.page.getByRole('button', { name: 'Open menu' }).click()
    const drawer = phone.page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'More', exact: true }).click()
    await drawer.getByRole('link', { name: 'Critical values' }).click()
    await phone.page.waitForURL(/laboratory\/critical/)
    phone.check()
    await phone.context.close()
  },
  WAY_MS,
)
