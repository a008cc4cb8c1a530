import { sql } from 'kysely'
import { cents, currencyDecimals, fromCents } from '#shared/money.ts'
import { clinicDayStart } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { ConfigurationError } from '#platform/config.ts'
import { decimalOf, roundHalfUp } from './decimal.ts'
import type { Line, Plan, Read } from './import-file.ts'
import type { CsvRecord } from './read-csv.ts'
import type { PatientIds } from './synthea-patients.ts'
import { Moment, payersOf, sourceOf } from './synthea-records.ts'

export interface ImportedClaim {
  patient: string
  encounter: string
  issued_at: string
  amount: string
  /** How much more that is than the file says, in units of 10^-18. */
  difference: bigint
  /** Who is asked for all of it; the patient when nobody is. */
  insurer: string | null
  isSettled: boolean
}
type Row = Line<ImportedClaim>

/** What the clinic and whoever imports say about amounts. */
export interface ClaimTerms {
  currency: string
  /** A currency of the file whose amounts are taken as they are, as amounts of the clinic's own. */
  taken: string | null
  /** Claims from before this instant were paid, whatever their status. */
  paidBefore: Date | null
}

/** Reads the clinic's currency, and from when on a claim of the day after `paidUntil` (YYYY-MM-DD) is open. */
export const readTerms = async (db: Db, taken: string | null, paidUntil: string | null): Promise<ClaimTerms> => {
  const { currency } = await db.selectFrom('company').select('currency').executeTakeFirstOrThrow()
  if (paidUntil === null) return { currency, taken, paidBefore: null }
  const { rows } = await sql<{ at: Date }>`select ${clinicDayStart(paidUntil, 1)} as at`.execute(db)
  if (!rows[0]) throw new ConfigurationError('--paid-until is no day.')
  return { currency, taken, paidBefore: rows[0].at }
}

const settled = new Set(['settled', 'finished', 'paid', 'closed', 'complete', 'completed'])
const billed = new Set(['active', 'issued', 'billed', 'open', ...settled])

/** A claim as an issued bill of one line. `active` says only that a claim was not withdrawn, not that anybody has paid it. */
export const readClaim = (record: CsvRecord, { currency, taken, paidBefore }: ClaimTerms): Read<ImportedClaim> => {
  const { id = '', patient = '', encounter_or_rx: encounter = '', total = '', insurer = '', currency: written = '' } = record
  const status = (record['status'] ?? '').toLowerCase()
  const created = Moment.safeParse(record['created'])
  const amount = roundHalfUp(total, Math.min(2, currencyDecimals(currency)))
  const reasons = [
    ...(id.trim() ? [] : ['The row has no id.']),
    ...(created.success ? [] : created.error.issues.map(({ message }) => `created: ${message}`)),
    ...(billed.has(status) ? [] : [`The status ${status || '(none)'} is that of no bill.`]),
    ...(amount ? [] : [`total: ${total || 'nothing'} is no amount from 0 to 9999999999.99.`]),
    ...(written === currency || written === taken
      ? []
      : [
          `The amount is in ${written || 'no currency'}, the clinic’s is ${currency}: --currency ${written || 'CODE'} takes such amounts as they are.`,
        ]),
  ]
  if (!created.success || !amount || reasons.length > 0) return { reason: reasons.join(' ') }
  const isSettled = settled.has(status) || (paidBefore !== null && new Date(created.data) < paidBefore)
  return { row: { patient, encounter, issued_at: created.data, ...amount, insurer: payersOf(insurer)[0] ?? null, isSettled } }
}

/** What becomes of the claims in sum. */
export interface Tally {
  bills: number
  rounded: number
  difference: bigint
  open: number
  openCents: bigint
}
export const emptyTally = (): Tally => ({ bills: 0, rounded: 0, difference: 0n, open: 0, openCents: 0n })

const add = (tally: Tally, { amount, difference, isSettled }: ImportedClaim) => {
  tally.bills += 1
  if (difference !== 0n) tally.rounded += 1
  tally.difference += difference
  if (isSettled || cents(amount) === 0) return
  tally.open += 1
  tally.openCents += BigInt(cents(amount))
}

/** Sentences about what whoever imports should know. */
export const notesOf = ({ rounded, difference, open, openCents }: Tally): string[] => [
  ...(rounded > 0
    ? [`${rounded} amounts had more decimals than the currency and were rounded half up: together by ${decimalOf(difference)}.`]
    : []),
  ...(open > 0
    ? [`${open} bills over ${fromCents(Number(openCents))} stay open, because nothing says that they were paid; --paid-until DAY says so.`]
    : []),
]

const claimSource = (id: string) => sourceOf(`claim:${id}`)

/** Tells new claims from known ones, and counts what the new ones come to. */
export const planClaims =
  (ids: PatientIds, tally: Tally) =>
  async (db: Db, rows: Row[]): Promise<Plan<ImportedClaim>> => {
    const sources = rows.map(({ id }) => claimSource(id))
    const known = new Set(
      (await db.selectFrom('invoices').select('source').where('source', 'in', sources).execute()).map(({ source }) => source),
    )
    const plan: Plan<ImportedClaim> = { fresh: [], known: 0, refused: [] }
    for (const line of rows) {
      if (!ids.has(line.row.patient)) plan.refused.push({ ...line, reason: `There is no patient ${line.row.patient}.` })
      else if (known.has(claimSource(line.id))) plan.known += 1
      else {
        plan.fresh.push(line)
        add(tally, line.row)
      }
    }
    return plan
  }

const ITEM = 'Imported claim'
/** What settled claims were paid by: nobody can choose it at the till. */
const MODE = 'Imported'

const prepare = async (db: Db, rows: Row[]) => {
  await sql`insert into items (name, category, is_active) values (${ITEM}, 'other', false) on conflict (lower(name)) where not is_external do nothing`.execute(
    db,
  )
  if (rows.some(({ row }) => row.isSettled))
    await sql`insert into payment_modes (name, category, is_active) select ${MODE}, 'bank', false
      where not exists (select from payment_modes where lower(name) = lower(${MODE}) and insurance_company_id is null)`.execute(db)
  const insurers = [...new Set(rows.flatMap(({ row }) => row.insurer ?? []))]
  await sql`insert into insurance_companies (name) select unnest(${insurers}::text[]) on conflict (lower(name)) do nothing`.execute(db)
}

/** Drafts with their line: the insurer bears all of it, the patient where there is none. Each step sees what the last has written. */
const charge = async (db: Db, given: string) => {
  await sql`
    insert into invoices (patient_id, insurance_company_id, created_at, source)
    select g.patient_id, c.id, g.issued_at, g.source
    from json_to_recordset(${given}::json) g (source text, place integer, patient_id integer, insurer text, issued_at timestamptz)
    left join insurance_companies c on lower(c.name) = lower(g.insurer) order by g.place`.execute(db)
  await sql`
    insert into charges (invoice_id, item_id, item_name, category, quantity, unit_price, price_source, adjustment_reason, insurance_company_id,
      tax_rate, tax_included, created_at, source)
    select i.id, t.id, t.name, t.category, 1, g.amount, 'set', 'Imported', i.insurance_company_id, 0, s.prices_include_tax, g.issued_at, g.source
    from json_to_recordset(${given}::json) g (source text, place integer, amount numeric, issued_at timestamptz)
    join invoices i on i.source = g.source join items t on lower(t.name) = lower(${ITEM}) cross join billing_settings s order by g.place`.execute(
    db,
  )
}

const issue = (db: Db, given: string, now: Date, requestId: string) =>
  sql`
    with wanted as materialized (
      select g.*, (g.issued_at at time zone c.time_zone)::date as day, next_document_number('imported', (g.issued_at at time zone c.time_zone)::date) as number
      from json_to_recordset(${given}::json) g (source text, place integer, encounter text, issued_at timestamptz), company c order by g.place
    ), bill as (
      update invoices i set number = w.number, verification = gen_random_uuid(), issued_at = w.issued_at, issued_on = w.day, total = c.total,
        insurer_total = c.insurer_amount, patient_total = c.patient_amount, version = i.version + 1,
        visit_id = (select v.id from visits v where v.source = w.encounter and v.patient_id = i.patient_id)
      from wanted w, charges c where i.source = w.source and c.source = w.source returning i.*
    ), entry as (
      insert into journal_entries (kind, day, happened_at, invoice_id)
      select 'invoice', issued_on, issued_at, id from bill order by id returning id, day, invoice_id
    ), posted as (
      insert into postings (entry_id, day, account, amount, invoice_id, charge_id, item_id, quantity, insurance_company_id)
      select e.id, e.day, p.* from entry e join bill b on b.id = e.invoice_id cross join lateral (
        select 'sales'::account, -c.total, b.id, c.id, c.item_id, c.quantity, c.insurance_company_id from charges c where c.invoice_id = b.id
        union all select 'patients', b.patient_total, b.id, null, null, null, null where b.patient_total <> 0
        union all select 'insurers', b.insurer_total, b.id, null, null, null, b.insurance_company_id where b.insurer_total <> 0
      ) p
    )
    insert into audit_log (at, action, entity, entity_id, patient_id, request_id, change)
    select ${now}::timestamptz, 'import', 'invoice', id, patient_id, ${requestId}, jsonb_build_object('source', source) from bill`.execute(
    db,
  )

/** A receipt for each settled claim, in the series of what was imported: the day's own receipts keep theirs. */
const settle = (db: Db, given: string) =>
  sql`
    with bill as materialized (
      select i.*, next_document_number('imported', i.issued_on) as receipt_number, nextval('receipts_id_seq')::integer as receipt,
        nextval('payments_id_seq')::integer as payment
      from (select i.* from json_to_recordset(${given}::json) g (source text, place integer, "isSettled" boolean)
        join invoices i on i.source = g.source where g."isSettled" and i.total > 0 order by g.place) i
    ), mode as (
      select id from payment_modes where lower(name) = lower(${MODE}) and insurance_company_id is null
    ), receipt as (
      insert into receipts (id, number, verification, kind, patient_id, insurance_company_id, total, received_at, received_on, source)
      overriding system value
      select receipt, receipt_number, gen_random_uuid(), 'payment', case when insurer_total = 0 then patient_id end,
        case when insurer_total > 0 then insurance_company_id end, total, issued_at, issued_on, source from bill
    ), paid as (
      insert into payments (id, receipt_id, payment_mode_id, amount) overriding system value
      select b.payment, b.receipt, m.id, b.total from bill b, mode m
    ), allocated as (
      insert into allocations (payment_id, invoice_id, party, amount)
      select b.payment, b.id, case when b.insurer_total > 0 then 'insurer' else 'patient' end::paying_party, b.total from bill b
    ), entry as (
      insert into journal_entries (kind, day, happened_at, receipt_id)
      select 'payment', issued_on, issued_at, receipt from bill returning id, day, receipt_id
    )
    insert into postings (entry_id, day, account, amount, payment_mode_id, invoice_id, insurance_company_id)
    select e.id, e.day, p.* from entry e join bill b on b.receipt = e.receipt_id cross join mode m cross join lateral (
      select 'money'::account, b.total, m.id, null::integer, null::integer
      union all select case when b.insurer_total > 0 then 'insurers' else 'patients' end::account, -b.total, null, b.id,
        case when b.insurer_total > 0 then b.insurance_company_id end
    ) p`.execute(db)

/** Writes claims as issued bills with their postings, the settled ones with a receipt, and leaves an audit row for each. */
export const saveClaims =
  (ids: PatientIds, now: Date, requestId: string) =>
  async (db: Db, rows: Row[]): Promise<void> => {
    const given = JSON.stringify(
      rows.map(({ id, row: { difference: _difference, ...claim } }, place) => ({
        ...claim,
        place,
        patient_id: ids.get(claim.patient),
        encounter: sourceOf(claim.encounter),
        source: claimSource(id),
      })),
    )
    await prepare(db, rows)
    await charge(db, given)
    await issue(db, given, now, requestId)
    if (rows.some(({ row }) => row.isSettled)) await settle(db, given)
  }
