import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sheet } from '../src/testing/scenarios/sample-documents.ts'
import { goTo, openBrowser } from './browser.ts'
import { addPerson, administrator, api, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, see } from './screen.ts'

const WAY_MS = 600_000
const TITLE = 'Water is off on Friday'

let app: TestServer
let browser: Browser
let token: string
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

test(
  'somebody announces with form and a picture; the desk reads it, and a patient on a telephone',
  async () => {
    const desk = await addPerson(app, token, 'receptionist', ['Joy', 'Otieno'])
    const patient = { email: 'pat@people.example', password: 'seven mango trees' }
    await api(app.url, 'POST', '/users/register/', { body: { ...patient, first_name: 'Pat', last_name: 'Ient' } })

    const writer = await arrive(browser, app.url, administrator)
    await goTo(writer.page, `${app.url}/dashboard/announcements`)
    await writer.page.getByRole('button', { name: 'New announcement' }).first().click()
    const dialog = writer.page.getByRole('dialog')
    await dialog.getByLabel('Title').fill(TITLE)
    await dialog.getByRole('combobox', { name: 'Channel' }).click()
    await writer.page.getByRole('listbox').getByRole('option', { name: 'General' }).click()
    const text = dialog.getByRole('textbox', { name: 'Content' })
    await text.fill('From 14:00')
    await text.selectText()
    await dialog.getByRole('button', { name: 'Bold' }).click()
    await expect.poll(() => text.inputValue()).toBe('**From 14:00**')
    await text.fill('**From 14:00**\n\n- Use the tank\n- See https://clinic.example/plan\n\n<img src=x onerror=alert(1)>')
    const preview = dialog.getByRole('region', { name: 'Preview for readers' })
    await see(preview.locator('li', { hasText: 'Use the tank' }))
    await dialog.getByRole('switch', { name: 'Also show to patients with an account' }).click()
    await dialog.getByRole('switch', { name: 'Readers must confirm that they have read it' }).click()
    await dialog.locator('input[type=file]').setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: await sheet() })
    await dialog.getByRole('button', { name: /^Publish/ }).click()
    await see(writer.page.getByRole('rowheader', { name: new RegExp(TITLE) }))
    await writer.page.getByRole('rowheader', { name: new RegExp(TITLE) }).click()
    await see(writer.page.getByRole('img', { name: 'plan.png' }))
    await see(writer.page.getByText('Read by 0 of 1'))
    writer.check()

    const reader = await arrive(browser, app.url, desk)
    await see(reader.page.getByRole('link', { name: 'Announcements 1 unread' }))
    await reader.page.getByRole('region', { name: 'Announcements' }).getByRole('link', { name: TITLE }).click()
    await see(reader.page.locator('strong', { hasText: 'From 14:00' }))
    await see(reader.page.getByText('<img src=x onerror=alert(1)>'))
    const link = reader.page.getByRole('link', { name: 'https://clinic.example/plan' })
    expect([await link.getAttribute('rel'), await link.getAttribute('target')]).toEqual(['noopener noreferrer', '_blank'])
    await reader.page.getByRole('button', { name: 'Confirm reading' }).click()
    await expect.poll(() => reader.page.getByText('unread').count()).toBe(0)
    await reader.page.getByLabel('Your comment').fill('Thank you')
    await reader.page.getByRole('button', { name: /^Comment/ }).click()
    await see(reader.page.getByText('Thank you', { exact: true }))
    reader.check()
    await see(writer.page.getByText('Read by 1 of 1'))

    const own = await arrive(browser, app.url, patient, { width: 390, height: 844, at: '/patient-overview/announcements' })
    await own.page.getByRole('button', { name: new RegExp(TITLE) }).click()
    await see(own.page.getByRole('img', { name: 'plan.png' }))
    await own.page.getByRole('button', { name: 'Confirm reading' }).click()
    await expect.poll(() => own.page.getByRole('img', { name: 'Unread' }).count()).toBe(0)
    own.check()
  },
  WAY_MS,
)
