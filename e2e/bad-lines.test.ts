import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser, openContext } from './browser.ts'
import { failures, openLine, type Failure, type Line } from './failing-line.ts'
import { administrator, api, type House, openHouse, setUp } from './house.ts'
import { see } from './screen.ts'

const WAY_MS = 240_000
/** So long each page is watched: the one wait that cannot be shortened. */
const WATCHED_MS = 20_000
const MOST_REQUESTS = 10

const EVENTS = '/api/events/'
const PATIENTS = '/api/patients/patients/'
const RECORDS = '/api/patients/medical-records/'
const EXTRACT = '/api/patients/medical_records/extract/'

interface Case {
  line: Line
  page: Page
  /** Does what fails. */
  begin: () => Promise<unknown>
  /** What the person reads while it fails. */
  message: Locator
  /** Whether what was typed or chosen is still there. */
  keeps: () => Promise<boolean>
  /** What the person does when the line is good again, until it is done. */
  finish: () => Promise<unknown>
  /** The rows that came of it. */
  rows?: () => Promise<number>
  /** The name of the page where several share a line. */
  name?: string
}

let house: House
let browser: Browser
let context: BrowserContext
let token: string
const lines: Line[] = []
const cases = new Map<string, Case>()

const count = async (sql: string, values: unknown[]) => (await house.sql<{ n: number }>(`select count(*)::int as n from ${sql}`, values))[0]?.n ?? 0
const SLOW = 'The server is taking long to answer'
const wordOf = (failure: Failure) => ['Moja', 'Mbili', 'Tatu', 'Nne', 'Tano', 'Sita'][failures.indexOf(failure)] ?? ''

const line = async (failure: Failure) => {
  const opened = await openLine(house.url, failure)
  lines.push(opened)
  return opened
}
const openPage = async (at: Line, path: string, name: string) => {
  const page = await context.newPage()
  await page.setExtraHTTPHeaders({ 'x-page': name })
  if (process.env['ASKED']) {
    page.on('console', (m) => console.log(name, m.text()))
    page.on('requestfailed', (r) => console.log(name, 'failed', r.url(), r.failure()?.errorText))
    page.on('response', (r) => r.status() >= 400 && console.log(name, r.status(), r.url()))
  }
  await goTo(page, at.url + path)
  return page
}
const messageOn = (page: Page, failure: Failure, what: Locator) => (failure === '60 s delay' ? page.getByText(SLOW) : what).first()

const getCase = async (failure: Failure, at: Line): Promise<Case> => {
  const page = await openPage(at, '/dashboard/reception-interface', 'GET')
  const failed = page.getByRole('main').getByRole('alert').filter({ hasText: 'This could not be loaded' })
  return {
    line: at,
    page,
    name: 'GET',
    begin: () => page.getByRole('link', { name: 'All patients' }).click(),
    message: messageOn(page, failure, failed),
    keeps: async () => true,
    finish: async () => {
      if (await failed.isVisible()) await failed.getByRole('button', { name: 'Try again' }).click()
      await see(page.getByText(`${wordOf(failure)} Kept`))
    },
  }
}
const postCase = async (failure: Failure, at: Line): Promise<Case> => {
  const page = await openPage(at, '/dashboard/reception-interface', 'POST')
  await page.getByRole('main').getByRole('button', { name: 'Register patient' }).click()
  const dialog = page.getByRole('dialog', { name: 'Register patient' })
  const first = dialog.getByLabel('First name').first()
  await first.fill(wordOf(failure))
  await dialog.getByLabel('Second name').first().fill('Typed')
  await dialog.getByText('Female').click()
  const save = () => page.keyboard.press('Control+s')
  const saved = page.locator('.toast', { hasText: 'is registered' })
  return {
    line: at,
    page,
    name: 'POST',
    begin: save,
    message: messageOn(page, failure, dialog.getByText('The server did not answer')),
    keeps: async () => (await first.inputValue()) === wordOf(failure),
    finish: async () => {
      if (failure !== '60 s delay') await save()
      await see(saved)
    },
    rows: () => count('patients where first_name = $1 and second_name = $2', [wordOf(failure), 'Typed']),
  }
}
const uploadCase = async (failure: Failure, at: Line, patient: number): Promise<Case> => {
  const page = await openPage(at, `/dashboard/patients/${patient}?tab=records`, 'upload')
  const title = `${wordOf(failure)} letter`
  await page
    .locator('input[type=file][aria-label="Choose files"]')
    .setInputFiles({ name: `${title}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`A letter about ${title}.`) })
  const again = page.getByRole('button', { name: /^(Try again|Send again)/ })
  return {
    line: at,
    page,
    name: 'upload',
    begin: () => page.getByRole('button', { name: 'Add 1 file' }).click(),
    message: messageOn(page, failure, page.getByText('Failed to upload medical record')),
    keeps: () => page.getByText(`${title}.txt`).first().isVisible(),
    finish: async () => {
      if (failure !== '60 s delay') await again.click()
      await see(page.getByRole('list', { name: 'Documents' }).getByText(title))
    },
    rows: () => count('medical_records where patient_id = $1', [patient]),
  }
}
const streamCase = async (failure: Failure): Promise<Case> => {
  const at = await line(failure)
  const page = await openPage(at, '/dashboard/reception-interface', 'stream')
  await see(page.getByText(/^Live, \d+ s ago$/))
  return {
    line: at,
    page,
    begin: async () => null,
    message: page.getByText('Not live'),
    keeps: async () => true,
    finish: () => see(page.getByText(/^Live, \d+ s ago$/)),
  }
}
/** A document that was read already is to be read again. */
const extractCase = async (at: Line, patient: number): Promise<Case> => {
  const form = new FormData()
  form.append('patient', String(patient))
  form.append('file', new File(['Diagnosis: essential hypertension.'], 'reading.txt', { type: 'text/plain' }))
  const reply = await fetch(`${house.url}${RECORDS}`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
  expect(reply.status).toBe(201)
  const page = await openPage(at, `/dashboard/patients/${patient}?tab=records`, 'extract')
  await see(page.getByText(/to review|Nothing found/))
  await page.getByRole('button', { name: 'More of reading' }).click()
  return {
    line: at,
    page,
    name: 'extract',
    begin: () => page.getByRole('menuitem', { name: 'Read again' }).click(),
    message: page.locator('.toast', { hasText: 'Failed to process medical record' }),
    keeps: () => page.getByText('reading.txt').or(page.getByRole('link', { name: 'reading' })).first().isVisible(),
    finish: async () => null,
  }
}

beforeAll(async () => {
  ;[house, browser] = await Promise.all([openHouse(), openBrowser()])
  token = await setUp(house)
  context = await openContext(browser)
  const reply = await context.request.post(`${house.url}/api/users/login/`, { data: administrator })
  const stored = { token: '', refresh: '', token_at: String(Date.now()) }
  const { access, refresh } = (await reply.json()) as { access: string; refresh: string }
  await context.addInitScript((kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value)), {
    ...stored,
    token: access,
    refresh,
  })
  const open = async (failure: Failure) => {
    const { id } = await api<{ id: number }>(house.url, 'POST', '/patients/patients/', {
      token,
      body: { first_name: wordOf(failure), second_name: 'Kept', gender: 'female', not_a_duplicate: true },
    })
    const shared = await line(failure)
    cases.set(`${failure}: GET`, await getCase(failure, shared))
    cases.set(`${failure}: POST`, await postCase(failure, shared))
    cases.set(`${failure}: upload`, await uploadCase(failure, shared, id))
    cases.set(`${failure}: event stream`, await streamCase(failure))
    if (failure === 'abort') cases.set(`${failure}: extract`, await extractCase(shared, id))
    return id
  }
  // One after the other: each load of a page wants the whole machine.
  try {
    for (const failure of failures) await open(failure)
  } catch (error) {
    for (const [at, page] of context.pages().entries()) {
      await page.screenshot({ path: `/tmp/shot-${at}.png` })
      console.log(at, page.url(), (await page.locator('body').innerText()).slice(0, 300))
    }
    throw error
  }
}, WAY_MS)
afterAll(async () => {
  await context?.close()
  await Promise.all(lines.map((one) => one.close()))
  await house?.close()
})

test(
  'however a line fails, a page asks seldom, says so, keeps what was typed, and does nothing twice',
  async () => {
    const all = [...cases]
    const isStream = (one: Case) => one.name === undefined
    for (const one of new Set(all.map(([, { line }]) => line))) {
      const streams = all.some(([, each]) => each.line === one && isStream(each))
      one.fail(({ method, path }) =>
        streams ? path === EVENTS : (path === PATIENTS && (method === 'GET' || method === 'POST')) || (path === RECORDS && method === 'POST') || path === EXTRACT,
      )
    }
    const watched = sleep(WATCHED_MS)
    const messages = Promise.all(
      all.map(([, { message }]) =>
        message.waitFor({ timeout: WATCHED_MS }).then(
          () => true,
          () => false,
        ),
      ),
    )
    await Promise.all(all.map(([, { begin }]) => begin()))
    await watched
    const asked = all.map(([, one]) =>
      one.line.passed().filter(({ path, page }) => /^\/(api|health)\//.test(path) && path !== EVENTS && (one.name === undefined || page === one.name)),
    )
    const shown = await messages
    const kept = await Promise.all(all.map(([, { keeps }]) => keeps()))
    console.log(
      all.map(([name], at) => `${name}: ${asked[at]?.length} requests, ${shown[at] ? 'said' : 'NOT SAID'}, ${kept[at] ? 'kept' : 'NOT KEPT'}`).join('\n'),
    )
    if (process.env['ASKED']) console.log(all.map(([name], at) => `${name}: ${asked[at]?.map(({ method, path }) => `${method} ${path}`).slice(0, 30).join(', ')}`).join('\n'))
    if (process.env['ONLY_WATCH']) return
    for (const [, { line }] of all) line.heal()
    await Promise.all(all.map(([, { finish }]) => finish()))
    const rows = await Promise.all(all.map(([, one]) => one.rows?.() ?? 1))
    expect(all.map(([name], at) => ({ name, isSeldom: (asked[at]?.length ?? 0) <= MOST_REQUESTS, said: shown[at], kept: kept[at], rows: rows[at] }))).toEqual(
      all.map(([name]) => ({ name, isSeldom: true, said: true, kept: true, rows: 1 })),
    )
  },
  WAY_MS,
)
