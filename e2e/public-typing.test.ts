import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { untilIn } from './hands.ts'
import { type TestServer, startTestServer } from './test-server.ts'
import { checkScreen, takePhone } from './phone.ts'
import { bookIt, chooseTime, goOn, openToPublic, question, sayWho } from './public-clinic.ts'
import { see } from './screen.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let clinic: Awaited<ReturnType<typeof openToPublic>>
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  clinic = await openToPublic(app)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const bookPage = (page: Page) => page.goto(`${app.url}/book-appointment`)

test(
  'each wrong box is named and gets the cursor',
  async () => {
    const { page, context, check } = await takePhone(browser)
    await bookPage(page)
    await chooseTime(page, { doctor: 'Peter Otieno', time: '09:00' })
    const expectWrong = async (label: string, text: RegExp) => {
      await goOn(page)
      const box = page.getByLabel(label, { exact: true })
      expect(await box.evaluate((one) => one === document.activeElement)).toBe(true)
      expect(await box.getAttribute('aria-invalid')).toBe('true')
      expect(
        await box.evaluate(
          (one) => document.getElementById((one.getAttribute('aria-describedby') ?? '').split(' ').at(-1) ?? '')?.textContent,
        ),
      ).toMatch(text)
    }
    await see(question(page, 'What is your name?'))
    await expectWrong('First name', /first name/)
    await checkScreen(page, 'a name that is missing')
    await page.getByLabel('First name').fill('Achieng')
    await page.getByLabel('Last name').fill('   ')
    await expectWrong('Last name', /last name/)
    await page.getByLabel('Last name').fill('Ouma')
    await goOn(page)
    await see(question(page, 'When were you born?'))
    for (const [typed, text] of [
      ['', /Enter your date of birth/],
      ['31/2/1990', /not a date/],
      ['yesterday', /not a date/],
      ['1/1/2190', /future/],
      ['1/1/1790', /year of your date of birth/],
    ] as const) {
      await page.getByLabel('Date of birth').fill(typed)
      await expectWrong('Date of birth', text)
    }
    await page.getByLabel('Date of birth').fill('29 02 1992')
    await goOn(page)
    await see(page.getByText('Choose your gender.'))
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('gender')
    await checkScreen(page, 'a gender that is missing')
    // A finger leaves the button as if a mouse were over it.
    await page.getByRole('button', { name: 'Continue', exact: true }).hover()
    await checkScreen(page, 'the button to continue under a pointer')
    await page.getByRole('radio', { name: 'Other', exact: true }).tap()
    await goOn(page)
    await see(question(page, 'How can the clinic reach you?'))
    await expectWrong('Phone', /phone number, or your e-mail/)
    await page.getByLabel('Phone').fill('12')
    await expectWrong('Phone', /6 to 15 digits/)
    await page.getByLabel('Phone').fill('')
    await page.getByLabel('E-mail').fill('achieng@home')
    await expectWrong('E-mail', /in full/)
    await page.getByLabel('E-mail').fill('achieng@example.com')
    await goOn(page)
    await see(question(page, 'Why do you want to come?'))
    await expectWrong('In your own words', /why you want to come/)
    await page.getByLabel('In your own words').fill('A cough')
    await goOn(page)
    await bookIt(page).tap()
    await see(page.getByText('Tick the box to agree'))
    expect(await page.getByRole('checkbox').evaluate((one) => one === document.activeElement)).toBe(true)
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'back, forward and a reload keep what was typed; a changed service asks for the time anew',
  async () => {
    const { page, context, check } = await takePhone(browser)
    await bookPage(page)
    await chooseTime(page, { doctor: 'Peter Otieno', time: '09:20' })
    await page.getByLabel('First name').fill('Achieng')
    await page.goBack()
    await see(question(page, 'When would you like to come?'))
    await page.goBack()
    await see(question(page, 'Who would you like to see?'))
    await page.goForward()
    await see(question(page, 'When would you like to come?'))
    await page.goForward()
    expect(await page.getByLabel('First name').inputValue()).toBe('Achieng')
    await page.reload()
    expect(await page.getByLabel('First name').inputValue()).toBe('Achieng')
    await page.getByRole('button', { name: 'Back' }).tap()
    await see(question(page, 'When would you like to come?'))
    expect(await page.getByRole('button', { name: '09:20', exact: true }).getAttribute('aria-current')).toBe('true')
    await page.getByRole('button', { name: '09:20', exact: true }).tap()
    await sayWho(page)
    await page.getByRole('button', { name: 'Change: Service' }).tap()
    await page.getByRole('button', { name: /^Antenatal check/ }).tap()
    await page.getByRole('button', { name: /^Peter Otieno/ }).tap()
    await page.getByRole('radio').nth(2).tap()
    await page.getByRole('button', { name: '09:40', exact: true }).tap()
    // Not through names and contact again.
    await see(question(page, 'Is everything correct?'))
    await see(page.getByText('Antenatal check'))
    // A telephone that is handed on: one touch, and nothing is there.
    await page.getByRole('button', { name: 'Clear all and start over' }).tap()
    await see(question(page, 'What would you like to book?'))
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'the keyboard alone is enough',
  async () => {
    const { page, context, check } = await takePhone(browser, { hasTouch: false, isMobile: false })
    const { keyboard } = page
    await bookPage(page)
    await untilIn(question(page, 'What would you like to book?'))
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await untilIn(question(page, 'Who would you like to see?'))
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await see(page.getByText('Next free'))
    // The next free one, the days (arrows move within them), the first time of the day.
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    for (let day = 0; day < 6; day += 1) await keyboard.press('ArrowRight')
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await untilIn(question(page, 'What is your name?'))
    await keyboard.press('Tab')
    await keyboard.type('Zawadi')
    await keyboard.press('Tab')
    await keyboard.type('Njeri')
    await keyboard.press('Enter')
    await untilIn(question(page, 'When were you born?'))
    await keyboard.press('Tab')
    await keyboard.type('14/5/1999')
    await keyboard.press('Tab')
    await keyboard.press('Space')
    await keyboard.press('Enter')
    await untilIn(question(page, 'How can the clinic reach you?'))
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.type('zawadi@example.com')
    await keyboard.press('Enter')
    await untilIn(question(page, 'Why do you want to come?'))
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    for (let stop = 0; stop < 7; stop += 1) await keyboard.press('Tab')
    await keyboard.press('Enter')
    await see(question(page, 'Is everything correct?'))
    await page.getByRole('checkbox').focus()
    await keyboard.press('Space')
    await keyboard.press('Enter')
    await see(question(page, 'We have your request. The clinic will confirm it.'))
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'a telephone in another time zone shows the clinic’s hours and says so; Swahili is remembered',
  async () => {
    const { page, context, check } = await takePhone(browser, { timezoneId: 'Pacific/Auckland' })
    await bookPage(page)
    await page.getByRole('button', { name: 'Kiswahili' }).tap()
    await see(question(page, 'Ungependa kuweka miadi ya nini?'))
    await checkScreen(page, 'the service in Swahili')
    await page.reload()
    await see(question(page, 'Ungependa kuweka miadi ya nini?'))
    await page.getByRole('button', { name: /^Consultation, general/ }).tap()
    await page.getByRole('button', { name: /^Amina Hassan/ }).tap()
    await see(page.getByText('Saa zote ni za ukanda wa kliniki (Africa/Nairobi)'))
    await page.getByRole('radio').nth(9).tap()
    const times = await page.locator('[data-part="times"] button').allTextContents()
    expect([times[0], times.at(-1)]).toEqual(['08:00', '15:40'])
    await page.getByRole('button', { name: '08:40', exact: true }).tap()
    await see(question(page, 'Jina lako ni nani?'))
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('sw')
    const start = await page.evaluate(
      () => (JSON.parse(sessionStorage.getItem('booking') ?? '') as { draft: { start: string } }).draft.start,
    )
    expect(start).toMatch(/T05:40:00/)
    check()
    await context.close()
  },
  WAY_MS,
)

test(
  'no free time, no booking at all: a kind sentence and the telephone',
  async () => {
    const { page, context, check } = await takePhone(browser)
    await clinic.set({ min_notice_minutes: 43_200, max_days_ahead: 1 })
    await bookPage(page)
    await page.getByRole('button', { name: /^Consultation, general/ }).tap()
    await page.getByRole('button', { name: /^Any doctor/ }).tap()
    await see(page.getByText(/^No free times until/))
    await see(page.getByRole('link', { name: 'Call +254700123456' }))
    await checkScreen(page, 'no free time')
    await clinic.set({ is_public_open: false })
    await bookPage(page)
    await see(question(page, 'Online booking is closed'))
    await see(page.getByRole('link', { name: 'Call +254700123456' }))
    await checkScreen(page, 'the closed booking')
    check()
    await context.close()
  },
  WAY_MS,
)
