import { sql } from 'kysely'
import { cents, fromCents, thousandths } from '#shared/money.ts'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import { fromThousandths, pieceOfAmount, pieceOfQuantity, wholeOf, type Piece, type Remaining } from '../rules.ts'
import type { InvoiceRow } from './drafts.ts'

/** A line to credit: so much of its quantity, or of its amount, or all that remains of it. */
export interface CreditLine {
  charge: number
  quantity?: string | undefined
  amount?: string | undefined
}

interface Line {
  id: number
  item_name: string
  quantity: string
  total: string
  tax: string
  patient: string
  insurer: string
  waiver: string
  decimals: number
  /** Billed at nothing: what is credited of it is its quantity. */
  is_free: boolean
}
/** What remains of every line of the bill. */
const findRemaining = async (db: Db, invoice: number) => {
  const { rows } = await sql<Line>`
    select id, item_name, quantity - credited_quantity as quantity, total - credited_total as total, tax - credited_tax as tax,
      patient_amount - credited_patient as patient, insurer_amount - credited_insurer as insurer, waiver - credited_waiver as waiver, decimals,
      total = 0 as is_free
    from charges where invoice_id = ${invoice} and cancelled_at is null order by id`.execute(db)
  return rows
}
/** The least sum that the line's currency has, in cents. */
const unitOf = ({ decimals }: Line) => 10 ** (2 - decimals)
const units = (line: Line, amount: string) => cents(amount) / unitOf(line)
const toRemaining = (line: Line): Remaining => ({
  quantity: thousandths(line.quantity),
  total: units(line, line.total),
  tax: units(line, line.tax),
  patient: units(line, line.patient),
  insurer: units(line, line.insurer),
  waiver: units(line, line.waiver),
})
/** A piece counted in units of the currency, in cents. */
const inCents = (line: Line, { quantity, ...parts }: Piece): Piece => {
  const unit = unitOf(line)
  const { total, tax, patient, insurer, waiver } = parts
  return { quantity, total: total * unit, tax: tax * unit, patient: patient * unit, insurer: insurer * unit, waiver: waiver * unit }
}

const isSpent = ({ total, quantity, is_free }: Line) => (is_free ? thousandths(quantity) === 0 : cents(total) === 0)

const pieceOf = (line: Line, { quantity, amount }: CreditLine, at: string): Piece => {
  const remaining = toRemaining(line)
  if (isSpent(line)) throw fieldError(`${at}.invoice_item`, `Nothing is left to credit of ${line.item_name}.`)
  if (amount !== undefined) {
    const asked = units(line, amount)
    if (!Number.isInteger(asked)) throw fieldError(`${at}.amount`, 'The clinic’s currency has no cents.')
    if (asked > remaining.total) throw fieldError(`${at}.amount`, `Only ${line.total} is left to credit of ${line.item_name}.`)
    return asked === remaining.total ? wholeOf(remaining) : pieceOfAmount(remaining, asked)
  }
  if (quantity === undefined) return wholeOf(remaining)
  const asked = thousandths(quantity)
  if (asked > remaining.quantity)
    throw fieldError(`${at}.quantity`, `Only ${Number(line.quantity)} of ${line.item_name} is left to credit.`)
  return pieceOfQuantity(remaining, asked)
}

/** The pieces asked for, by line; every line that has something left when none is named. `lenient`: what is worth nothing is left out. */
const choose = (lines: readonly Line[], asked: readonly CreditLine[] | undefined, lenient: boolean) => {
  const pieces = new Map<Line, Piece>()
  const all = asked ?? lines.filter((one) => !isSpent(one)).map(({ id }) => ({ charge: id }))
  for (const [index, wanted] of all.entries()) {
    const line = lines.find(({ id }) => id === wanted.charge)
    if (!line) throw fieldError(`items.${index}.invoice_item`, 'This line is not on the bill.')
    if (pieces.has(line)) throw fieldError(`items.${index}.invoice_item`, 'Each line may be listed only once.')
    if (lenient && cents(line.total) === 0) continue
    const piece = inCents(line, pieceOf(line, wanted, `items.${index}`))
    if (lenient && piece.total === 0) continue
    if (piece.total === 0 && !line.is_free) throw fieldError(`items.${index}.quantity`, 'This quantity is too small to have a value.')
    pieces.set(line, piece)
  }
  return pieces
}

/** The rounding that goes back: all of it with the last line, and earlier so much that nobody gets back more than was asked of them. */
const findRounding = async (db: Db, invoice: InvoiceRow, patient: number, isLast: boolean): Promise<number> => {
  const { rows } = await sql<{ given: string }>`
    select coalesce(sum(rounding), 0) as given from credit_notes where invoice_id = ${invoice.id}`.execute(db)
  const left = cents(invoice.rounding) - cents(rows[0]?.given ?? '0.00')
  const leftOfPatient = cents(invoice.patient_total) - cents(invoice.credited_patient)
  return isLast ? left : Math.min(0, leftOfPatient - patient)
}

/**
 * Writes a credit note over lines of an issued bill, with its postings, and answers its id; the bill is locked already. The caller numbers
 * it, last of all. Never more than remains of a line: 400 on the line. `asked` undefined credits all that remains; nothing left is 409,
 * or null where that is to be ignored.
 */
export const creditInvoice = async (
  db: Db,
  invoice: InvoiceRow,
  asked: readonly CreditLine[] | undefined,
  reason: string,
  by: number,
  now: Date,
  { nothing }: { nothing?: 'ignore' } = {},
): Promise<number | null> => {
  if (invoice.issued_at === null) throw conflict('A draft cannot be credited: change it instead.', {}, 'draft')
  const lines = await findRemaining(db, invoice.id)
  const pieces = choose(lines, asked, nothing === 'ignore')
  if (pieces.size === 0 && nothing === 'ignore') return null
  if (pieces.size === 0) throw conflict('This bill has nothing left to credit.', {}, 'credited')
  const sumOf = (part: keyof Piece) => [...pieces.values()].reduce((sum, piece) => sum + piece[part], 0)
  const isLast = lines.every((line) => (pieces.get(line)?.total ?? 0) === cents(line.total))
  const rounding = await findRounding(db, invoice, sumOf('patient'), isLast)
  const total = sumOf('total') + rounding
  const isFree = [...pieces.keys()].every(({ is_free }) => is_free)
  // What was rounded away was never asked of anybody.
  if (total <= 0 && nothing === 'ignore') return null
  if (total < 0 || (total === 0 && !isFree)) throw conflict('This bill has nothing left to credit.', {}, 'credited')
  const items = [...pieces].map(([line, piece]) => ({
    charge: line.id,
    quantity: fromThousandths(piece.quantity),
    total: fromCents(piece.total),
    tax: fromCents(piece.tax),
    patient: fromCents(piece.patient),
    insurer: fromCents(piece.insurer),
    waiver: fromCents(piece.waiver),
  }))
  const { rows } = await sql<{ id: number }>`
    with piece as (
      select * from json_to_recordset(${JSON.stringify(items)}::json)
        as p(charge integer, quantity numeric, total numeric, tax numeric, patient numeric, insurer numeric, waiver numeric)
    ), note as (
      insert into credit_notes (number, verification, invoice_id, reason, total, tax, insurer_amount, patient_amount, waiver, rounding,
        issued_at, issued_on, issued_by)
      select code::text, code, ${invoice.id}::integer, ${reason}, ${fromCents(total)}::numeric, ${fromCents(sumOf('tax'))}::numeric,
        ${fromCents(sumOf('insurer'))}::numeric, ${fromCents(sumOf('patient') + rounding)}::numeric, ${fromCents(sumOf('waiver'))}::numeric,
        ${fromCents(rounding)}::numeric, ${now}::timestamptz, ${clinicDay(now)}, ${by}::integer
      from (select gen_random_uuid() as code) u
      returning *
    ), line as (
      insert into credit_note_items (credit_note_id, charge_id, quantity, total, tax, insurer_amount, patient_amount, waiver)
      select note.id, p.charge, p.quantity, p.total, p.tax, p.insurer, p.patient, p.waiver from piece p, note
    ), entry as (
      insert into journal_entries (kind, day, happened_at, credit_note_id, created_by)
      select 'credit note', issued_on, issued_at, id, issued_by from note returning id, day
    ), posted as (
      insert into postings (entry_id, day, account, amount, invoice_id, charge_id, item_id, quantity, insurance_company_id)
      select entry.id, entry.day, p.* from entry, note, lateral (
        select 'sales'::account, p.total - p.tax, ${invoice.id}::integer, c.id, c.item_id, -p.quantity, c.insurance_company_id
          from piece p join charges c on c.id = p.charge
        union all select 'tax', p.tax, ${invoice.id}, c.id, c.item_id, null, c.insurance_company_id
          from piece p join charges c on c.id = p.charge where p.tax <> 0
        union all select 'patients', -note.patient_amount, ${invoice.id}, null, null, null, null where note.patient_amount <> 0
        union all select 'insurers', -note.insurer_amount, ${invoice.id}, null, null, null, ${invoice.insurance_company_id}::integer
          where note.insurer_amount <> 0
        union all select 'waivers', -note.waiver, ${invoice.id}, null, null, null, null where note.waiver <> 0
        union all select 'rounding', note.rounding, ${invoice.id}, null, null, null, null where note.rounding <> 0
      ) p
    )
    select id from note`.execute(db)
  return rows[0]?.id ?? null
}
