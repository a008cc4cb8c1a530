import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anAccount, signedIn } from '../../testing/accounts.ts'
import type { Person } from '../../testing/clinic.ts'
import { aPrescription, aTablet, type WrittenPrescription } from '../../testing/pharmacy.ts'
import { callerOf, openSite, startProgram, type Site } from '../../testing/program.ts'
import { stockFaultsOf } from '../../testing/stock-books.ts'

// Each of these starts the program, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** Documents without their stock, stock without its document, and lines and charges that say something else. */
const halves = async () => {
  const { rows } = await sql<{ name: string }>`
    select 'a document without its movements' as name from dispenses s where not exists (select from stock_entries e where e.dispense_id = s.id)
    union all select 'batches that were not moved' from dispenses s where
      (select coalesce(sum(b.units), 0) from dispense_items p join dispense_batches b on b.dispense_item_id = p.id where p.dispense_id = s.id)
        <> (select coalesce(-sum(m.quantity), 0) from stock_entries e join stock_movements m on m.entry_id = e.id where e.dispense_id = s.id)
    union all select 'a movement without a document' from stock_movements m join stock_entries e on e.id = m.entry_id
      where m.kind = 'dispense' and e.dispense_id is null
    union all select 'a line that says something else' from prescribed_drugs d where d.quantity_dispensed
      <> (select coalesce(sum(p.quantity), 0) from dispense_items p where p.prescribed_drug_id = d.id)
    union all select 'a charge that says something else' from prescribed_drugs d
      join charges c on c.order_kind = 'prescription' and c.order_id = d.id and c.cancelled_at is null
      where c.quantity <> case when d.quantity_dispensed = 0 then d.quantity else d.quantity_dispensed end`.execute(site.db)
  return rows.map(({ name }) => name)
}

const person = async (port: number, email: string): Promise<Person> => {
  const call = callerOf(port)
  const { access, headers } = await signedIn({ call }, email)
  return { id: 0, token: access, call: (method, url, body) => call(method, url, body, headers) }
}

test('a server that is killed in the middle leaves all of a dispense or nothing', async () => {
  const { email } = await anAccount(site.db, 'sysadmin')
  const pharmacist = await anAccount(site.db, 'pharmacist')
  const [first, second] = [await aTablet(site.db, 10_000), await aTablet(site.db, 10_000)]
  const papers: WrittenPrescription[] = []
  const program = await startProgram(site.env)
  const desk = await person(program.port, email)
  for (let n = 0; n < 48; n++)
    papers.push(
      await aPrescription(site.db, { desk, doctor: desk }, [
        { item: first.id, quantity: '6' },
        { item: second.id, quantity: '4' },
      ]),
    )
  const counter = await person(program.port, pharmacist.email)
  let answered = 0
  const give = (paper: WrittenPrescription, caller: Person) =>
    caller
      .call('POST', '/pharmacy/dispenses/', {
        prescription: paper.id,
        version: paper.version,
        lines: [{ line: paper.lines[0], units: 3 }, { line: paper.lines[1] }],
      })
      .then(({ status }) => {
        answered += 1
        return status
      })
      .catch(() => 0)
  const under = papers.map((paper) => give(paper, counter))
  await vi.waitUntil(() => answered >= 8, { timeout: 30_000, interval: 1 })
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
  for (const [at, status] of statuses.entries()) if (status === 201) expect(kept.has(papers[at]!.id)).toBe(true)
  expect([await halves(), await stockFaultsOf(site.db)]).toEqual([[], []])

  // The next one goes on where it was left.
  const next = await startProgram(site.env)
  const again = await person(next.port, pharmacist.email)
  const rest = papers.filter(({ id }) => !kept.has(id)).slice(0, 4)
  for (const paper of rest) expect(await give(paper, again)).toBe(201)
  expect([await halves(), await stockFaultsOf(site.db)]).toEqual([[], []])
  next.signal('SIGTERM')
  await next.ended
})
