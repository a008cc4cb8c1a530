import type { Client } from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { starterItems } from '#features/catalogue/starter.ts'
import { insertItems } from '#features/catalogue/public.ts'
import { addStarterTests } from '#features/lab-catalogue/public.ts'
import type { SetUpState } from '#features/setup/contract.ts'
import { workOnDemonstration } from '#features/setup/server/job.ts'
import { lockLevels, writeEntry, writeNote } from '#features/stock/public.ts'
import { ConfigurationError } from '#platform/config.ts'
import { asOwner } from '#platform/db/owner.ts'
import { findInconsistencies } from '../../src/testing/books/books.ts'
import { aPatient, aVisit } from '../../src/testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../src/testing/clinic.ts'
import { sendImport } from '../../src/testing/scenarios/import-file.ts'
import { findStockInconsistencies } from '../../src/testing/books/stock-books.ts'
import { someStock } from '../../src/testing/scenarios/stock.ts'
import { insuranceCompanies } from './clinic.ts'
import { loadInside } from './load-inside.ts'
import { suppliers } from './stock.ts'

const size = { patients: 30, visits: 40, weeksOfStock: 1, daysOfAppointments: { back: 1, ahead: 1 } }

let clinic: TestClinic
let manager: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  manager = await clinic.signedInFrom('System administrator', 'sysadmin')
  // The clinic has a catalogue and a laboratory of its own, whose names the demonstration has too.
  await insertItems(clinic.db, starterItems, '2026-01-01')
  await addStarterTests(clinic.db, clinic.clock.now)
  await clinic.db.updateTable('company').set({ name: 'Mji Clinic', set_up_at: clinic.clock.now }).execute()
  // It calls a tax class its own way, and deals with a payer and a supplier of the demonstration already.
  await sql`update tax_classes set name = 'No tax' where id = 1`.execute(clinic.db)
  await sql`insert into suppliers (name) values (${suppliers[0].name.toUpperCase()})`.execute(clinic.db)
  await sql`with payer as (insert into insurance_companies (name) values (${insuranceCompanies[0].name.toLowerCase()}) returning id, name)
    insert into price_lists (name, insurance_company_id) select name, id from payer`.execute(clinic.db)
})
afterAll(() => clinic.close())

const own = (client: Client, text: string) => client.query<{ n: string }>(text)
/** Every row that is not of the demonstration, by table and key. */
const realRows = async (client: Client): Promise<Map<string, string>> => {
  const { rows: tables } = await own(client, 'select demonstration_tables() as n')
  const found = new Map<string, string>()
  for (const { n: name } of tables) {
    const { rows: keys } = await client.query<{ key: string }>(`select demonstration_key($1, 't') as key`, [name])
    const { rows } = await client.query<{ key: string; content: string }>(
      `select ${keys[0]?.key} as key, to_jsonb(t)::text as content from ${client.escapeIdentifier(name)} t
       where not exists (select from demonstration_rows r where r.table_name = $1 and r.key = ${keys[0]?.key})`,
      [name],
    )
    for (const { key, content } of rows) found.set(`${name} ${key}`, content)
  }
  return found
}

/** Foreign keys that point at nothing; the database would have refused them. */
const hanging = async (client: Client) => {
  const { rows: links } = await client.query<{ child: string; parent: string; meets: string; first: string }>(
    `select l.*, (regexp_match(l.meets, 'c\\.([a-z_"]+) = p\\.[a-z_"]+$'))[1] as first from demonstration_links() l
     where not (l.child = 'stock_movements' and l.parent = 'stores')`,
  )
  const broken = links.map(
    ({ child, parent, meets, first }) => `select '${child} ${parent}' as n from ${child} c
      where c.${first} is not null and not exists (select from ${parent} p where ${meets.replaceAll(/c\.order_kind = '\w+' and /g, '')})
      ${meets.includes('order_kind') ? `and ${/c\.order_kind = '\w+'/.exec(meets)?.[0]}` : ''} limit 1`,
  )
  const { rows } = await own(client, broken.map((text) => `(${text})`).join(' union all '))
  return rows.map(({ n }) => n)
}

interface Reported {
  table: string
  goes: number
  stays: number
  held_by: string[]
}
const room = async () => (await manager.call('GET', '/company/set-up/')).json<SetUpState>()

const one = async (text: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`${sql.raw(text)}`.execute(clinic.db)
  return rows[0]?.id ?? 0
}

test('a demonstration goes without a trace, or leaves what real rows hold', { timeout: 180_000 }, async () => {
  const before = await asOwner(clinic.ownerUrl, realRows)
  await loadInside(clinic.ownerUrl, { now: clinic.clock.now, size })
  await expect(loadInside(clinic.ownerUrl, { now: clinic.clock.now, size })).rejects.toThrow(ConfigurationError)
  expect([await findInconsistencies(clinic.db), await findStockInconsistencies(clinic.db)]).toEqual([[], []])
  expect(await one('select count(*)::integer as id from patients')).toBe(size.patients)
  expect(await one('select count(*)::integer as id from lab_results where approved_at is not null')).toBeGreaterThan(20)
  expect(await one(`select count(*)::integer as id from users where password_hash is not null`)).toBe(0)

  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query('begin')
    await client.query('select * from remove_demonstration()')
    // The clinic's own row tells by its version that something was there.
    const version = /"version": \d+/
    const rows = (found: Map<string, string>) =>
      [...found].map(([key, text]) => `${key} ${key.startsWith('company ') ? text.replace(version, '') : text}`).toSorted()
    expect(rows(await realRows(client))).toEqual(rows(before))
    // Until it is over nobody writes what may point at what goes.
    const writing = clinic.db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '20ms'`.execute(tx)
      await tx.insertInto('rooms').values({ name: 'Room 9' }).execute()
    })
    await expect(writing).rejects.toThrow('lock timeout')
    const { rows: left } = await own(client, 'select series as n from document_counters union all select name from patient_search_keys')
    expect(left).toEqual([])
    await client.query('rollback')
  })

  // What people do with it meanwhile.
  const { db } = clinic
  const real = await aPatient(db, { created_by: manager.id })
  const guest = await one(
    `select id from patients p where source is not null and not exists (select from visits v where v.patient_id = p.id and v.closed_at is null)
     and exists (select from appointments a where a.patient_id = p.id and a.visit_id is null) order by id limit 1`,
  )
  const { id: visit } = await aVisit(db, { patient_id: guest, created_by: manager.id })
  const kept = await one(
    `update appointments set visit_id = ${visit} where id = (select min(id) from appointments where patient_id = ${guest} and visit_id is null) returning id`,
  )
  const item = await one(`select id from items where code = 'CON-05'`)
  const invoice = (await manager.call('POST', '/billing/invoices/', { patient: real.id })).json<{ id: number }>().id
  expect((await manager.call('POST', '/billing/invoice-items/', { invoice, item })).status).toBe(201)
  const owed = await one('select id from invoices where patient_balance > 5 order by id limit 1')
  const cash = await one(`select id from payment_modes where name = 'Cash'`)
  const paid = await manager.call('POST', `/billing/invoices/${owed}/payments/`, { payments: [{ payment_mode: cash, amount: '5.00' }] })
  expect(paid.status, paid.text).toBe(201)
  const store = await one(`select id from stores where name = 'Main store'`)
  const touched = await one(
    `select item_id as id from batch_stock where state = 'usable' and quantity > 5 and store_id = ${store} order by id limit 1`,
  )
  await someStock(db, { item: touched, store, quantity: 30 })
  const batch = await one(
    `select batch_id as id from batch_stock where item_id = ${touched} and store_id = ${store} and quantity > 5 order by id limit 1`,
  )
  await db.transaction().execute(async (tx) => {
    await lockLevels(tx, [{ item: touched, store }])
    const { now } = clinic.clock
    const note = await writeNote(tx, { kind: 'quarantine', store, reason: 'Wet', by: manager.id, now })
    await writeEntry(tx, { number: note.number, document: { stock_note: note.id }, by: manager.id, now }, [
      { store, item: touched, batch, state: 'usable', kind: 'quarantine', quantity: -2 },
      { store, item: touched, batch, state: 'quarantined', kind: 'quarantine', quantity: 2 },
    ])
  })

  // Somebody makes an item of it their own, and brings a file that means another.
  const changed = await one(`select max(id) as id from items where code like 'IMG-%'`)
  expect((await manager.call('PATCH', `/catalogue/items/${changed}/`, { name: 'Our own picture', version: 1 })).status).toBe(200)
  const sent = (await sendImport(clinic, manager, 'items', 'code,name\nCON-05,x\n')).json<{ id: number; mapping: unknown }>()
  const checking = await manager.call('POST', `/imports/${sent.id}/check/`, { mapping: sent.mapping })
  expect(checking.json()).toMatchObject({ code: 'demonstration' })

  const mine = await asOwner(clinic.ownerUrl, realRows)
  const state = await room()
  expect(state.demonstration).toMatchObject({ is_loaded: true, can_load: false, work: null })
  // The demonstration is no step of the set-up.
  expect(state.steps.find(({ step }) => step === 'departments')).toMatchObject({ state: 'open', count: 0 })
  expect((await manager.call('POST', '/company/set-up/starters/', { kinds: ['drugs'] })).status).toBe(409)
  expect((await manager.call('POST', '/company/set-up/demonstration/')).status).toBe(409)
  const reported = (await manager.call('GET', '/company/set-up/demonstration/')).json<Reported[]>()
  const of = (table: string) => reported.find((row) => row.table === table)
  expect(of('patients')?.held_by).toEqual(['receipts', 'visits'])
  expect(of('appointments')).toMatchObject({ stays: 1, held_by: ['visits'] })
  expect(of('items')?.held_by).toContain('charges')
  expect(of('invoices')).toMatchObject({ stays: 1, held_by: ['allocations'] })
  const sum = (key: 'goes' | 'stays') => reported.reduce((total, row) => total + row[key], 0)
  expect(sum('stays')).toBeLessThan(sum('goes') / 2)

  const remove = (name: string) => manager.call('POST', '/company/set-up/demonstration/remove/', { name })
  expect((await remove('Another')).status).toBe(400)
  expect((await remove('mji clinic')).status).toBe(202)
  expect((await remove('mji clinic')).status).toBe(409)
  await workOnDemonstration(
    { db, now: clinic.clock.now, asOwner: () => Promise.reject(new Error('Nothing is loaded')), publish: () => {} },
    'removing',
  )
  expect((await room()).demonstration).toMatchObject({ is_loaded: false, can_load: false, work: null, problem: null })
  expect(await one(`select count(*)::integer as id from items i join prices p on p.item_id = i.id where i.id = ${changed}`)).toBe(1)
  await asOwner(clinic.ownerUrl, async (client) => {
    const after = await realRows(client)
    for (const [key, content] of mine) if (!/^(company|set_up_steps) /.test(key)) expect(after.get(key), key).toBe(content)
    // What stayed is ordinary from now on.
    expect(after.size).toBe(mine.size + sum('stays'))
    expect(await hanging(client)).toEqual([])
  })
  expect(await findStockInconsistencies(db)).toEqual([])
  expect((await findInconsistencies(db)).filter((name) => !/series/.test(name))).toEqual([])
  expect(await one(`select count(*)::integer as id from patients`)).toBeLessThan(size.patients)
  // Numbers go on where one is left, and begin again where none is.
  const next = (series: string) => one(`select substring(next_number('${series}', 2026) from '[0-9]+$')::integer as id`)
  expect(await next('patient')).toBe(size.patients + 1)
  expect(await next('sample')).toBe(1)
  expect(await one(`select count(*)::integer as id from appointments where id = ${kept} and visit_id = ${visit}`)).toBe(1)
})
