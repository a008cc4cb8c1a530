import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anAccount, signedIn } from '../../testing/accounts.ts'
import type { Person } from '../../testing/clinic.ts'
import { aPrescription, aTablet, type WrittenPrescription } from '../../testing/scenarios/pharmacy.ts'
import { callerOf, openSite, startProgram, type Site } from '../../testing/servers/program.ts'
import { brokenRules } from '../../testing/books/rules.ts'
import { dispenseRules, dispenseTables, findStockInconsistencies } from '../../testing/books/stock-books.ts'

// Each of these starts the program, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** Documents without their stock, lines that say something else, and stock that is not what moved. */
const halves = async () => [
  ...(await brokenRules(site.db, dispenseRules, dispenseTables)).map(({ name }) => name),
  ...(await findStockInconsistencies(site.db)),
]

const person = async (port: number, email: string): Promise<Person> => {
  const call = callerOf(port)
  const { access, headers } = await signedIn({ call }, email)
  return { id: 0, token: access, call: (method, url, body) => call(method, url, body, headers) }
}

test('a server that is killed in the middle leaves all of a dispense or nothing', async () => {
  const { email } = await anAccount(site.db, 'sysadmin')
  const pharmacist = await anAccount(site.db, 'pharmacist')
  const [first, second] = [await aTablet(site.db, 10_000), await aTablet(site.db, 10_000)]
  const prescriptions: WrittenPrescription[] = []
  const program = await startProgram(site.env)
  const desk = await person(program.port, email)
  for (let n = 0; n < 48; n++)
    prescriptions.push(
      await aPrescription(site.db, { desk, doctor: desk }, [
        { item: first.id, quantity: '6' },
        { item: second.id, quantity: '4' },
      ]),
    )
  const counter = await person(program.port, pharmacist.email)
  let answered = 0
  const give = (prescription: WrittenPrescription, caller: Person) =>
    caller
      .call('POST', '/pharmacy/dispenses/', {
        prescription: prescription.id,
        version: prescription.version,
        lines: [{ line: prescription.lines[0], units: 3 }, { line: prescription.lines[1] }],
      })
      .then(({ status }) => {
        answered += 1
        return status
      })
      .catch(() => 0)
  const under = prescriptions.map((prescription) => give(prescription, counter))
  await vi.waitUntil(() => answered >= 8, { timeout: 60_000, interval: 1 })
  program.signal('SIGKILL')
  const statuses = await Promise.all(under)
  await program.ended
  // What the killed one had begun ends with its connections.
  await expect
    .poll(
      async () =>
        (await sql`select from pg_stat_activity where datname = current_database() and state like 'idle in%'`.execute(site.db)).rows.length,
    )
    .toBe(0)
  const written = await site.db.selectFrom('dispenses').select('prescription_id').execute()
  const kept = new Set(written.map(({ prescription_id }) => prescription_id))
  expect(statuses.filter((status) => status === 0).length).toBeGreaterThan(0)
  // Whoever was told that it is done has it; who was told nothing may have it, whole.
  for (const [at, status] of statuses.entries()) if (status === 201) expect(kept.has(prescriptions[at]!.id)).toBe(true)
  expect(await halves()).toEqual([])

  // The next one goes on where it was left.
  const next = await startProgram(site.env)
  const again = await person(next.port, pharmacist.email)
  const rest = prescriptions.filter(({ id }) => !kept.has(id)).slice(0, 4)
  for (const prescription of rest) expect(await give(prescription, again)).toBe(201)
  expect(await halves()).toEqual([])
  next.signal('SIGTERM')
  await next.ended
})
