import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { beginJourney, come, type Person } from './day/journey.ts'
import { addPerson, administrator, api, type Credentials, type TestServer, startTestServer, setUp } from './test-server.ts'
import { opposites, walkPages } from './looks.ts'
import { openAccount } from './patient-account.ts'
import { arrive, checkAccessible, see, seeGone } from './screen.ts'

const WAY_MS = 600_000
const READ_MS = 120_000
const amani: Credentials = { email: 'amani@patient.example', password: 'two boats below the bridge' }

let app: TestServer
let browser: Browser
let token: string
let patient: number
let ward: Person

const letter = [
  'Lakeside Hospital, discharge summary',
  '',
  'Diagnosis: essential hypertension.',
  'The patient denies chest pain. No history of tuberculosis.',
  'Allergies: penicillin (rash).',
  'Discharged on amlodipine 5 mg once daily for 30 days.',
].join('\n')

/** A PDF of one page with these lines in its text layer. */
const pdfOf = (lines: readonly string[]): Buffer => {
  const drawn = lines.map((line) => `(${line.replaceAll(/[()\\]/g, '\\$&')}) Tj T*`).join('\n')
  const stream = `BT /F1 12 Tf 16 TL 72 720 Td\n${drawn}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
  const doctor = await addPerson(app, token, 'doctor', ['Grace', 'Achieng'])
  ;({ id: patient } = await api<{ id: number }>(app.url, 'POST', '/patients/patients/', {
    token,
    body: { first_name: 'Amani', second_name: 'Odhiambo', gender: 'female', date_of_birth: '1979-06-01', not_a_duplicate: true },
  }))
  await openAccount(app, token, patient, { ...amani, first_name: 'Amani', last_name: 'Odhiambo' })
  ward = await come(browser, app.url, 'Doctor', doctor, { at: `/dashboard/patients/${patient}?tab=records` })
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

/** A document that was withdrawn and whose content is deleted. */
const withdrawAndPurge = async () => {
  const { id } = await api<{ id: number }>(app.url, 'POST', '/patients/medical-records/', {
    token,
    body: { patient, title: 'Scan of another patient', text: 'Diagnosis: asthma.' },
  })
  const path = `/patients/medical-records/${id}/`
  const get = () => api<{ version: number; status: string }>(app.url, 'GET', path, { token })
  await expect.poll(async () => (await get()).status, { timeout: READ_MS }).toBe('ready')
  for (const step of ['withdraw', 'purge']) {
    const { version } = await get()
    await api(app.url, 'POST', `${path}${step}/`, { token, body: { version, reason: 'Wrong patient' } })
  }
  return id
}

const fileBox = (page: Page, name: string) => page.locator(`input[type=file][aria-label="${name}"]`)
const documents = (page: Page) => page.getByRole('list', { name: 'Documents' })
const finding = (page: Page, text: string | RegExp) => page.locator('[data-part="finding"]', { hasText: text })

/** Goes through the findings by key until it is at one of them. */
const walkTo = async ({ page, hands }: Person, text: RegExp, key: 'j' | 'k' = 'j') => {
  const placeOfCurrent = () =>
    page.locator('[data-part="finding"]').evaluateAll((all) => all.findIndex((one) => one.hasAttribute('aria-current')))
  for (let steps = 0; steps < 30; steps += 1) {
    const before = await placeOfCurrent()
    await hands.press(key)
    await expect.poll(placeOfCurrent).not.toBe(before)
    if (text.test((await page.locator('[data-part="finding"][aria-current]').textContent()) ?? '')) return
  }
  throw new Error(`No finding says ${text}.`)
}

/** Selects words of the text, as a pointer drawn over them does. */
const select = (page: Page, words: string) =>
  page.locator('[data-part="page-text"]').evaluate((text, sought) => {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      const at = (node.textContent ?? '').indexOf(sought)
      if (at >= 0) return document.getSelection()?.setBaseAndExtent(node, at, node, at + sought.length)
    }
    throw new Error(`The text does not say ${sought}.`)
  }, words)

test(
  'a letter and a PDF come in, are read without a reload, reviewed by keyboard, and stand in the chart',
  async () => {
    const journey = beginJourney('A document uploaded, extracted and confirmed')
    const { page, hands } = ward
    const letterOf = (title: string) => documents(page).locator('li', { hasText: title })
    await see(page.getByText('No documents yet'))
    await journey.step(ward, 'adds a letter and a PDF, and waits until they are read', async () => {
      await fileBox(page, 'Choose files').setInputFiles([
        { name: 'discharge.txt', mimeType: 'text/plain', buffer: Buffer.from(letter) },
        {
          name: 'clinic letter.pdf',
          mimeType: 'application/pdf',
          buffer: pdfOf(['Clinic letter', 'Known asthma. Takes salbutamol 100 mcg as needed.']),
        },
        { name: 'tool.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
      ])
      await see(page.getByText('Send a PDF, an image (PNG, JPEG, TIFF, WebP) or plain text.'))
      await hands.click(page.getByLabel('Title of discharge.txt'))
      await hands.press('Control+a')
      await hands.type('Discharge from Lakeside')
      await hands.click(page.getByRole('button', { name: 'Add 2 files' }))
      await see(documents(page).getByText('Discharge from Lakeside'))
      // Ready by itself: nothing is loaded again.
      await letterOf('clinic letter').getByText('to review').waitFor({ timeout: READ_MS })
      await letterOf('Discharge from Lakeside').getByText('to review').waitFor({ timeout: READ_MS })
    })

    await journey.step(ward, 'looks at what was read in the letter, confirms it and refuses what is not so', async () => {
      await hands.click(documents(page).getByRole('link', { name: 'Discharge from Lakeside' }))
      await see(finding(page, 'hypertension'))
      await see(finding(page, 'chest pain').getByText('Denied'))
      await expect.poll(() => page.locator('[data-part="page-text"] mark', { hasText: 'hypertension' }).count()).toBeGreaterThan(0)
      await walkTo(ward, /hypertension/)
      await hands.press('y')
      await see(finding(page, 'hypertension').getByText('Confirmed'))
      await walkTo(ward, /chest pain/)
      await hands.press('x')
      await seeGone(finding(page, 'chest pain'))
      await hands.press('u')
      await see(finding(page, 'chest pain'))
    })

    await journey.step(ward, 'files a problem, an allergy and a medicine from it', async () => {
      await hands.click(finding(page, 'hypertension').getByRole('button', { name: 'Add to problems' }))
      await see(finding(page, 'hypertension').getByRole('link', { name: 'View problem' }))
      await hands.click(finding(page, 'penicillin').first().getByRole('button', { name: 'Add to allergies' }))
      await see(page.getByRole('link', { name: 'View allergy' }))
      await walkTo(ward, /amlodipine/)
      await hands.press('Enter')
      await hands.click(page.getByRole('button', { name: /^Add all confirmed/ }))
      await see(page.getByRole('link', { name: 'View medicine' }))
    })

    await journey.step(ward, 'marks what was missed, and corrects what was read wrong', async () => {
      await select(page, 'discharge summary')
      await hands.click(page.getByRole('button', { name: 'Mark as…' }))
      await hands.click(page.getByRole('menuitem', { name: 'Facility' }))
      await see(page.locator('[data-part="finding"]').getByText('Marked manually'))
      await walkTo(ward, /tuberculosis/, 'k')
      await hands.press('e')
      await hands.click(page.getByLabel('Denied: the document says this is not the case'))
      await hands.click(page.getByRole('button', { name: 'Save and confirm' }))
      await see(finding(page, 'tuberculosis').getByRole('button', { name: 'Add to problems' }))
    })

    await journey.step(ward, 'finds all of it in the chart', async () => {
      await hands.click(page.getByRole('link', { name: 'View problem' }))
      await see(page.getByRole('region', { name: 'Problem list' }).getByText('I10'))
      await see(page.locator('[data-part="patient-head"]').getByText(/penicillin/i))
      await hands.click(page.getByRole('tab', { name: /^Prescriptions/ }))
      await see(page.getByText(/amlodipine/i))
    })
    journey.end()
  },
  WAY_MS,
)

test(
  'the PDF shows its page with its findings on it, and what stands in it is found',
  async () => {
    const { page, check } = ward
    await goTo(page, `${app.url}/dashboard/patients/${patient}?tab=records`)
    await page.getByRole('searchbox', { name: 'Search in these documents' }).fill('salbut')
    await see(page.locator('[data-part="record-hits"] mark'))
    await page.locator('[data-part="record-hit"]').first().click()
    await see(page.getByRole('img', { name: 'Page 1' }))
    await expect.poll(() => page.locator('[data-part="page-box"]').count()).toBeGreaterThan(0)
    const box = await page.locator('[data-part="page-box"]').first().boundingBox()
    const sheet = await page.locator('[data-page]').first().boundingBox()
    expect(box!.x).toBeGreaterThan(sheet!.x)
    expect(box!.y).toBeGreaterThan(sheet!.y)
    check()
  },
  WAY_MS,
)

test(
  'what a patient sends is seen by the clinic, unverified until somebody has looked at it; every room looks right',
  async () => {
    const mine = await arrive(browser, app.url, amani, { at: '/patient-overview' })
    await mine.page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Documents' }).click()
    await fileBox(mine.page, 'Choose files').setInputFiles([
      { name: 'old result.txt', mimeType: 'text/plain', buffer: Buffer.from('Haemoglobin 9.1 g/dL. Known asthma.') },
    ])
    await mine.page.getByRole('button', { name: 'Add 1 file' }).click()
    await see(mine.page.getByRole('list', { name: 'My documents' }).getByText('not yet reviewed by the clinic'))
    await seeGone(mine.page.getByText('Being read'))
    mine.check()

    const office = await arrive(browser, app.url, administrator, { at: '/dashboard/records?show=unverified' })
    await see(office.page.getByRole('link', { name: 'old result' }))
    await checkAccessible(office.page, 'what patients sent')
    await office.page.getByRole('link', { name: 'old result' }).click()
    await see(finding(office.page, '9.1'))
    // Two people correct the same: neither is lost.
    const second = await arrive(browser, app.url, administrator, { at: new URL(office.page.url()).pathname })
    for (const { page } of [office, second])
      await finding(page, '9.1')
        .getByRole('button', { name: /^Correct/ })
        .click()
    // Both have it open before either saves: a form that opens later shows what was saved.
    await see(second.page.getByLabel('Value', { exact: true }))
    await office.page.getByLabel('Value', { exact: true }).fill('9.2')
    await office.page.getByRole('button', { name: 'Save and confirm' }).click()
    await see(finding(second.page, '9.1').locator('[data-part="finding-said"]', { hasText: '9.2' }))
    await second.page.getByLabel('Value', { exact: true }).fill('9.3')
    await second.page.getByRole('button', { name: 'Save and confirm' }).click()
    await see(second.page.getByText('Changed in the meantime'))
    await second.page.context().close()
    await office.page.getByRole('button', { name: /^Confirm all shown/ }).click()
    await seeGone(office.page.getByRole('button', { name: /^Confirm all shown/ }))
    await office.page.getByRole('button', { name: 'Undo', exact: true }).click()
    await see(office.page.getByRole('button', { name: /^Confirm all shown/ }))
    await office.page.getByRole('button', { name: 'Mark as reviewed' }).click()
    await seeGone(office.page.getByText('sent by the patient'))
    office.check()

    const [{ id } = { id: 0 }] = await api<{ id: number }[]>(app.url, 'GET', `/patients/medical-records/?patient_id=${patient}`, {
      token,
    })
    const purged = await withdrawAndPurge()
    await walkPages(
      browser,
      app.url,
      [
        { address: `/dashboard/patients/${patient}?tab=records&withdrawn=1`, sign: 'Content deleted: Wrong patient' },
        { address: `/dashboard/patients/${patient}/records/${purged}`, sign: 'Content deleted' },
        { address: `/dashboard/patients/${patient}?tab=records`, sign: 'Discharge from Lakeside' },
        { address: `/dashboard/patients/${patient}/records/${id}`, sign: 'Haemoglobin' },
        { address: `/dashboard/patients/${patient}/records/${id}?side=findings`, sign: 'Haemoglobin' },
        { address: `/dashboard/patients/${patient}/records/999999`, sign: 'Document not found' },
        { address: '/dashboard/records?q=asthma', sign: 'asthma' },
        { address: '/dashboard/records?show=unverified', sign: 'All documents reviewed' },
      ],
      { person: administrator, shown: opposites },
    )
    await walkPages(
      browser,
      app.url,
      [
        { address: '/patient-overview/documents', sign: 'old result' },
        { address: `/patient-overview/documents/${id}`, sign: 'Haemoglobin' },
      ],
      { person: amani, shown: opposites },
    )
  },
  WAY_MS,
)
