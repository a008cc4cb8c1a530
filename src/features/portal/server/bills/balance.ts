import { sql } from 'kysely'
import { cents, fromCents } from '#shared/money.ts'
import type { Db } from '#platform/db/connect.ts'
import type { OwnBalance } from '#features/portal/contract.ts'

interface Row {
  balance: string
  currency: string
  unbilled: string | null
  is_complete: boolean
  ways: string[]
}

/** A patient's balance over all issued bills, as the desk has it, and what stands on drafts. One round trip. */
export const findOwnBalance = async (db: Db, patient: number): Promise<OwnBalance> => {
  const { rows } = await sql<Row>`
    select c.currency, coalesce((select sum(i.patient_balance) from invoices i where i.patient_id = ${patient}), 0.00) as balance,
      d.amount as unbilled, coalesce(d.is_complete, true) as is_complete,
      array(select m.name from payment_modes m where m.is_active and m.category <> 'insurer' order by m.is_default desc, lower(m.name)) as ways
    from company c cross join billing_settings b
    cross join lateral (
      select sum(round(l.own / b.rounding_step) * b.rounding_step)::numeric(14, 2) as amount, bool_and(l.is_priced) as is_complete
      from invoices i cross join lateral (
        select sum(h.patient_amount) as own, bool_and(h.price_source <> 'none') as is_priced
        from charges h where h.invoice_id = i.id and h.cancelled_at is null
      ) l
      where i.patient_id = ${patient} and i.issued_at is null and i.has_charges and l.own is not null
    ) d`.execute(db)
  const { balance, currency, unbilled, is_complete, ways } = rows[0]!
  const owed = cents(balance)
  return {
    owed: fromCents(Math.max(0, owed)),
    deposit: fromCents(Math.max(0, -owed)),
    currency,
    unbilled: unbilled === null ? null : { amount: unbilled, is_complete },
    ways,
  }
}
