import type { Client } from 'pg'
import { courseDays } from '#features/prescriptions/rules.ts'
import type { PlannedBill, Remittance } from './bills.ts'
import { creditSql, issueSql, numberSql, receiveSql } from './books-sql.ts'
import { readKnown } from './dosing.ts'
import { copyRows, type Value } from './load-copy.ts'
import type { Ids } from './load-rows.ts'
import { orderSql } from './orders-sql.ts'

const MANY = 200

export interface Books {
  bills: readonly PlannedBill[]
  remittances?: readonly Remittance[]
}

const staging = `
  create temporary table if not exists new_bills (bill integer, source text, wanted_at timestamptz, by integer, invoice_id integer, visit_id integer,
    at timestamptz, year integer, number text) on commit drop;
  create temporary table if not exists new_lines (bill integer, place integer, code text, quantity numeric, discount numeric, waiver numeric,
    reason text, at timestamptz, by integer, directions text, structure jsonb, dosage text, frequency text, duration text, days integer,
    item_id integer, charge_id integer, order_kind charge_order, order_id integer) on commit drop;
  create temporary table if not exists new_notes (note integer, bill integer, place integer, reason text, wanted_at timestamptz, by integer,
    id integer, at timestamptz, year integer, number text) on commit drop;
  create temporary table if not exists new_receipts (receipt integer, kind receipt_kind, bill integer, payer integer, reverses integer,
    note integer, reason text, wanted_at timestamptz, by integer, id integer, at timestamptz, year integer, number text) on commit drop;
  create temporary table if not exists new_payments (payment integer, receipt integer, mode text, reference text, notes numeric, id integer)
    on commit drop;
  create temporary table if not exists new_shares (payment integer, bill integer, party paying_party, from_share numeric, upto_share numeric,
    amount numeric) on commit drop;
  create index if not exists new_bills_bill on new_bills (bill);
  create index if not exists new_lines_line on new_lines (bill, place);
  create index if not exists new_lines_charge on new_lines (charge_id);
  truncate new_bills, new_lines, new_notes, new_receipts, new_payments, new_shares;`

const lineColumns = 'bill place code quantity discount waiver reason at by directions structure dosage frequency duration days'.split(' ')

const directionsOf = (directions: string | undefined): Value[] => {
  if (directions === undefined) return [null, null, null, null, null, null]
  const { structure, dosage, frequency, duration } = readKnown(directions)
  return [directions, JSON.stringify(structure), dosage, frequency, duration, courseDays(structure)]
}

type Rows = (readonly Value[])[]

/** The plans as rows of the staging tables, which name one another by their places. */
const rowsOf = ({ bills, remittances = [] }: Books, { staff, payers }: Pick<Ids, 'staff' | 'payers'>) => {
  const person = (index: number) => staff[index] ?? null
  const tables = { bills: [] as Rows, lines: [] as Rows, notes: [] as Rows, receipts: [] as Rows, payments: [] as Rows, shares: [] as Rows }
  const { receipts, payments, shares, notes } = tables
  const places = new Map<string | null, number>()
  for (const [bill, plan] of bills.entries()) {
    places.set(plan.source, bill)
    tables.bills.push([bill, plan.source, plan.visit ?? null, plan.issued?.at ?? null, person(plan.issued?.by ?? -1)])
    for (const [place, line] of plan.lines.entries())
      tables.lines.push([
        bill,
        place,
        line.code,
        line.quantity,
        line.discount ?? 0,
        line.waiver ?? 0,
        line.reason ?? null,
        line.at,
        person(line.by),
        ...directionsOf(line.directions),
      ])
    for (const { at, by, payments: parts, reversed } of plan.receipts) {
      const original = receipts.length
      receipts.push([original, 'payment', bill, null, null, null, null, at, person(by)])
      if (reversed) receipts.push([original + 1, 'reversal', bill, null, original, null, reversed.reason, reversed.at, person(reversed.by)])
      for (const receipt of reversed ? [original, original + 1] : [original])
        for (const { mode, reference, from, upto, notes: paymentNote } of parts) {
          shares.push([payments.length, bill, 'patient', from, upto])
          payments.push([payments.length, receipt, mode, reference, receipt === original ? (paymentNote ?? null) : null])
        }
    }
    for (const { line, reason, at, by, refund } of plan.notes) {
      if (refund) {
        receipts.push([receipts.length, 'refund', bill, null, null, notes.length, reason, refund.at, person(refund.by)])
        shares.push([payments.length, bill, 'patient', 0, 1])
        payments.push([payments.length, receipts.length - 1, refund.mode, null, null])
      }
      notes.push([notes.length, bill, line, reason, at, person(by)])
    }
  }
  for (const { payer, reference, at, by, bills: paid } of remittances) {
    receipts.push([receipts.length, 'payment', null, payers[payer] ?? null, null, null, null, at, person(by)])
    for (const { source, share } of paid) shares.push([payments.length, places.get(source) ?? null, 'insurer', 0, share])
    payments.push([payments.length, receipts.length - 1, null, reference, null])
  }
  return tables
}

/**
 * Writes bills of visits that are there, each with its draft: lines at the prices of their day and payer, numbers in order of time, receipts,
 * credit notes, and the postings of all of it, as the till would have. Inside a transaction. `mark` begins the source of the receipts.
 */
export const loadBooks = async (client: Client, books: Books, ids: Pick<Ids, 'staff' | 'payers'>, mark: string): Promise<void> => {
  await client.query(staging)
  const { bills, lines, notes, receipts, payments, shares } = rowsOf(books, ids)
  await copyRows(client, 'new_bills', ['bill', 'source', 'visit_id', 'wanted_at', 'by'], bills)
  await copyRows(client, 'new_lines', lineColumns, lines)
  await copyRows(client, 'new_notes', ['note', 'bill', 'place', 'reason', 'wanted_at', 'by'], notes)
  await copyRows(client, 'new_receipts', ['receipt', 'kind', 'bill', 'payer', 'reverses', 'note', 'reason', 'wanted_at', 'by'], receipts)
  await copyRows(client, 'new_payments', ['payment', 'receipt', 'mode', 'reference', 'notes'], payments)
  await copyRows(client, 'new_shares', ['payment', 'bill', 'party', 'from_share', 'upto_share'], shares)
  await client.query('analyze new_bills, new_lines, new_notes, new_receipts, new_payments, new_shares')
  await client.query(`${issueSql.find}; analyze new_bills`)
  await client.query(`${issueSql.name}; analyze new_lines`)
  for (const orders of Object.values(orderSql)) await client.query(orders)
  await client.query(issueSql.charge)
  await client.query(issueSql.drop)
  await client.query(numberSql('invoice', 'new_bills', 'bill', 'wanted_at is not null', 'invoices', 'issued_at'))
  // Without fresh figures the planner takes thousands of bills for one.
  await client.query(`analyze new_bills${bills.length > MANY ? ', invoices, charges' : ''}`)
  await client.query(issueSql.issue)
  await client.query(issueSql.post)
  await client.query(creditSql.number)
  await client.query(numberSql('credit note', 'new_notes', 'note', 'true', 'credit_notes', 'issued_at'))
  await client.query(creditSql.write)
  await client.query(`${receiveSql.weigh}; analyze new_receipts, new_payments, new_shares`)
  await client.query(numberSql('receipt', 'new_receipts', 'receipt', 'true', 'receipts', 'received_at'))
  await client.query(receiveSql.write.replaceAll(':mark', mark))
  await client.query(`analyze new_receipts, new_payments, new_shares${bills.length > MANY ? ', receipts, payments' : ''}`)
  // In this order nobody has overpaid at any moment: what was taken back, its way back, what counts, and what was paid out again.
  const taken = `r.kind = 'payment' and r.receipt in (select reverses from new_receipts where reverses is not null)`
  for (const which of [taken, `r.kind = 'reversal'`, `r.kind = 'payment' and not (${taken})`])
    await client.query(receiveSql.allocate.replace(':which', which))
  await client.query(creditSql.take)
  await client.query(receiveSql.allocate.replace(':which', `r.kind = 'refund'`))
  if (bills.length > MANY) await client.query('analyze allocations')
  await client.query(receiveSql.post)
  await client.query(creditSql.post)
}
