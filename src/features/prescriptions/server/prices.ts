import { sql } from 'kysely'
import { payerOf } from '#features/charges/public.ts'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'

/** Whose prices: those of the visit's bill, else those of the patient's insurer, else cash. */
export interface Payer {
  visit?: number | undefined
  patient?: number | undefined
}
const payer = ({ visit, patient }: Payer, now: Date) => {
  if (visit !== undefined)
    return sql`(select i.insurance_company_id from invoices i where i.visit_id = ${visit} order by i.id desc limit 1)`
  return patient === undefined ? sql`null::integer` : payerOf(sql`${patient}::integer`, clinicDay(now))
}

export interface Price {
  item: number
  unit_price: string | null
  total_price: string | null
  /** The patient's own part of it. */
  patient_price: string | null
  covered_by: string | null
}

/** What so much of each item would be charged to the payer, as the bill computes it; null without a price, and without a quantity. */
export const findPrices = async (db: Db, items: readonly { item: number; quantity: string | null }[], of: Payer, now: Date) => {
  const { rows } = await sql<Price>`
    with payer as (select ${payer(of, now)} as id)
    select t.id as item, case when p.source <> 'none' then p.price end as unit_price,
      case when p.source <> 'none' then a.total end as total_price,
      case when p.source = 'none' then null when p.is_covered then charge_co_pay(a.total, l.quantity, p.co_pay_amount, p.co_pay_percent, d.decimals)
        else a.total end as patient_price,
      case when p.is_covered then (select n.name from insurance_companies n where n.id = payer.id) end as covered_by
    from json_to_recordset(${JSON.stringify(items)}::json) as l(item integer, quantity numeric)
    join items t on t.id = l.item join tax_classes x on x.id = t.tax_class_id
    cross join payer cross join billing_settings s cross join company c
    cross join lateral item_price(t.id, payer.id, ${clinicDay(now)}) p
    cross join lateral (select currency_decimals(c.currency) as decimals) d
    cross join lateral (select charge_total(l.quantity, p.price, 0, x.rate, s.prices_include_tax, d.decimals) as total) a`.execute(db)
  return new Map(rows.map((row) => [row.item, row]))
}
