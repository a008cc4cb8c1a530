import { sql } from 'kysely'
import { cents, fromCents, percentOf, splitCents } from '#shared/money.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { lockInvoice, type InvoiceRow } from '#features/charges/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { discountInvoice } from '../contract.ts'
import { requireDecimals } from './check-payments.ts'
import { getInvoice } from './invoices.ts'

type Body = ParsedOf<typeof discountInvoice>['body']

interface Line {
  id: number
  item_name: string
  gross: string
  decimals: number
  waiver: string
}
const findLines = async (db: Db, invoice: number) => {
  const { rows } = await sql<Line>`
    select id, item_name, gross, decimals, waiver from charges where invoice_id = ${invoice} and cancelled_at is null order by id`.execute(
    db,
  )
  return rows
}

/** What each line is reduced by: the same percentage of all, or its share of an amount, to the least sum of the currency. */
const shares = (lines: readonly Line[], { discount_percent, discount = '0' }: Body): string[] => {
  if (discount_percent !== undefined) return lines.map(({ gross, decimals }) => percentOf(gross, discount_percent, decimals))
  // A currency without cents is divided in whole units.
  const unit = lines[0]?.decimals === 0 ? 100 : 1
  const grosses = lines.map(({ gross }) => cents(gross) / unit)
  const all = grosses.reduce((sum, gross) => sum + gross, 0)
  const wanted = cents(discount) / unit
  if (wanted > all) throw fieldError('discount', `This is more than the lines cost: ${fromCents(all * unit)}.`)
  return splitCents(wanted, grosses).map((share) => fromCents(share * unit))
}

const requireDraft = ({ issued_at, number }: InvoiceRow) => {
  if (issued_at !== null) throw conflict('An issued bill cannot be changed: credit it instead.', { number }, 'issued')
}

/** Writes the discounts; a waiver of a line stays, unless it would be more than the patient then pays: 409 `waiver` with the line. */
const write = async (db: Db, lines: readonly Line[], discounts: readonly string[], reason: string, by: number) => {
  const values = JSON.stringify(lines.map(({ id }, at) => ({ id, discount: discounts[at] })))
  await sql`
    update charges c set discount = l.discount, waiver = 0, adjustment_reason = ${reason}, adjusted_by = ${by}, version = c.version + 1
    from json_to_recordset(${values}::json) as l(id integer, discount numeric) where c.id = l.id`.execute(db)
  const waived = lines.filter(({ waiver }) => cents(waiver) > 0)
  if (waived.length === 0) return
  const kept = await sql<{ id: number }>`
    update charges c set waiver = l.waiver from json_to_recordset(${JSON.stringify(waived)}::json) as l(id integer, waiver numeric)
    where c.id = l.id and c.patient_amount >= l.waiver returning c.id`.execute(db)
  const lost = waived.find(({ id }) => !kept.rows.some((row) => row.id === id))
  if (lost)
    throw conflict(
      `${lost.waiver} of ${lost.item_name} is waived, which is more than the patient would pay for it.`,
      { line: lost.id },
      'waiver',
    )
}

/**
 * Discounts every line of a draft, by a percentage or by its share of an amount, in place of the discounts there were. 404, 412; 409 `issued`,
 * `empty`, `waiver`; 400 for more than the lines cost. Answers the bill before and after.
 */
export const discountBill = async (db: Db, id: number, body: Body, seen: number | null, by: number) => {
  const locked = await lockInvoice(db, id)
  const before = await getInvoice(db, id)
  await requireUnchanged(locked, seen, () => before)
  requireDraft(locked)
  await requireDecimals(db, { discount: body.discount })
  const lines = await findLines(db, id)
  if (lines.length === 0) throw conflict('This bill has no items.', {}, 'empty')
  await write(db, lines, shares(lines, body), body.reason, by)
  return { before, after: await getInvoice(db, id) }
}
