import { sql } from 'kysely'
import { cents, currencyDecimals, hasTooManyDecimals } from '#shared/money.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import type { PaymentCategory } from '#platform/db/tables.gen.ts'
import { changeOf } from '../rules.ts'
import type { NewPayment } from './write-receipt.ts'

/** A payment as somebody sent it. */
export interface SentPayment {
  payment_mode: number
  amount: string
  tendered?: string | undefined
  reference?: string | null | undefined
  same_reference?: boolean | undefined
  currency?: string | undefined
}
export type CheckedPayment = Omit<NewPayment, 'allocations'> & { party: 'patient' | 'insurer'; insurer: number | null }

interface Mode {
  id: number
  name: string
  category: PaymentCategory
  insurance_company_id: number | null
  requires_reference: boolean
  is_active: boolean
  currency: string
}
const findModes = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<Mode>`
    select m.id, m.name, m.category, m.insurance_company_id, m.requires_reference, m.is_active, c.currency
    from payment_modes m, company c where m.id = any(${ids})`.execute(db)
  return new Map(rows.map((mode) => [mode.id, mode]))
}

/** 400 on the amount when it has decimals that the clinic's currency does not. */
export const requireDecimals = async (db: Db, amounts: Readonly<Record<string, string | null | undefined>>) => {
  const { currency } = await db.selectFrom('company').select('currency').executeTakeFirstOrThrow()
  const wrong = Object.entries(amounts).filter(([, amount]) => amount != null && hasTooManyDecimals(amount, currency))
  if (wrong.length > 0) throw invalidInput(Object.fromEntries(wrong.map(([field]) => [field, [decimalsText(currency)]])))
}
const decimalsText = (currency: string) =>
  currencyDecimals(currency) === 0 ? `${currency} has no cents.` : `${currency} has ${currencyDecimals(currency)} decimals.`

/** What is wrong with one payment by itself. */
const findInconsistencies = ({ amount, tendered, reference, currency }: SentPayment, mode: Mode | undefined): FieldErrors => {
  if (!mode) return { payment_mode: ['Payment mode not found.'] }
  const faults: FieldErrors = {}
  // An insurer that the clinic works with no more still pays what it owes.
  if (!mode.is_active && mode.category !== 'insurer') faults['payment_mode'] = [`${mode.name} is inactive.`]
  if (currency !== undefined && currency !== mode.currency) faults['currency'] = [`The clinic is paid in ${mode.currency}.`]
  if (hasTooManyDecimals(amount, mode.currency)) faults['amount'] = [decimalsText(mode.currency)]
  if (mode.requires_reference && !reference) faults['reference'] = [`${mode.name} needs a reference.`]
  if (tendered === undefined) return faults
  if (mode.category !== 'cash') faults['tendered'] = ['Only cash is handed over.']
  else if (hasTooManyDecimals(tendered, mode.currency)) faults['tendered'] = [decimalsText(mode.currency)]
  else if (changeOf(amount, tendered) === null) faults['tendered'] = ['This is less than the amount.']
  return faults
}

/** A reference that was given before on a receipt that still stands: one transfer, entered twice. Two who enter it at once take turns. */
const refuseSameReference = async (db: Db, payments: readonly SentPayment[]) => {
  const asked = payments.flatMap(({ payment_mode, reference, same_reference }) =>
    reference && !same_reference ? [{ mode: payment_mode, reference }] : [],
  )
  if (asked.length === 0) return
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('payment ' || mode || ' ' || lower(reference), 0) as key
      from json_to_recordset(${JSON.stringify(asked)}::json) as a(mode integer, reference text) order by 1
    ) k`.execute(db)
  const { rows } = await sql<{ reference: string; number: string }>`
    select m.reference, r.number from json_to_recordset(${JSON.stringify(asked)}::json) as a(mode integer, reference text)
    join payments m on m.payment_mode_id = a.mode and lower(m.reference) = lower(a.reference) and m.amount > 0
    join receipts r on r.id = m.receipt_id and r.kind = 'payment'
    where not exists (select from receipts b where b.reverses_id = r.id) limit 1`.execute(db)
  if (rows[0])
    throw conflict(`${rows[0].reference} is on receipt ${rows[0].number} already.`, { receipt: rows[0].number }, 'same_reference')
}

/**
 * Payments as they may be written: modes that are there and in use, references where they are required, change of cash. Every fault is a 400
 * on its field, `at` naming where the list stands in the body; a reference that stands on another receipt is 409 `same_reference`.
 */
export const checkPayments = async (
  db: Db,
  payments: readonly SentPayment[],
  at: (index: number, field: string) => string,
): Promise<CheckedPayment[]> => {
  const modes = await findModes(db, [...new Set(payments.map(({ payment_mode }) => payment_mode))])
  const faults = payments.flatMap((payment, index) =>
    Object.entries(findInconsistencies(payment, modes.get(payment.payment_mode))).map(
      ([field, messages]) => [at(index, field), messages] as const,
    ),
  )
  if (faults.length > 0) throw invalidInput(Object.fromEntries(faults))
  await refuseSameReference(db, payments)
  return payments.map(({ payment_mode, amount, tendered, reference }) => {
    const insurer = modes.get(payment_mode)?.insurance_company_id ?? null
    const party = insurer === null ? ('patient' as const) : ('insurer' as const)
    const change = tendered === undefined ? undefined : (changeOf(amount, tendered) ?? undefined)
    return { mode: payment_mode, amount, tendered, change, reference: reference ?? null, party, insurer }
  })
}

/** 400 on the first payment that makes a party pay more than `due`. */
export const refuseMoreThan = (
  due: Readonly<Record<'patient' | 'insurer', string>>,
  payments: readonly Pick<CheckedPayment, 'party' | 'amount'>[],
  at: (index: number, field: string) => string,
) => {
  const left = { patient: cents(due.patient), insurer: cents(due.insurer) }
  for (const [index, { party, amount }] of payments.entries()) {
    left[party] -= cents(amount)
    if (left[party] < 0) throw invalidInput({ [at(index, 'amount')]: [`This is more than the amount due: ${due[party]}.`] })
  }
}
