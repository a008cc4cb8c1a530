import type { Browser } from 'playwright-core'
import { sql } from 'kysely'
import { hashPassword } from '#platform/auth/passwords.ts'
import { PASSWORD } from './dataset.ts'
import { withBenchServer, type BenchServer } from './server/bench-server.ts'
import { launch, SLOWEST_PHONE, takeSlowPhone } from './figures/slow-phone.ts'

const TIMES = 3
/** Until what is fetched after the first sight is in the cache too. */
const REST_MS = 10_000
const EMAIL = 'patient@portal.example'
const PAGES = {
  'sign-in': { path: '/auth/login', usable: 'input[type=password]', isSignedIn: false },
  portal: { path: '/patient-overview', usable: '[data-part="portal-card"]', isSignedIn: true },
  booking: { path: '/book-appointment', usable: 'main h1', isSignedIn: false },
}

const say = (line: string) => void process.stdout.write(`${line}\n`)
const seconds = (times: readonly number[]) =>
  `${((times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN) / 1000).toFixed(1)} s`

/** A patient with a long record, and a clinic where anybody may book. */
const prepare = async ({ direct: { db } }: BenchServer) => {
  const password_hash = await hashPassword(PASSWORD)
  const { id } = await db
    .insertInto('users')
    .values({ email: EMAIL, first_name: 'Wambui', last_name: 'Karanja', role: 'patient', password_hash })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update patients set user_id = ${id} where id = (
    select patient_id from visits group by 1 order by count(*) desc, 1 limit 1)`.execute(db)
  await sql`insert into booking_settings (is_public_open) values (true) on conflict (id) do update set is_public_open = true`.execute(db)
  await sql`insert into bookable_services (item_id, is_public) select id, true from items order by id limit 2
    on conflict (item_id) do update set is_public = true`.execute(db)
}

type Opened = (typeof PAGES)[keyof typeof PAGES]

/** Milliseconds until a page can be used with an empty cache and with a full one, and how many files and KB came for the first. */
const openTwice = async (browser: Browser, url: string, stored: Record<string, string>, { path, usable }: Opened) => {
  const phone = await takeSlowPhone(browser, url, stored, usable, SLOWEST_PHONE)
  await phone.page.goto(url + path, { waitUntil: 'commit' })
  const cold = await phone.usable()
  const bytes = Object.values(phone.bytes()).reduce((sum, size) => sum + size, 0)
  await phone.page.waitForTimeout(REST_MS)
  const { files, calls } = await phone.page.evaluate(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    const files = names.filter((name) => name.startsWith('/assets/'))
    return { files, calls: names.length - files.length }
  })
  await phone.page.goto('about:blank')
  await phone.page.goto(url + path, { waitUntil: 'commit' })
  const warm = await phone.usable()
  await phone.close()
  return { cold, warm, bytes, files: files.length + 1, calls }
}

const measure = async (app: BenchServer) => {
  await prepare(app)
  const url = `http://127.0.0.1:${app.port}`
  const browser = await launch()
  try {
    const tokens = await app.signIn(EMAIL, 'patient')
    for (const [name, page] of Object.entries(PAGES)) {
      const loads = []
      for (let time = 0; time < TIMES; time += 1) {
        const stored: Record<string, string> = page.isSignedIn ? { token: tokens()[0] ?? '', token_at: String(Date.now()) } : {}
        loads.push(await openTwice(browser, url, stored, page))
      }
      say(
        `${name}: usable after ${seconds(loads.map(({ cold }) => cold))} with an empty cache, ${seconds(loads.map(({ warm }) => warm))} with a full one; ${Math.round((loads[0]?.bytes ?? 0) / 1000)} KB in ${loads[0]?.files} files, ${loads[0]?.calls} calls`,
      )
    }
  } finally {
    await browser.close()
  }
}

await withBenchServer({ size: { patients: 4000, visits: 12_000 }, dir: undefined, lanes: 4, seconds: 1, profile: false, say }, measure)
