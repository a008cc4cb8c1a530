import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Acknowledged, Kind } from '../../bench/day/people/journal.ts'
import type { Broken } from '../../../src/testing/books/rules.ts'
import type { Checked } from './check.ts'

/** Where a write of a kind is found again. */
interface Trace {
  table: string
  /** The rows it names; its id unless said. */
  ids?: (entry: Acknowledged) => readonly number[]
  /** What must be true of them, about `t` and what was told, `a.reported`. */
  where?: string
  /** Each such write was told the version that it made, and no other makes the same. */
  isVersioned?: true
  /** Each such write makes a row of its own, and nothing else makes any; as a text: any of which this is true, about `t`. */
  makes?: true | string
  /** Names a number beside the id that the row has. */
  numbered?: string
  /** The id that was told is of another row. */
  isByNumber?: true
}

const listed = (name: string) => (entry: Acknowledged) => {
  const ids = entry.what[name]
  return Array.isArray(ids) ? (ids as readonly number[]) : []
}

/** A move is told where it led; of who is called in nothing is kept but who has them now, and that somebody has changed it. */
const movedOrCalled = `case when (a.reported ->> 'attended_by') is null
  then exists (select from visit_moves m where m.visit_id = t.id and m.visit_version = (a.reported ->> 'version')::integer
    and m.to_track::text = a.reported ->> 'track')
  else t.version >= (a.reported ->> 'version')::integer end`
/** Each part of a note is written once: what was told of it stays so. */
const asWritten = `t.version >= coalesce((a.reported ->> 'version')::integer, 1) and t.visit_id = coalesce((a.reported ->> 'visit')::integer, t.visit_id)
  and to_jsonb(t) @> (a.reported - 'version' - 'visit')`
const unitsIn = (table: string, of: string, column: string) => `(select coalesce(sum(i.${column}), 0) from ${table} i where i.${of} = t.id)
  = (select coalesce(sum(u.n::integer), 0) from jsonb_array_elements_text(a.reported -> 'units') u (n))`

const traces: Record<Kind, readonly Trace[]> = {
  patient: [{ table: 'patients', makes: true, numbered: 'unique_id' }],
  visit: [{ table: 'visits', makes: true, numbered: 'track_number' }],
  move: [{ table: 'visits', isVersioned: true, where: movedOrCalled }],
  'vital signs': [{ table: 'vital_signs', ids: () => [] }],
  note: [{ table: 'consultations', isVersioned: true, where: asWritten }],
  diagnosis: [
    { table: 'diagnoses', makes: true, ids: listed('diagnoses'), where: `t.consultation_id = (a.reported ->> 'consultation')::integer` },
  ],
  'note signed': [{ table: 'consultations', where: 't.signed_at is not null' }],
  'laboratory request': [
    { table: 'lab_test_requests', makes: true },
    { table: 'lab_test_request_panels', ids: listed('panels') },
  ],
  'samples collected': [{ table: 'lab_samples', ids: listed('samples'), where: 't.collected_at is not null' }],
  'samples received': [{ table: 'lab_samples', ids: listed('samples'), where: 't.received_at is not null' }],
  results: [
    {
      table: 'lab_test_request_panels',
      ids: listed('panels'),
      where: `t.state in ('entered', 'approved') and exists (select from lab_results r where r.request_panel_id = t.id and r.is_current)`,
    },
  ],
  'results approved': [{ table: 'lab_test_request_panels', ids: listed('panels'), where: `t.state = 'approved'` }],
  prescription: [
    { table: 'prescriptions' },
    { table: 'prescribed_drugs', makes: true, ids: listed('lines'), where: `a.reported -> 'items' @> to_jsonb(t.item_id)` },
  ],
  dispense: [{ table: 'dispenses', makes: true, numbered: 'number', where: unitsIn('dispense_items', 'dispense_id', 'units') }],
  'line refused': [{ table: 'prescribed_drugs', where: 't.refused_at is not null' }],
  'bill line': [
    {
      table: 'charges',
      makes: 't.order_kind is null',
      where: `t.invoice_id = (a.reported ->> 'invoice')::integer and t.item_id = (a.reported ->> 'item')::integer
        and t.total = (a.reported ->> 'amount')::numeric`,
    },
  ],
  'bill issued': [
    { table: 'invoices', where: `t.issued_at is not null and t.total = (a.reported ->> 'amount')::numeric`, numbered: 'number' },
  ],
  payment: [
    {
      table: 'receipts',
      makes: true,
      numbered: 'number',
      where: `t.total = (a.reported ->> 'amount')::numeric and exists (select from payments p join allocations l on l.payment_id = p.id
        where p.receipt_id = t.id and l.invoice_id = (a.reported ->> 'invoice')::integer)`,
    },
  ],
  sale: [
    { table: 'dispenses', makes: true, numbered: 'number' },
    {
      table: 'receipts',
      makes: true,
      ids: ({ what }) => (typeof what['receipt'] === 'number' ? [what['receipt']] : []),
      where: `t.total = (a.reported ->> 'total')::numeric`,
    },
  ],
  transfer: [{ table: 'transfers', makes: true, numbered: 'number', where: unitsIn('transfer_items', 'transfer_id', 'quantity') }],
  'transfer received': [{ table: 'transfers', where: `t.status = 'received'`, numbered: 'number' }],
  consumption: [
    {
      table: 'stock_notes',
      // What expires is written down by nobody.
      makes: `t.kind = 'consumption'`,
      numbered: 'number',
      where: `exists (select from stock_entries e join stock_movements m on m.entry_id = e.id
        where e.stock_note_id = t.id and m.item_id = (a.reported ->> 'item')::integer)`,
    },
  ],
  requisition: [{ table: 'requisitions', makes: true, numbered: 'number' }],
  'requisition submitted': [{ table: 'requisitions', where: 't.submitted_at is not null', numbered: 'number' }],
  order: [{ table: 'purchase_orders', makes: true, numbered: 'number' }],
  'order approved': [{ table: 'purchase_orders', where: 't.approved_at is not null', numbered: 'number' }],
  'order sent': [{ table: 'purchase_orders', where: 't.sent_at is not null', numbered: 'number' }],
  delivery: [
    {
      table: 'goods_receipts',
      makes: true,
      numbered: 'number',
      where: `(select count(*) from goods_receipt_items i where i.goods_receipt_id = t.id) = (a.reported ->> 'rows')::integer`,
    },
  ],
  // Who books from home is told the number alone.
  booking: [
    {
      table: 'appointments',
      makes: true,
      numbered: 'number',
      isByNumber: true,
      where: `t.doctor_id = (a.reported ->> 'doctor')::integer and t.appointment_date_time = (a.reported ->> 'start')::timestamptz`,
    },
  ],
  question: [{ table: 'assistant_messages', makes: true }],
  document: [{ table: 'medical_records', makes: true, where: `t.patient_id = (a.reported ->> 'patient')::integer` }],
  'results read': [
    {
      table: 'lab_test_requests',
      where: `exists (select from lab_test_request_panels p join lab_results r on r.request_panel_id = p.id
        join lab_result_reads k on k.result_id = r.id where p.lab_test_request_id = t.id)`,
    },
  ],
}

const finding = (name: string, rows: readonly unknown[]): Broken[] =>
  rows.length > 0 ? [{ name, count: rows.length, rows: rows.slice(0, 5) }] : []

interface Asked {
  /** Null where the number says which. */
  id: number | null
  number: string | null
  reported: Acknowledged['what']
}

/** The rows that a write names. */
const askedOf = ({ ids, numbered, isByNumber }: Trace, entry: Acknowledged): Asked[] => {
  const reported = entry.what
  if (ids) return ids(entry).map((id) => ({ id, number: null, reported }))
  const number = numbered ? reported[numbered] : null
  return [{ id: isByNumber ? null : entry.id, number: typeof number === 'string' ? number : null, reported }]
}
const columnsOf = (asked: readonly Asked[]) =>
  sql`unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ number }) => number)}::text[],
    ${asked.map(({ reported }) => JSON.stringify(reported))}::jsonb[]) a (id, number, reported)`
const isNamed = ({ numbered }: Trace) =>
  numbered
    ? sql`(a.id is not null or a.number is not null) and coalesce(a.id = t.id, true) and coalesce(a.number = t.${sql.raw(numbered)}::text, true)`
    : sql`a.id = t.id`

/** Which of these rows are not there, or are there otherwise than was said. */
const absent = async (db: Db, trace: Trace, asked: readonly Asked[]): Promise<Asked[]> => {
  const { table, where = 'true' } = trace
  const { rows } = await sql<Asked>`select a.* from ${columnsOf(asked)}
    where not exists (select from ${sql.raw(table)} t where ${isNamed(trace)} and ${sql.raw(where)})`.execute(db)
  return rows
}

const byKind = (entries: readonly Acknowledged[]) => Map.groupBy(entries, ({ kind }) => kind)

/** Rows that an acknowledged write is missing, by kind. */
const missingOf = async (db: Db, entries: readonly Acknowledged[]): Promise<Broken[]> => {
  const found: Broken[] = []
  for (const [kind, written] of byKind(entries))
    for (const trace of traces[kind]) {
      const asked = written.flatMap((entry) => askedOf(trace, entry))
      found.push(...finding(`missing: ${kind} (${trace.table})`, await absent(db, trace, asked)))
    }
  return found
}

const signsOf = (entries: readonly Acknowledged[]) => {
  const signs = entries.filter(({ kind }) => kind === 'vital signs')
  const column = (name: string) => signs.map(({ what }) => Number(what[name]))
  return sql`unnest(${column('visit')}::integer[], ${column('pulse')}::integer[]) a (visit, pulse)`
}

/** Sets of vital signs have no number: they are known by their figures. */
const missingSigns = async (db: Db, entries: readonly Acknowledged[]): Promise<Broken[]> => {
  const { rows } = await sql`select a.visit, a.pulse from ${signsOf(entries)}
    where not exists (select from vital_signs s where s.visit_id = a.visit and s.pulse = a.pulse)`.execute(db)
  return finding('missing: vital signs', rows)
}

/** More sets than were acknowledged; one that was never acknowledged may be there all the same. */
const doubledSigns = async (db: Db, entries: readonly Acknowledged[]): Promise<Broken[]> => {
  const { rows } = await sql`
    select t.visit, t.told, count(*) as there from (select a.visit, count(*) as told from ${signsOf(entries)} group by 1) t
    join vital_signs s on s.visit_id = t.visit group by t.visit, t.told having count(*) > t.told`.execute(db)
  return finding('nobody was told of: vital_signs', rows)
}

/** One row that two writes with keys of their own were told they had made. */
const reportedTwice = (entries: readonly Acknowledged[]): Broken[] =>
  [...byKind(entries)].flatMap(([kind, written]) => {
    if (!traces[kind].some(({ makes, ids }) => makes && !ids)) return []
    const seen = new Map<number, Acknowledged>()
    const twice = written.filter((entry) => {
      const before = seen.get(entry.id)
      seen.set(entry.id, entry)
      return before !== undefined && before.key !== entry.key
    })
    return finding(`told twice: ${kind}`, twice)
  })

/** One version that two changes were told: the earlier of them was lost, and the later one began where that had. */
const versionsReportedTwice = (entries: readonly Acknowledged[]): Broken[] =>
  [...byKind(entries)].flatMap(([kind, written]) => {
    if (!traces[kind].some(({ isVersioned }) => isVersioned)) return []
    const versioned = written.filter(({ what }) => what['version'] !== undefined)
    const same = Map.groupBy(versioned, ({ id, what }) => `${id} ${String(what['version'])}`)
    return finding(
      `missing: ${kind}, its version was told again`,
      [...same.values()].filter((reported) => reported.length > 1).map(([first]) => first),
    )
  })

/** A key with a success that has no reply in the database: the write would be done again by whoever sends it once more. */
const keysGone = async (db: Db, entries: readonly Acknowledged[]): Promise<Broken[]> => {
  const keyed = entries.filter(({ key }) => key !== null)
  const { rows } = await sql<{ key: string; count: number }>`
    select a.key, count(k.key) from unnest(${keyed.map(({ key }) => key)}::text[]) a (key)
    left join idempotency_keys k on k.key = a.key and k.status between 200 and 299 group by a.key having count(k.key) <> 1`.execute(db)
  return finding('a key without its one reply', rows)
}

/** The newest row of each table before anybody worked. */
export type Before = Record<string, number>

const madeTables = [...new Set(Object.values(traces).flatMap((all) => all.flatMap(({ table, makes }) => (makes ? [table] : []))))]

export const rememberRows = async (db: Db): Promise<Before> => {
  const each = madeTables.map((table) => sql`select ${table}::text as name, coalesce(max(id), 0) as id from ${sql.raw(table)}`)
  const { rows } = await sql<{ name: string; id: number }>`${sql.join(each, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, id }) => [name, id]))
}

/**
 * Rows that nobody was told of: done twice, if nothing is under way. With people at work a row may be there before its answer, so that this is
 * asked when all of them have stopped. `unanswered` is how many writes were given up without an answer: so many rows may be theirs.
 */
export const checkDoubled = async (db: Db, entries: readonly Acknowledged[], before: Before, unanswered = 0): Promise<Broken[]> => {
  const found: Broken[] = await doubledSigns(db, entries)
  const kinds = byKind(entries)
  for (const table of madeTables) {
    const makers = Object.entries(traces).flatMap(([kind, all]) =>
      all.filter((trace) => trace.table === table && trace.makes).map((trace) => ({ kind: kind as Kind, trace })),
    )
    const reported = makers.map(
      ({ kind, trace }) => sql`and not exists (
        select from ${columnsOf((kinds.get(kind) ?? []).flatMap((entry) => askedOf(trace, entry)))} where ${isNamed(trace)})`,
    )
    const made = makers.map(({ trace }) => (typeof trace.makes === 'string' ? trace.makes : 'true')).join(' or ')
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.raw(table)} t where id > ${before[table] ?? 0} and (${sql.raw(made)}) ${sql.join(reported, sql` `)} order by id`.execute(
      db,
    )
    if (rows.length > unanswered) found.push(...finding(`nobody was told of: ${table}`, rows))
  }
  return found
}

/** Every acknowledged write is there, once, as it was told, with its reply beside its key. */
export const checkJournal = async (db: Db, entries: readonly Acknowledged[]): Promise<Checked> => ({
  name: 'acknowledged writes',
  counts: {
    acknowledged: entries.length,
    'after a cut': entries.filter(({ isRepeated }) => isRepeated).length,
    'with a key': entries.filter(({ key }) => key !== null).length,
  },
  broken: [
    ...(await missingOf(db, entries)),
    ...(await missingSigns(db, entries)),
    ...reportedTwice(entries),
    ...versionsReportedTwice(entries),
    ...(await keysGone(db, entries)),
  ],
})
