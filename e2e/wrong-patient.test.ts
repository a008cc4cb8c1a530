import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { come, type Person } from './day/journey.ts'
import { addPerson, administrator, api, type TestServer, startTestServer, setUp } from './test-server.ts'
import { opposites, walkPages } from './looks.ts'
import { checkAccessible, see, seeGone } from './screen.ts'

const WAY_MS = 600_000
const READ_MS = 120_000

let app: TestServer
let browser: Browser
let hers: number
let his: number
let blocked: number
let ward: Person

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  const token = await setUp(app)
  const doctor = await addPerson(app, token, 'doctor', ['Grace', 'Achieng'])
  const register = async (body: object) =>
    (await api<{ id: number }>(app.url, 'POST', '/patients/patients/', { token, body: { ...body, not_a_duplicate: true } })).id
  hers = await register({ first_name: 'Amani', second_name: 'Odhiambo', gender: 'female', date_of_birth: '1979-06-01' })
  his = await register({ first_name: 'Peter', second_name: 'Barasa', gender: 'male', date_of_birth: '1971-05-04' })
  const sent = { patient: hers, title: 'Letter of another house', text: 'Patient name: Peter Barasa\nDOB: 04/05/1971\nDiagnosis: gout.' }
  blocked = (await api<{ id: number }>(app.url, 'POST', '/patients/medical-records/', { token, body: sent })).id
  ward = await come(browser, app.url, 'Doctor', doctor, { at: `/dashboard/patients/${hers}?tab=records` })
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

test(
  'a letter of another patient is not filed: it is moved to the likelier record, or kept with a reason',
  async () => {
    const { page, hands, check } = ward
    const documents = page.getByRole('list', { name: 'Documents' })
    const finding = (text: string) => page.locator('[data-part="finding"]', { hasText: text })
    await page.locator('input[type=file][aria-label="Choose files"]').setInputFiles([
      {
        name: 'asthma letter.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Patient name: Barasa, Peter\nDOB: 4 May 1971   Sex: M\nDiagnosis: asthma. No fever.'),
      },
      {
        name: 'unknown letter.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Patient name: Hope Chebet\nDOB: 01/02/1990\nDiagnosis: asthma. No fever.'),
      },
    ])
    await hands.click(page.getByRole('button', { name: 'Add 2 files' }))
    const line = (title: string) => documents.locator('li', { hasText: title })
    await line('asthma letter').getByText('Another patient?').waitFor({ timeout: READ_MS })
    await line('unknown letter').getByText('Another patient?').waitFor({ timeout: READ_MS })

    await hands.click(documents.getByRole('link', { name: 'asthma letter' }))
    await see(page.getByText('This document seems to belong to another patient'))
    await see(
      page
        .getByText('In the document: Barasa, Peter. In the record: Amani Odhiambo')
        .or(page.getByText('In the document: Barasa Peter. In the record: Amani Odhiambo')),
    )
    await see(finding('asthma'))
    expect(await page.getByRole('button', { name: 'Add to problems' }).count()).toBe(0)
    await see(finding('fever').getByText('Decide individually'))
    await see(page.getByRole('button', { name: /^Confirm all shown/ }))
    await checkAccessible(page, 'a document of another patient')
    await hands.click(page.getByRole('button', { name: /^Move to Peter Barasa/ }))
    await see(page.getByText('Patient matches: name, date of birth, sex'))
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/dashboard/patients/${his}/records/`))
    await hands.click(finding('asthma').getByRole('button', { name: 'Add to problems' }))
    await see(finding('asthma').getByRole('link', { name: 'View problem' }))
    check()
  },
  WAY_MS,
)

test(
  'a document that names a person who is not on file is kept here with a reason, which stays on it',
  async () => {
    const { page, hands, check } = ward
    const finding = (text: string) => page.locator('[data-part="finding"]', { hasText: text })
    await page.goto(`${app.url}/dashboard/patients/${hers}?tab=records`)
    await hands.click(page.getByRole('list', { name: 'Documents' }).getByRole('link', { name: 'unknown letter' }))
    await see(page.getByText('No other patient found with this number, or with this name and date of birth.'))
    await hands.click(page.getByRole('button', { name: 'Keep here with a reason' }))
    const reason = page.getByLabel('Reason why it belongs to this patient')
    await hands.click(reason)
    await hands.type('Her former name')
    await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Keep here' }))
    await seeGone(page.getByText('This document seems to belong to another patient'))
    await see(page.getByText(/^Names another patient\. Kept here by Grace Achieng, .*: Her former name$/))
    await hands.click(finding('asthma').getByRole('button', { name: 'Add to problems' }))
    await see(finding('asthma').getByRole('link', { name: 'View problem' }))
    const kept = new URL(page.url()).pathname
    check()
    await walkPages(
      browser,
      app.url,
      [
        { address: `/dashboard/patients/${hers}/records/${blocked}`, sign: 'Keep here with a reason' },
        { address: kept, sign: 'Her former name' },
        { address: `/dashboard/patients/${hers}?tab=records`, sign: 'Another patient?' },
      ],
      { person: administrator, shown: opposites },
    )
  },
  WAY_MS,
)
