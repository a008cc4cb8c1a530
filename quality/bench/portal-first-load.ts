import type { Browser } from 'playwright-core'
import { sql } from 'kysely'
import { hashPassword } from '#platform/auth/passwords.ts'
import { PASSWORD } from './dataset.ts'
import { withBenchServer, type BenchServer } from './server/bench-server.ts'
import { type Bytes, launch, takeSlowPhone } from './figures/slow-phone.ts'

const TIMES = 5
const CARD = '[data-part="portal-card"]'
const EMAIL = 'patient@portal.example'
const HOME = '/patient-overview'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
const figures = (times: readonly number[]) => `median ${Math.round(middle(times))}, worst ${Math.round(Math.max(...times))} ms`
const kilobytes = (bytes: Bytes) =>
  Object.entries(bytes)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, size]) => `${kind} ${(size / 1000).toFixed(1)}`)
    .join(', ')

/** The account of somebody with a long record. */
const makeAccount = async ({ direct: { db } }: BenchServer) => {
  const password_hash = await hashPassword(PASSWORD)
  const { id } = await db
    .insertInto('users')
    .values({ email: EMAIL, first_name: 'Wambui', last_name: 'Karanja', role: 'patient', password_hash })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update patients set user_id = ${id} where id = (
    select patient_id from visits group by 1 order by count(*) desc, 1 limit 1)`.execute(db)
}

interface Load {
  painted: number
  usable: number
  pressed: number
  bytes: Bytes
}

/** From the address to a page that answers a finger, by somebody who is signed in; `language` is what their browser remembers. */
const loadOnce = async (browser: Browser, url: string, stored: Record<string, string>): Promise<Load> => {
  const phone = await takeSlowPhone(browser, url, stored, CARD)
  await phone.page.goto(url + HOME, { waitUntil: 'commit' })
  const usable = await phone.usable()
  const bytes = phone.bytes()
  const from = performance.now()
  await phone.page.locator(CARD).first().tap()
  await phone.page.waitForURL((address) => address.pathname !== HOME)
  const load = { painted: await phone.painted(), usable, pressed: performance.now() - from, bytes }
  await phone.close()
  return load
}

const signInOnce = async (browser: Browser, url: string) => {
  const phone = await takeSlowPhone(browser, url, {}, 'input[type=password]')
  await phone.page.goto(`${url}/auth/login`, { waitUntil: 'commit' })
  const usable = await phone.usable()
  await phone.page.getByLabel('E-mail').fill(EMAIL)
  await phone.page.locator('input[type=password]').fill(PASSWORD)
  const from = performance.now()
  await phone.page.locator('input[type=password]').press('Enter')
  await phone.page.locator(CARD).first().waitFor()
  const taken = performance.now() - from
  const bytes = phone.bytes()
  await phone.close()
  return { usable, taken, bytes }
}

const repeat = async <T>(work: () => Promise<T>): Promise<T[]> => {
  const all: T[] = []
  for (let time = 0; time < TIMES; time += 1) all.push(await work())
  return all
}

const report = (name: string, loads: readonly Load[]) => {
  say(`${name}: usable ${figures(loads.map(({ usable }) => usable))} after the address was opened`)
  say(`  splash seen ${figures(loads.map(({ painted }) => painted))}; a press answered ${figures(loads.map(({ pressed }) => pressed))}`)
  say(`  KB: ${kilobytes(loads[0]?.bytes ?? {})}`)
}

const measure = async (app: BenchServer) => {
  await makeAccount(app)
  const url = `http://127.0.0.1:${app.port}`
  const browser = await launch()
  try {
    const tokens = await app.signIn(EMAIL, 'patient')
    const stored = () => ({ token: tokens()[0] as string, token_at: String(Date.now()) })
    await loadOnce(browser, url, stored())
    report('Portal', await repeat(() => loadOnce(browser, url, stored())))
    report('Portal in Kiswahili', await repeat(() => loadOnce(browser, url, { ...stored(), language: 'sw' })))
    const signIns = await repeat(() => signInOnce(browser, url))
    say(`Sign-in page: usable ${figures(signIns.map(({ usable }) => usable))}`)
    say(
      `From sending the password to the overview: ${figures(signIns.map(({ taken }) => taken))}; KB: ${kilobytes(signIns[0]?.bytes ?? {})}`,
    )
  } finally {
    await browser.close()
  }
}

await withBenchServer({ size: { patients: 4000, visits: 12_000 }, dir: undefined, lanes: 4, seconds: 1, profile: false, say }, measure)
