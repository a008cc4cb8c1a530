import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { launchBrowser, openContext, signIn } from '../../e2e/browser.ts'

/** What is wrong with a screen, in a sentence; nothing where it has recovered. */
export interface ScreenResult {
  /** The quiet bar was there while the clinic was away. */
  sawBar: boolean
  /** Seconds from the strike until both said that they are live again. */
  seconds: number
  /** Columns of the board that draw fewer cards than they have, and were not compared. */
  skipped: string[]
  wrong: string[]
}

export interface Screens {
  /** Types the beginning of a sentence into a note. */
  beginToType: (round: number) => Promise<void>
  /** Waits for what a person sees: the bar, the rest of the sentence kept, everything as it is in the database. */
  watch: (options: { since: number; isAway: boolean; db: () => Promise<Db> }) => Promise<ScreenResult>
  close: () => Promise<void>
}

interface Options {
  url: string
  password: string
  desk: string
  doctor: string
  /** An open visit that nobody else works on. */
  visit: { id: number; patient: number }
}

/** A machine on which all of this runs at once is slow to draw the first page. */
const OPENED_MS = 120_000
const BAR_MS = 20_000
const LIVE_MS = 45_000
const SAME_MS = 30_000
const EACH_MS = 250
/** A column draws so many cards, and more when it is asked for them. */
const DRAWN = 40

const bar = (page: Page) => page.getByText(/^Connection lost\. Data shown is from/)
const isSeen = (what: Locator, state: 'visible' | 'hidden', timeout: number) =>
  what
    .first()
    .waitFor({ state, timeout })
    .then(
      () => true,
      () => false,
    )

const columns: Record<string, readonly string[]> = {
  Reception: ['reception'],
  Triage: ['triage'],
  Doctor: ['doctor', 'added result'],
  Laboratory: ['lab', 'awaiting result'],
  Pharmacy: ['pharmacy'],
  Billing: ['billing'],
}

/** The visits of each column as they are drawn, and as they are. */
const drawnIn = async (page: Page): Promise<Record<string, number[]>> => {
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('[data-visit]')].map((card) => ({
      column: card.closest('[role=region],section')?.getAttribute('aria-label') ?? '',
      visit: Number((card as HTMLElement).dataset['visit']),
    })),
  )
  return Object.fromEntries(
    Object.keys(columns).map((column) => [column, found.filter((card) => card.column === column).map(({ visit }) => visit)]),
  )
}
/** The database may still be on its way up when the first screen is back. */
const onceUp = async <T>(ask: () => Promise<T>): Promise<T> => {
  const deadline = performance.now() + SAME_MS
  for (;;)
    try {
      return await ask()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(EACH_MS)
    }
}
const openIn = async (db: Db): Promise<Record<string, number[]>> => {
  const { rows } = await sql<{ id: number; track: string }>`select id, track from visits where closed_at is null`.execute(db)
  return Object.fromEntries(
    Object.entries(columns).map(([column, tracks]) => [column, rows.filter(({ track }) => tracks.includes(track)).map(({ id }) => id)]),
  )
}
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b).join(' ')

/** The columns of the board that are not as they are in the database, and those too long to say; a moment at which they were the same is enough. */
const compareBoard = async (page: Page, db: Db): Promise<Pick<ScreenResult, 'skipped' | 'wrong'>> => {
  const deadline = performance.now() + SAME_MS
  for (;;) {
    const [drawn, open] = await Promise.all([drawnIn(page), onceUp(() => openIn(db))])
    const skipped = Object.keys(columns).filter((column) => (open[column]?.length ?? 0) > DRAWN)
    const different = Object.keys(columns).filter(
      (column) => !skipped.includes(column) && sorted(drawn[column] ?? []) !== sorted(open[column] ?? []),
    )
    if (different.length === 0 || performance.now() > deadline)
      return {
        skipped,
        wrong: different.map((column) => `${column} shows ${sorted(drawn[column] ?? [])}, and there are ${sorted(open[column] ?? [])}.`),
      }
    await page.waitForTimeout(EACH_MS)
  }
}

const savedNote = async (db: Db, visit: number) =>
  (await sql<{ complaint: string }>`select complaint from consultations where visit_id = ${visit} order by id desc limit 1`.execute(db))
    .rows[0]?.complaint

const noteDiffers = async (page: Page, db: Db, visit: number, typed: string): Promise<string[]> => {
  const deadline = performance.now() + SAME_MS
  for (;;) {
    const [inBox, saved] = await Promise.all([complaintOf(page).inputValue(), onceUp(() => savedNote(db, visit))])
    if (inBox !== typed) return [`The note says "${inBox}", and "${typed}" was typed.`]
    if (saved === typed) return []
    if (performance.now() > deadline) return [`"${typed}" was typed, and "${saved}" is kept.`]
    await page.waitForTimeout(EACH_MS)
  }
}
const complaintOf = (page: Page) => page.getByRole('textbox', { name: 'Complaint', exact: true })

/** Opens the board and the note of a doctor, each in a browser of its own person, and leaves them open. */
export const openScreens = async ({ url, password, desk, doctor, visit }: Options): Promise<Screens> => {
  // Whoever has the clinic cleans up after a signal; the browser must not end the process before.
  const browser = await launchBrowser([], { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false })
  const pageOf = async (email: string, at: string) => {
    const context = await openContext(browser)
    context.setDefaultTimeout(OPENED_MS)
    const page = await context.newPage()
    await signIn(page, url, { email, password }, at)
    await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
    return page
  }
  const board = await pageOf(desk, '/dashboard')
  const note = await pageOf(doctor, `/dashboard/patients/${visit.patient}?tab=visit`)
  await complaintOf(note).waitFor()
  const pages = [board, note]
  let typed = ''

  const type = async (text: string) => {
    await complaintOf(note).focus()
    await note.keyboard.press('End')
    await note.keyboard.type(text)
    typed += text
  }
  return {
    beginToType: async (round) => {
      await complaintOf(note).fill('')
      typed = ''
      await type(`Round ${round}: cough since `)
    },
    watch: async ({ since, isAway, db: connected }) => {
      const sawBar = isAway ? (await Promise.all(pages.map((page) => isSeen(bar(page), 'visible', BAR_MS)))).every(Boolean) : false
      await type('Monday, no fever')
      const isLive = await Promise.all(pages.map((page) => isSeen(bar(page), 'hidden', LIVE_MS)))
      const seconds = (performance.now() - since) / 1000
      const wrong: string[] = []
      if (isAway && !sawBar) wrong.push('A screen did not say that the connection was lost.')
      if (!isLive.every(Boolean)) wrong.push('A screen did not find back to the clinic.')
      for (const page of pages)
        if (!(await page.evaluate(() => 'isSame' in globalThis))) wrong.push(`${new URL(page.url()).pathname} was loaded again.`)
      const db = await connected()
      wrong.push(...(await noteDiffers(note, db, visit.id, typed)))
      const { skipped, wrong: different } = await compareBoard(board, db)
      return { sawBar, seconds, skipped, wrong: [...wrong, ...different] }
    },
    close: () => browser.close(),
  }
}
