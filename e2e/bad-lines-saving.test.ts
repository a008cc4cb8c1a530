import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BadLines, expectPatience, messageOn, nameOf, openBadLines } from './bad-lines.ts'
import { isWhole } from '../src/testing/whole.ts'
import { type Failure, failures } from './failing-line.ts'
import { see } from './screen.ts'

const RECORDS = '/api/patients/medical-records/'
/**
 * Each failure once, half of them with a form and half with an upload, and what is late with both: what a page makes of any of them is decided in
 * one place for all calls (`connection.test.ts`), and `bad-lines-asking` meets every one of them in the browser. With `--whole` all with both.
 */
const ofForms: readonly Failure[] = isWhole ? failures : ['503', 'reset', '60 s delay', 'truncated body']
const ofUploads: readonly Failure[] = isWhole ? failures : ['504 with HTML', 'abort', '60 s delay']

let bad: BadLines
beforeAll(async () => {
  bad = await openBadLines()
})
afterAll(() => bad?.close())

const count = async (rows: string, values: unknown[]) =>
  (await bad.app.sql<{ n: number }>(`select count(*)::int as n from ${rows}`, values))[0]?.n ?? 0

test('however the line of a form fails, it is sent seldom, says so, keeps what was typed, and saves once', async () => {
  const all = ofForms.map(async (failure) => {
    // A page on which nothing is news: what the other pages save would have a list asked for again.
    const { page, line } = await bad.openPage('/dashboard/patients/new')
    const form = page.getByRole('main')
    const typed = `${nameOf(failure)}ngu`
    const first = form.getByLabel('First name').first()
    await first.fill(typed)
    await form.getByLabel('Last name').first().fill('Typed')
    await form.getByText('Female').click()
    const save = () => first.press('Enter')
    return {
      page,
      line,
      failure,
      fails: 'POST /api/patients/patients/',
      begin: save,
      message: messageOn(page, failure, form.getByText('The server did not respond')),
      keeps: async () => (await first.inputValue()) === typed,
      finish: async () => {
        if (failure !== '60 s delay') await save()
        await see(page.locator('.toast', { hasText: 'registered' }))
        await page.close()
      },
      rows: () => count('patients where first_name = $1 and second_name = $2', [typed, 'Typed']),
    }
  })
  await expectPatience(await Promise.all(all))
})

test('however the line of an upload fails, the file is sent seldom, the page says so, keeps the file, and adds it once', async () => {
  const all = ofUploads.map(async (failure) => {
    const patient = bad.patientOf(failure)
    const { page, line } = await bad.openPage(`/dashboard/patients/${patient}?tab=records`)
    const title = `${nameOf(failure)} letter`
    await page
      .locator('input[type=file][aria-label="Choose files"]')
      .setInputFiles({ name: `${title}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`A letter about ${title}.`) })
    await see(page.getByRole('button', { name: 'Add 1 file' }))
    return {
      page,
      line,
      failure,
      fails: `POST ${RECORDS}`,
      begin: () => page.getByRole('button', { name: 'Add 1 file' }).click(),
      message: messageOn(page, failure, page.getByText('Failed to upload medical record')),
      keeps: () => page.getByText(`${title}.txt`).first().isVisible(),
      finish: async () => {
        if (failure !== '60 s delay') await page.getByRole('button', { name: 'Try again' }).click()
        await see(page.getByRole('list', { name: 'Documents' }).getByText(title))
        await page.close()
      },
      rows: () => count('medical_records where patient_id = $1 and title = $2', [patient, title]),
    }
  })
  await expectPatience(await Promise.all(all))
})

test('a document that cannot be asked to be read again says so and stays', async () => {
  const patient = bad.patientOf('abort')
  const form = new FormData()
  form.append('patient', String(patient))
  form.append('file', new File(['Diagnosis: essential hypertension.'], 'reading.txt', { type: 'text/plain' }))
  const reply = await fetch(bad.app.url + RECORDS, { method: 'POST', headers: { authorization: `Bearer ${bad.token}` }, body: form })
  expect(reply.status).toBe(201)
  const { page, line } = await bad.openPage(`/dashboard/patients/${patient}?tab=records`)
  await see(page.getByText(/to review|Nothing found/))
  await page.getByRole('button', { name: 'More of reading' }).click()
  await expectPatience([
    {
      page,
      line,
      failure: 'abort',
      fails: 'POST /api/patients/medical_records/extract/',
      begin: () => page.getByRole('menuitem', { name: 'Read again' }).click(),
      message: page.locator('.toast', { hasText: 'Failed to process medical record' }),
      keeps: () => page.getByRole('link', { name: 'reading' }).first().isVisible(),
    },
  ])
})
