import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sealTrail } from '#platform/audit/seal.ts'
import { connect, type Connection } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import { type Acknowledged, type Kind, kinds } from '../../bench/day/people/journal.ts'
import { openTestClinic, type TestClinic } from '../../../src/testing/clinic.ts'
import { openCounter, type Counter } from '../../../src/testing/scenarios/counter.ts'
import { openLaboratory } from '../../../src/testing/scenarios/lab-results.ts'
import { well } from '../../../src/testing/scenarios/ordering.ts'
import { aTablet } from '../../../src/testing/scenarios/pharmacy.ts'
import { broken } from './broken-rows.ts'
import { runCheck } from './check.ts'
import { checkClinic, checks } from './index.ts'
import { jobs } from './jobs.ts'
import { checkDoubled, checkJournal, rememberRows } from './journal.ts'
import { keys } from './keys.ts'
import { checkTrail } from './trail.ts'

vi.setConfig({ testTimeout: 60_000 })

let clinic: TestClinic
let connection: Connection
let counter: Counter

/** Nothing holds any more: rows can be made that no program could. */
const loosen = `do $$
  declare each record;
  begin
    for each in select conrelid::regclass as tab, conname from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('f', 'c', 'x') order by contype desc loop
      execute format('alter table %s drop constraint %I', each.tab, each.conname);
    end loop;
    for each in select c.relname from pg_class c join pg_index i on i.indexrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and i.indisunique and not exists (select from pg_constraint k where k.conindid = c.oid) loop
      execute format('drop index %I', each.relname);
    end loop;
    for each in select conrelid::regclass as tab, conname from pg_constraint
      where connamespace = 'public'::regnamespace and contype = 'u' loop
      execute format('alter table %s drop constraint %I', each.tab, each.conname);
    end loop;
    for each in select oid::regclass as tab from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('alter table %s disable trigger user', each.tab);
    end loop;
  end $$`

/** Somebody was handed two drugs, paid for it, and had something looked for in the laboratory; what somebody else paid was credited. */
const furnish = async () => {
  const { db } = clinic
  counter = await openCounter(clinic)
  const cash = (await db.selectFrom('payment_modes').select('id').where('name', '=', 'Cash').executeTakeFirstOrThrow()).id
  const items = [await aTablet(db, 100), await aTablet(db, 100)]
  const { call } = counter.desk
  for (const isCredited of [false, true]) {
    const prescription = await counter.write(items.map(({ id }) => ({ item: id, quantity: '6' })))
    await counter.give(
      prescription,
      prescription.lines.map((line) => ({ line })),
    )
    const payments = [{ payment_mode: cash, amount: '120.00' }]
    await well(call('POST', `/billing/invoices/${prescription.invoice}/payments/`, { payments, issue: true }), 201)
    if (isCredited) await well(call('POST', `/billing/invoices/${prescription.invoice}/credit-notes/`, { reason: 'Never taken' }), 201)
  }
  const laboratory = await openLaboratory(clinic)
  const test = await laboratory.test()
  const asked = await laboratory.ask([test])
  await well(laboratory.enter([{ request_panel: asked.of(test), result: '5' }]))
  await sql`insert into consultations (visit_id, patient_id, doctor_id, created_at, changed_at, changed_by)
    select id, patient_id, ${counter.doctor.id}, now(), now(), ${counter.doctor.id} from visits order by id limit 1`.execute(db)
}

beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date() })
  await furnish()
  await sealTrail(clinic.db, { now: new Date() })
  connection = connect(clinic.logins.kliniki_app, 'kliniki_app', { max: 1 })
})
afterAll(async () => {
  await connection.close()
  await clinic.close()
})

test('a clinic where nothing has happened to anything has nothing wrong with it', async () => {
  const checked = await checkClinic(connection.db)
  expect(checked.flatMap(({ broken: found }) => found)).toEqual([])
  const looked = checked.filter(({ counts }) => Object.values(counts).some((count) => count > 0)).map(({ name }) => name)
  // Nobody sent a key, and nobody takes jobs here.
  expect(looked).toEqual(checked.map(({ name }) => name).filter((name) => name !== keys.name && name !== jobs.name))
})

const ROLLED_BACK = new Error('rolled back')

test('each rule sees the row that breaks it', async () => {
  await asOwner(clinic.ownerUrl, async (client) => void (await client.query(loosen)))
  const rules = checks.flatMap((check) => Object.keys(check.rules).map((rule) => ({ check, rule })))
  expect(Object.keys(broken).toSorted()).toEqual(rules.map(({ rule }) => rule).toSorted())
  const unseen: string[] = []
  // Only the owner of the tables may break them.
  const owner = new Kysely<DB>({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: clinic.ownerUrl, max: 1 }) }) })
  for (const { check, rule } of rules) {
    const undone = owner.transaction().execute(async (trx) => {
      await sql.raw(broken[rule]!).execute(trx)
      const { broken: found } = await runCheck(trx, check)
      if (!found.some(({ name, rows }) => name === rule && rows.length > 0)) unseen.push(rule)
      throw ROLLED_BACK
    })
    await undone.catch((error: unknown) => error === ROLLED_BACK || unseen.push(`${rule}: ${String(error)}`))
  }
  await owner.destroy()
  expect(unseen).toEqual([])
})

const reported = (kind: Kind, id: number, more: Partial<Acknowledged> = {}): Acknowledged => ({
  at: new Date().toISOString(),
  kind,
  id,
  key: null,
  by: null,
  isRepeated: false,
  what: {},
  ...more,
})
const namesIn = (found: readonly { name: string }[]) => found.map(({ name }) => name)

test('a write that was told is missed when it is not there, is another, or has no reply beside its key', async () => {
  const { db } = connection
  const before = await rememberRows(db)
  await sql`insert into idempotency_keys (actor, key, request_hash, created_at, status, reply) values ('user 1', 'kept', '\\x00', now(), 201, '{}')`.execute(
    db,
  )
  await sql`insert into vital_signs (visit_id, patient_id, taken_at, recorded_at, pulse) select id, patient_id, now(), now(), 71 from visits where id = 1`.execute(
    db,
  )
  const { unique_id } = await db.selectFrom('patients').select('unique_id').where('id', '=', 1).executeTakeFirstOrThrow()
  const signs = reported('vital signs', 1, { what: { visit: 1, pulse: 71 } })
  const honest = [reported('patient', 1, { key: 'kept', what: { unique_id } }), reported('visit', 1), signs]
  expect((await checkJournal(db, honest)).broken).toEqual([])
  expect(await checkDoubled(db, honest, before)).toEqual([])

  const wrong = [
    reported('patient', 1, { key: 'kept' }),
    reported('patient', 1, { key: 'lost', what: { unique_id: 'another' } }),
    reported('visit', 1000),
    reported('note signed', 1),
    reported('diagnosis', 1, { what: { diagnoses: [7] } }),
    reported('vital signs', 1, { what: { visit: 1, pulse: 72 } }),
  ]
  expect(namesIn((await checkJournal(db, wrong)).broken)).toEqual([
    'missing: patient (patients)',
    'missing: visit (visits)',
    'missing: note signed (consultations)',
    'missing: diagnosis (diagnoses)',
    'missing: vital signs',
    'told twice: patient',
    'a key without its one reply',
  ])
})

/** Rows that there are, as somebody was told of them, and otherwise: what was acknowledged may have been lost, and the row it changed is there. */
const rowsThatAre = async () => {
  const { db } = connection
  const one = async <T>(query: RawBuilder<T>): Promise<T> => {
    const [row] = (await query.execute(db)).rows
    if (!row) throw new Error('The clinic has no such row.')
    return row
  }
  const idOf = async (query: RawBuilder<{ id: number }>) => (await one(query)).id
  const move = await one(sql<{ id: number; version: number; track: string }>`
    select visit_id as id, visit_version as version, to_track as track from visit_moves order by id limit 1`)
  const { version } = await one(sql<{ version: number }>`select version from visits where id = ${move.id}`)
  const note = await one(sql<{ id: number; visit: number }>`select id, visit_id as visit from consultations order by id limit 1`)
  const diagnosis = await idOf(sql`insert into diagnoses (consultation_id, visit_id, patient_id, title, certainty, recorded_at, recorded_by)
    select ${note.id}, ${note.visit}, 1, 'Cough', (enum_range(null::diagnosis_certainty))[1], now(), 1 returning id`)
  const line = await one(sql<{ id: number; prescription: number; item: number }>`
    select id, prescription_id as prescription, item_id as item from prescribed_drugs where refused_at is null limit 1`)
  const dispense = await one(sql<{ id: number; number: string; units: number[] }>`
    select d.id, d.number, array_agg(i.units) as units from dispenses d join dispense_items i on i.dispense_id = d.id group by d.id limit 1`)
  const bill = await one(sql<{ id: number; number: string; amount: string }>`
    select id, number, total::text as amount from invoices where issued_at is not null limit 1`)
  const draft = await one(
    sql<{ id: number; amount: string }>`select id, total::text as amount from invoices where issued_at is null limit 1`,
  )
  const receipt = await one(sql<{ id: number; number: string; amount: string; invoice: number }>`
    select r.id, r.number, r.total::text as amount, l.invoice_id as invoice from receipts r
      join payments p on p.receipt_id = r.id join allocations l on l.payment_id = p.id order by r.id limit 1`)
  const transfer = await idOf(sql`
    with t as (insert into transfers (number, from_store_id, to_store_id, sent_at, sent_by) values ('T-2', 1, 2, now(), 1) returning id)
    insert into transfer_items (transfer_id, item_id, batch_id, quantity) select t.id, 1, n, 5 from t, generate_series(1, 2) n
    returning transfer_id as id`)
  const used = await one(sql<{ id: number; number: string; item: number }>`
    select n.id, n.number, m.item_id as item from stock_notes n join stock_entries e on e.stock_note_id = n.id
      join stock_movements m on m.entry_id = e.id limit 1`)
  const delivery = await idOf(sql`
    with r as (insert into goods_receipts (number, store_id, received_at, received_on, received_by) values ('G-2', 1, now(), now(), 1) returning id)
    insert into goods_receipt_items (goods_receipt_id, item_id, batch_id, pack_units, quantity, purchase_price)
    select r.id, 1, 1, 1, 5, 4 from r returning goods_receipt_id as id`)
  const start = '2027-03-01T09:00:00+03:00'
  await sql`insert into appointments (number, doctor_id, appointment_date_time, ends_at, reason, created_at, changed_at)
    values ('A-2', 7, ${start}::timestamptz, ${start}::timestamptz + interval '1 hour', 'Check-up', now(), now())`.execute(db)
  const record =
    await idOf(sql`insert into medical_records (patient_id, title, kind, status, created_at, created_by, changed_at, changed_by)
    values (1, 'Letter', 'other', 'ready', now(), 1, now(), 1) returning id`)
  const sample = await idOf(sql`insert into lab_samples (code, process_id, patient_id, specimen_id, requested_at)
    values ('S-2', 1, 1, 1, now()) returning id`)
  const panel = await idOf(sql`insert into lab_test_request_panels (lab_test_request_id, lab_order_id, panel_id, patient_id, requested_at)
    values (1, 1, 1, 1, now()) returning id`)
  const charge = await one(sql<{ id: number; invoice: number; item: number; amount: string }>`
    select id, invoice_id as invoice, item_id as item, total::text as amount from charges order by id limit 1`)
  const requisition = await idOf(sql`insert into requisitions (number, store_id, requested_at, requested_by)
    values ('R-2', 1, now(), 1) returning id`)
  const order = await idOf(sql`insert into purchase_orders (number, store_id, created_at, created_by)
    values ('O-2', 1, now(), 1) returning id`)
  const rows: [kind: Kind, id: number, what: Acknowledged['what'], ...otherwise: Acknowledged['what'][]][] = [
    ['move', move.id, { track: move.track, attended_by: null, version: move.version }, { track: 'billing' }, { version: 100 }],
    ['move', move.id, { attended_by: 1, version }, { version: version + 1 }],
    ['note', note.id, { visit: note.visit }, { visit: note.visit + 1 }],
    ['note', note.id, { version: 1, history: '' }, { history: 'Cough' }, { version: 2 }, { disposition: 'lab' }],
    ['diagnosis', note.id, { consultation: note.id, diagnoses: [diagnosis] }, { consultation: note.id + 1 }],
    ['prescription', line.prescription, { lines: [line.id], items: [line.item] }, { items: [line.item + 1] }],
    ['dispense', dispense.id, { number: dispense.number, units: dispense.units }, { units: [...dispense.units, 1] }],
    ['bill line', charge.id, { ...charge }, { amount: '0.01' }, { invoice: 0 }, { item: 0 }],
    ['bill issued', bill.id, { number: bill.number, amount: bill.amount }, { amount: '1.00' }],
    ['payment', receipt.id, { ...receipt }, { amount: '1.00' }, { invoice: 0 }],
    ['sale', dispense.id, { number: dispense.number, receipt: receipt.id, total: receipt.amount }, { total: '1.00' }],
    ['transfer', transfer, { number: 'T-2', units: [5, 5] }, { units: [5] }],
    ['consumption', used.id, { number: used.number, item: used.item }, { item: 0 }],
    ['delivery', delivery, { number: 'G-2', rows: 1 }, { rows: 2 }],
    ['booking', 1, { number: 'A-2', doctor: 7, start }, { doctor: 8 }, { start: '2027-03-01T10:00:00+03:00' }],
    ['document', record, { patient: 1 }, { patient: 2 }],
  ]
  const undone: [kind: Kind, id: number, what: Acknowledged['what']][] = [
    ['note signed', note.id, { visit: note.visit }],
    ['samples collected', 1, { samples: [sample] }],
    ['samples received', 1, { samples: [sample] }],
    ['results', 1, { panels: [panel] }],
    ['results approved', 1, { panels: [panel] }],
    ['line refused', line.id, {}],
    ['bill issued', draft.id, { number: null, amount: draft.amount }],
    ['transfer received', transfer, { number: 'T-2' }],
    ['requisition submitted', requisition, { number: 'R-2' }],
    ['order approved', order, { number: 'O-2' }],
    ['order sent', order, { number: 'O-2' }],
    ['results read', 1, {}],
  ]
  return {
    asReported: rows.map(([kind, id, what]) => reported(kind, id, { what })),
    otherwise: [
      ...rows.flatMap(([kind, id, what, ...others]) => others.map((other) => reported(kind, id, { what: { ...what, ...other } }))),
      ...undone.map(([kind, id, what]) => reported(kind, id, { what })),
    ],
  }
}

test('a row that is there otherwise than was told, or a change that is not, is missed', async () => {
  const { asReported, otherwise } = await rowsThatAre()
  for (const entry of asReported) expect((await checkJournal(connection.db, [entry])).broken, entry.kind).toEqual([])
  const unseen: Acknowledged[] = []
  for (const entry of otherwise) {
    const names = namesIn((await checkJournal(connection.db, [entry])).broken)
    if (!names.some((name) => name.startsWith(`missing: ${entry.kind} (`))) unseen.push(entry)
  }
  expect(unseen).toEqual([])
  const called = asReported.filter(({ kind, what }) => kind === 'move' && what['attended_by'] !== null)
  expect(namesIn((await checkJournal(connection.db, [...called, ...called])).broken)).toEqual(['missing: move, its version was told again'])
})

test('every kind of write is looked for where it is', async () => {
  const lists = { diagnoses: [0], panels: [0], samples: [0], lines: [0], receipt: 0, visit: 0, pulse: 1, number: 'none' }
  const { broken: found } = await checkJournal(
    connection.db,
    kinds.map((kind) => reported(kind, 0, { what: lists })),
  )
  const missing = namesIn(found).join()
  for (const kind of kinds) expect(missing).toContain(`missing: ${kind}`)
})

test('a row that nobody was told of was made twice', async () => {
  const { db } = connection
  const all = await db.selectFrom('patients').select('id').execute()
  const before = { ...(await rememberRows(db)), patients: 0 }
  const known = all.map(({ id }) => reported('patient', id))
  expect(namesIn(await checkDoubled(db, known, before))).toEqual([])
  expect(namesIn(await checkDoubled(db, known.slice(1), before))).toEqual(['nobody was told of: patients'])
  expect(namesIn(await checkDoubled(db, known.slice(1), before, 1))).toEqual([])
  await sql`insert into vital_signs (visit_id, patient_id, taken_at, recorded_at, pulse) select visit_id, patient_id, now(), now(), 71 from vital_signs`.execute(
    db,
  )
  const signs = reported('vital signs', 1, { what: { visit: 1, pulse: 71 } })
  expect(namesIn(await checkDoubled(db, [...known, signs], before))).toEqual(['nobody was told of: vital_signs'])
})

test('a trail that was touched, or is sealed no more, does not verify', async () => {
  expect((await checkTrail(connection.db)).broken).toEqual([])
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`update audit_log set action = 'change' where id = 3`)
    await client.query(`insert into audit_log (at, action, entity, request_id) values (now() - interval '1 hour', 'read', 'patient', 'r')`)
  })
  const found = namesIn((await checkTrail(connection.db)).broken)
  expect(found).toEqual([expect.stringMatching(/^Row 3 was changed after it was sealed/), 'rows wait for their seal for too long'])
})
