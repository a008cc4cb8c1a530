import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { handsOn } from './hands.ts'
import { addPerson, administrator, api, type Credentials, type House, openHouse, setUp } from './house.ts'
import { opposites, walkRooms } from './looks.ts'
import { openAccount } from './patient-account.ts'
import { arrive, checkAccessible, type Screen, see, seeGone } from './screen.ts'

const WAY_MS = 120_000
const READ_MS = 30_000
const amani: Credentials = { email: 'amani@patient.example', password: 'two boats below the bridge' }

let house: House
let browser: Browser
let token: string
let patient: number
let ward: Screen

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
  ;[house, browser] = await Promise.all([openHouse(), openBrowser()])
  token = await setUp(house)
  const doctor = await addPerson(house, token, 'doctor', ['Grace', 'Achieng'])
  ;({ id: patient } = await api<{ id: number }>(house.url, 'POST', '/patients/patients/', {
    token,
    body: { first_name: 'Amani', second_name: 'Odhiambo', gender: 'female', date_of_birth: '1979-06-01', not_a_duplicate: true },
  }))
  await openAccount(house, token, patient, { ...amani, first_name: 'Amani', last_name: 'Odhiambo' })
  ward = await arrive(browser, house.url, doctor)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await house?.close()
})

const fileBox = (page: Page, name: string) => page.locator(`input[type=file][aria-label="${name}"]`)
const documents = (page: Page) => page.getByRole('list', { name: 'Documents' })
const finding = (page: Page, text: string | RegExp) => page.locator('.finding', { hasText: text })

/** Goes through the findings by key until it is at one of them. */
const walkTo = async (page: Page, text: RegExp, key: 'j' | 'k' = 'j') => {
  const hands = handsOn(page)
  for (let steps = 0; steps < 30; steps += 1) {
    await hands.press(key)
    await expect.poll(() => page.locator('.finding[aria-current]').count()).toBe(1)
    await page.waitForTimeout(80)
    if (text.test((await page.locator('.finding[aria-current]').textContent()) ?? '')) return
  }
  throw new Error(`No finding says ${text}.`)
}

/** Selects words of the text, as a pointer drawn over them does. */
const select = (page: Page, words: string) =>
  page.locator('.page-text').evaluate((text, sought) => {
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
    const { page, check } = ward
    const hands = handsOn(page)
    await goTo(page, `${house.url}/dashboard/patients/${patient}?tab=records`)
    await see(page.getByText('No documents yet'))
    await fileBox(page, 'Choose files').setInputFiles([
      { name: 'discharge.txt', mimeType: 'text/plain', buffer: Buffer.from(letter) },
      {
        name: 'clinic letter.pdf',
        mimeType: 'application/pdf',
        buffer: pdfOf(['Clinic letter', 'Known asthma. Takes salbutamol 100 mcg as needed.']),
      },
      { name: 'tool.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    ])
    await see(page.getByText('Send a PDF, a picture (PNG, JPEG, TIFF, WebP) or plain text.'))
    await page.getByLabel('Title of discharge.txt').fill('Discharge from Lakeside')
    await page.getByRole('button', { name: 'Add 2 files' }).click()
    await see(documents(page).getByText('Discharge from Lakeside'))
    // Ready by itself: nothing is loaded again.
    await documents(page).locator('li', { hasText: 'clinic letter' }).getByText('to review').waitFor({ timeout: READ_MS })
    await documents(page).locator('li', { hasText: 'Discharge from Lakeside' }).getByText('to review').waitFor({ timeout: READ_MS })

    await documents(page).getByRole('link', { name: 'Discharge from Lakeside' }).click()
    await see(finding(page, 'hypertension'))
    await see(finding(page, 'chest pain').getByText('Denied'))
    await expect.poll(() => page.locator('.page-text mark', { hasText: 'hypertension' }).count()).toBeGreaterThan(0)
    await walkTo(page, /hypertension/)
    await hands.press('y')
    await see(finding(page, 'hypertension').getByText('Confirmed'))
    await walkTo(page, /chest pain/)
    await hands.press('x')
    await seeGone(finding(page, 'chest pain'))
    await hands.press('u')
    await see(finding(page, 'chest pain'))

    await finding(page, 'hypertension').getByRole('button', { name: 'Add to problems' }).click()
    await see(finding(page, 'hypertension').getByRole('link', { name: 'On the problem list' }))
    await finding(page, 'penicillin').first().getByRole('button', { name: 'Add to allergies' }).click()
    await see(page.getByRole('link', { name: 'Among the allergies' }))
    await walkTo(page, /amlodipine/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^File all confirmed/ }).click()
    await see(page.getByRole('link', { name: 'Among the medicines' }))

    // What was missed is marked in the text, and what was read wrong is corrected.
    await select(page, 'discharge summary')
    await page.getByRole('button', { name: 'Mark as…' }).click()
    await page.getByRole('menuitem', { name: 'Facility' }).click()
    await see(page.locator('.finding').getByText('Marked by hand'))
    await walkTo(page, /tuberculosis/, 'k')
    await hands.press('e')
    await page.getByLabel('Denied: the document says that it is not so').uncheck()
    await page.getByRole('button', { name: 'Save and confirm' }).click()
    await see(finding(page, 'tuberculosis').getByRole('button', { name: 'Add to problems' }))

    await page.getByRole('link', { name: 'On the problem list' }).click()
    await see(page.getByRole('region', { name: 'Problem list' }).getByText('I10'))
    await see(page.locator('.patient-head').getByText(/penicillin/i))
    await goTo(page, `${house.url}/dashboard/patients/${patient}?tab=prescriptions`)
    await see(page.getByText(/amlodipine/i))
    check()
  },
  WAY_MS,
)

test(
  'the PDF shows its page with its findings on it, and what stands in it is found',
  async () => {
    const { page, check } = ward
    await goTo(page, `${house.url}/dashboard/patients/${patient}?tab=records`)
    await page.getByRole('searchbox', { name: 'Search in these documents' }).fill('salbut')
    await see(page.locator('.record-hits mark'))
    await page.locator('.record-hit').first().click()
    await see(page.getByRole('img', { name: 'Page 1' }))
    await expect.poll(() => page.locator('.page-box').count()).toBeGreaterThan(0)
    const box = await page.locator('.page-box').first().boundingBox()
    const sheet = await page.locator('.page-sheet').first().boundingBox()
    expect(box!.x).toBeGreaterThan(sheet!.x)
    expect(box!.y).toBeGreaterThan(sheet!.y)
    check()
  },
  WAY_MS,
)

test(
  'what a patient sends is seen by the clinic, unverified until somebody has looked at it; every room looks right',
  async () => {
    const mine = await arrive(browser, house.url, amani, { at: '/patient-overview' })
    await mine.page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'Documents' }).click()
    await fileBox(mine.page, 'Choose files').setInputFiles([
      { name: 'old result.txt', mimeType: 'text/plain', buffer: Buffer.from('Haemoglobin 9.1 g/dL. Known asthma.') },
    ])
    await mine.page.getByRole('button', { name: 'Add 1 file' }).click()
    await see(mine.page.getByRole('list', { name: 'My documents' }).getByText('not yet looked at by the clinic'))
    await seeGone(mine.page.getByText('Being read'))
    mine.check()

    const office = await arrive(browser, house.url, administrator, { at: '/dashboard/records?show=unverified' })
    await see(office.page.getByRole('link', { name: 'old result' }))
    await checkAccessible(office.page, 'what patients sent')
    await office.page.getByRole('link', { name: 'old result' }).click()
    await see(finding(office.page, '9.1'))
    // Two people correct the same: neither is lost.
    const second = await arrive(browser, house.url, administrator, { at: new URL(office.page.url()).pathname })
    for (const { page } of [office, second])
      await finding(page, '9.1')
        .getByRole('button', { name: /^Correct/ })
        .click()
    // Both have it open before either saves: a form that opens later shows what was saved.
    await see(second.page.getByLabel('Value', { exact: true }))
    await office.page.getByLabel('Value', { exact: true }).fill('9.2')
    await office.page.getByRole('button', { name: 'Save and confirm' }).click()
    await see(finding(second.page, '9.1').locator('.finding-said', { hasText: '9.2' }))
    await second.page.getByLabel('Value', { exact: true }).fill('9.3')
    await second.page.getByRole('button', { name: 'Save and confirm' }).click()
    await see(second.page.getByText('Changed meanwhile'))
    await second.page.context().close()
    await office.page.getByRole('button', { name: /^Confirm all shown/ }).click()
    await seeGone(office.page.getByRole('button', { name: /^Confirm all shown/ }))
    await office.page.getByRole('button', { name: 'Undo' }).click()
    await see(office.page.getByRole('button', { name: /^Confirm all shown/ }))
    await office.page.getByRole('button', { name: 'I have looked at it' }).click()
    await seeGone(office.page.getByText('sent by the patient'))
    office.check()

    const [{ id } = { id: 0 }] = await api<{ id: number }[]>(house.url, 'GET', `/patients/medical-records/?patient_id=${patient}`, {
      token,
    })
    await walkRooms(
      browser,
      house.url,
      [
        { address: `/dashboard/patients/${patient}?tab=records`, sign: 'Discharge from Lakeside' },
        { address: `/dashboard/patients/${patient}/records/${id}`, sign: 'Haemoglobin' },
        { address: `/dashboard/patients/${patient}/records/${id}?side=findings`, sign: 'Haemoglobin' },
        { address: `/dashboard/patients/${patient}/records/999999`, sign: 'There is no such document' },
        { address: '/dashboard/records?q=asthma', sign: 'asthma' },
        { address: '/dashboard/records?show=unverified', sign: 'Everything was looked at' },
      ],
      { person: administrator, shown: opposites },
    )
    await walkRooms(
      browser,
      house.url,
      [
        { address: '/patient-overview/documents', sign: 'old result' },
        { address: `/patient-overview/documents/${id}`, sign: 'Haemoglobin' },
      ],
      { person: amani, shown: opposites },
    )
  },
  WAY_MS,
)
