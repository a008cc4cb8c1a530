import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser, openContext } from './browser.ts'
import { failures, openLine, type Failure, type Line } from './failing-line.ts'
import { administrator, api, type House, openHouse, setUp } from './house.ts'
import { see } from './screen.ts'

const WAY_MS = 400_000
/** Ends only what hangs: the pages of all cases are open at once. */
const PATIENCE_MS = 180_000
/** So long each page is watched: the one wait that cannot be shortened. */
const WATCHED_MS = 20_000
const MOST_REQUESTS = 10
/** Pages that are loaded at the same time. */
const AT_ONCE = 6

const EVENTS = '/api/events/'
const PATIENTS = '/api/patients/patients/'
const RECORDS = '/api/patients/medical-records/'
const kinds = {
  GET: `GET ${PATIENTS}`,
  POST: `POST ${PATIENTS}`,
  upload: `POST ${RECORDS}`,
  'event stream': `GET ${EVENTS}`,
  extract: 'POST /api/patients/medical_records/extract/',
} as const
type Kind = keyof typeof kinds

interface Case {
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
}

let house: House
let browser: Browser
let context: BrowserContext
let line: Line
let token: string
const cases = new Map<string, Case>()

const nameOf = (kind: Kind, failure: Failure) => `${kind}: ${failure}`
const wordOf = (failure: Failure) => ['Moja', 'Mbili', 'Tatu', 'Nne', 'Tano', 'Sita'][failures.indexOf(failure)] ?? ''
const isSlow = (failure: Failure) => failure === '60 s delay'
const count = async (sql: string, values: unknown[]) =>
  (await house.sql<{ n: number }>(`select count(*)::int as n from ${sql}`, values))[0]?.n ?? 0

const openPage = async (kind: Kind, failure: Failure, path: string): Promise<Page> => {
  const page = await context.newPage()
  await page.setExtraHTTPHeaders({ 'x-page': nameOf(kind, failure) })
  // A stream in the tab itself instead of the one of all tabs, which belongs to no page.
  if (kind === 'event stream') await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'))
  await goTo(page, line.url + path)
  return page
}
const messageOn = (page: Page, failure: Failure, what: Locator) =>
  (isSlow(failure) ? page.getByText('The server is taking long to answer') : what).first()

const open: Record<Kind, (failure: Failure, patient: number) => Promise<Case>> = {
  GET: async (failure) => {
    const page = await openPage('GET', failure, '/dashboard/reception-interface')
    const failed = page.getByRole('alert').filter({ hasText: 'This could not be loaded' })
    return {
      begin: () => page.getByRole('link', { name: 'All patients' }).click(),
      message: messageOn(page, failure, failed),
      keeps: async () => true,
      finish: async () => {
        if (!isSlow(failure)) await failed.getByRole('button', { name: 'Try again' }).click()
        await see(page.getByText(`${wordOf(failure)} Kept`))
      },
    }
  },
  POST: async (failure) => {
    // A page on which nothing is news: what the other cases save would have a list asked for again.
    const page = await openPage('POST', failure, '/dashboard/patients/new')
    const form = page.getByRole('main')
    const typed = `${wordOf(failure)}ngu`
    const first = form.getByLabel('First name').first()
    await first.fill(typed)
    await form.getByLabel('Second name').first().fill('Typed')
    await form.getByText('Female').click()
    const save = () => first.press('Enter')
    return {
      begin: save,
      message: messageOn(page, failure, form.getByText('The server did not answer')),
      keeps: async () => (await first.inputValue()) === typed,
      finish: async () => {
        if (!isSlow(failure)) await save()
        await see(page.locator('.toast', { hasText: 'is registered' }))
      },
      rows: () => count('patients where first_name = $1 and second_name = $2', [typed, 'Typed']),
    }
  },
  upload: async (failure, patient) => {
    const page = await openPage('upload', failure, `/dashboard/patients/${patient}?tab=records`)
    const title = `${wordOf(failure)} letter`
    await page
      .locator('input[type=file][aria-label="Choose files"]')
      .setInputFiles({ name: `${title}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`A letter about ${title}.`) })
    await see(page.getByRole('button', { name: 'Add 1 file' }))
    return {
      begin: () => page.getByRole('button', { name: 'Add 1 file' }).click(),
      message: messageOn(page, failure, page.getByText('Failed to upload medical record')),
      keeps: () => page.getByText(`${title}.txt`).first().isVisible(),
      finish: async () => {
        if (!isSlow(failure)) await page.getByRole('button', { name: 'Try again' }).click()
        await see(page.getByRole('list', { name: 'Documents' }).getByText(title))
      },
      rows: () => count('medical_records where patient_id = $1 and title = $2', [patient, title]),
    }
  },
  'event stream': async (failure) => {
    const page = await openPage('event stream', failure, '/dashboard/reception-interface')
    const isLive = page.getByText(/^Live, \d+ s ago$/)
    await see(isLive)
    return {
      begin: async () => null,
      message: page.getByText('Not live').first(),
      keeps: async () => true,
      finish: () => see(isLive),
    }
  },
  /** A document that was read already is to be read again. */
  extract: async (failure, patient) => {
    const form = new FormData()
    form.append('patient', String(patient))
    form.append('file', new File(['Diagnosis: essential hypertension.'], 'reading.txt', { type: 'text/plain' }))
    const reply = await fetch(`${house.url}${RECORDS}`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
    expect(reply.status).toBe(201)
    const page = await openPage('extract', failure, `/dashboard/patients/${patient}?tab=records`)
    await see(page.getByText(/to review|Nothing found/))
    await page.getByRole('button', { name: 'More of reading' }).click()
    return {
      begin: () => page.getByRole('menuitem', { name: 'Read again' }).click(),
      message: page.locator('.toast', { hasText: 'Failed to process medical record' }),
      keeps: () => page.getByRole('link', { name: 'reading' }).first().isVisible(),
      finish: async () => null,
    }
  },
}

/** Every failure of every kind, and one of the reading of a document. */
const wanted: (readonly [Kind, Failure])[] = [
  ...(['GET', 'POST', 'upload', 'event stream'] as const).flatMap((kind) => failures.map((failure) => [kind, failure] as const)),
  ['extract', 'abort'],
]

beforeAll(async () => {
  ;[house, browser] = await Promise.all([openHouse(), openBrowser()])
  token = await setUp(house)
  line = await openLine(house.url)
  context = await openContext(browser)
  context.setDefaultTimeout(PATIENCE_MS)
  const reply = await context.request.post(`${house.url}/api/users/login/`, { data: administrator })
  const { access, refresh } = (await reply.json()) as { access: string; refresh: string }
  await context.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
    },
    { token: access, refresh, token_at: String(Date.now()) },
  )
  const patients = new Map<Failure, number>()
  for (const failure of failures) {
    const { id } = await api<{ id: number }>(house.url, 'POST', '/patients/patients/', {
      token,
      body: { first_name: wordOf(failure), second_name: 'Kept', gender: 'female', not_a_duplicate: true },
    })
    patients.set(failure, id)
  }
  const left = [...wanted]
  const openNext = async (): Promise<void> => {
    const next = left.shift()
    if (!next) return
    const [kind, failure] = next
    cases.set(nameOf(kind, failure), await open[kind](failure, patients.get(failure) ?? 0))
    await openNext()
  }
  // The first load fills the cache for the others.
  const [kind, failure] = left.shift()!
  cases.set(nameOf(kind, failure), await open[kind](failure, patients.get(failure) ?? 0))
  await Promise.all(Array.from({ length: AT_ONCE }, openNext))
}, WAY_MS)
afterAll(async () => {
  await context?.close()
  await line?.close()
  await house?.close()
})

test(
  'however a line fails, a page asks seldom, says so, keeps what was typed, and does nothing twice',
  async () => {
    const all = wanted.map(([kind, failure]) => {
      const name = nameOf(kind, failure)
      return { name, kind, failure, ...cases.get(name)! }
    })
    line.fail(({ page, method, path }) => {
      const one = all.find(({ name }) => name === page)
      return one && kinds[one.kind] === `${method} ${path}` ? one.failure : null
    })
    const watched = sleep(WATCHED_MS)
    const messages = Promise.all(
      all.map(({ message }) =>
        message.waitFor({ timeout: WATCHED_MS }).then(
          () => true,
          () => false,
        ),
      ),
    )
    await Promise.all(all.map(({ begin }) => begin()))
    await watched
    const passed = [...line.passed()]
    const asked = all.map(({ name }) =>
      passed.filter(({ path, page }) => page === name && /^\/(api|health)\//.test(path) && path !== EVENTS),
    )
    const said = await messages
    const kept = await Promise.all(all.map(({ keeps }) => keeps()))
    line.heal()
    await Promise.all(all.map(({ finish }) => finish()))
    const rows = await Promise.all(all.map(async ({ rows: number }) => (number ? number() : 1)))
    expect(
      all.map(({ name }, at) => ({
        name,
        isSeldom: (asked[at]?.length ?? 0) <= MOST_REQUESTS,
        said: said[at],
        kept: kept[at],
        rows: rows[at],
      })),
    ).toEqual(all.map(({ name }) => ({ name, isSeldom: true, said: true, kept: true, rows: 1 })))
  },
  WAY_MS,
)
