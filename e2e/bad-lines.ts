import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { goTo, openBrowser, openContext } from './browser.ts'
import { failures, openLine, type Failure, type Line } from './failing-line.ts'
import { administrator, api, type TestServer, startTestServer, setUp } from './test-server.ts'

/** So long each page is watched: the one wait that cannot be shortened. */
const WATCHED_MS = 20_000
/** Of what fails, and of probes of the line, by one page in that time. */
const MOST_REQUESTS = 10
/** Of everything, by one page in that time: a stream that was late on a busy machine lets a page look at its lists once more. */
const MOST_IN_ALL = 20
const EVENTS = '/api/events/'
const PROBE = 'GET /health/ready'

/** A page whose line is about to fail. */
export interface Watched {
  page: Page
  line: Line
  failure: Failure
  /** The request that fails: method and path. */
  fails: string
  /** Does what fails. */
  begin: () => Promise<unknown>
  /** What the person reads while it fails. */
  message: Locator
  /** Whether what was typed or chosen is still there. */
  keeps?: () => Promise<boolean>
  /** What the person does when the line is good again, until it is done. */
  finish?: () => Promise<unknown>
  /** The rows that came of it. */
  rows?: () => Promise<number>
}

/** A clinic, and for each failure a patient whose name says which. */
export interface BadLines {
  app: TestServer
  token: string
  patientOf: (failure: Failure) => number
  /** A signed-in page at `path` over a line of its own. */
  openPage: (path: string) => Promise<{ page: Page; line: Line }>
  close: () => Promise<void>
}

const words: Record<Failure, string> = {
  '504 with HTML': 'Moja',
  '503': 'Mbili',
  reset: 'Tatu',
  abort: 'Nne',
  '60 s delay': 'Tano',
  'truncated body': 'Sita',
}
/** A name that no other failure has. */
export const nameOf = (failure: Failure) => words[failure]

/** What is read while it fails: a reply that is only late is waited for, and said to be late. */
export const messageOn = (page: Page, failure: Failure, what: Locator) =>
  (failure === '60 s delay' ? page.getByText('The server is slow to respond') : what).first()

const stayingSignedIn = async (context: BrowserContext, app: TestServer) => {
  const reply = await context.request.post(`${app.url}/api/users/login/`, { data: administrator })
  const { access, refresh } = (await reply.json()) as { access: string; refresh: string }
  await context.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
    },
    { token: access, refresh, token_at: String(Date.now()) },
  )
}

export const openBadLines = async (): Promise<BadLines> => {
  const [app, browser] = await Promise.all([startTestServer(), openBrowser()])
  const token = await setUp(app)
  const context = await openContext(browser, { own: true })
  await stayingSignedIn(context, app)
  const patients = new Map<Failure, number>()
  for (const failure of failures) {
    const { id } = await api<{ id: number }>(app.url, 'POST', '/patients/patients/', {
      token,
      body: { first_name: nameOf(failure), second_name: 'Kept', gender: 'female', not_a_duplicate: true },
    })
    patients.set(failure, id)
  }
  const lines: Line[] = []
  return {
    app,
    token,
    patientOf: (failure) => patients.get(failure) ?? 0,
    openPage: async (path) => {
      const line = await openLine(app.url)
      lines.push(line)
      const page = await context.newPage()
      await goTo(page, line.url + path)
      // What the page asks for when it opens is not of what follows.
      await page
        .getByText(/^Live, \d+ s ago$/)
        .first()
        .waitFor()
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
      return { page, line }
    },
    close: async () => {
      await context.close()
      await Promise.all(lines.map((line) => line.close()))
      await app.close()
    },
  }
}

/**
 * What a page asks of the server from now on and for so long, the event stream apart; what the browser itself sends twice over a broken line
 * counts once. A busy machine may look at it much later.
 */
const requestsOf = (page: Page) => {
  const requests: string[] = []
  const until = performance.now() + WATCHED_MS
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (performance.now() < until && /^\/(api|health)\//.test(pathname) && pathname !== EVENTS)
      requests.push(`${request.method()} ${pathname}`)
  })
  return requests
}

const isSeldom = (asked: readonly string[], fails: string) =>
  asked.length <= MOST_IN_ALL && asked.filter((one) => one === fails || one === PROBE).length <= MOST_REQUESTS

/** Whether it comes while the line is bad, however busy the machine is. */
const comes = (what: Locator) =>
  what.waitFor({ timeout: 120_000 }).then(
    () => true,
    () => false,
  )

/** Lets the lines of all pages fail at once; every page must ask seldom, say so, keep what was typed, and do nothing twice. */
export const expectPatience = async (all: readonly Watched[]) => {
  const asked = all.map(({ page, line, failure, fails }) => {
    line.fail(({ method, path }) => (fails === `${method} ${path}` ? failure : null))
    return requestsOf(page)
  })
  const watched = sleep(WATCHED_MS)
  const messages = Promise.all(all.map(({ message }) => comes(message)))
  await Promise.all(all.map(({ begin }) => begin()))
  await watched
  const text = await messages
  const seen = await Promise.all(
    all.map(async ({ failure, keeps }, at) => ({
      failure,
      // Those that are too many are shown.
      asked: isSeldom(asked[at]!, all[at]!.fails) ? 'seldom' : asked[at],
      message: text[at],
      kept: (await keeps?.()) ?? true,
    })),
  )
  for (const { line } of all) line.heal()
  await Promise.all(all.map(async ({ finish }) => finish?.()))
  const found = await Promise.all(all.map(async ({ rows }, at) => ({ ...seen[at], rows: (await rows?.()) ?? 1 })))
  const wrong = found.filter((one) => one.asked !== 'seldom' || !one.message || !one.kept || one.rows !== 1)
  // A failure says which page it was, and what it asked.
  expect(wrong, JSON.stringify(wrong)).toEqual([])
}
