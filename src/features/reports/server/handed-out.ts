import { sql, type RawBuilder } from 'kysely'
import { clinicDayStart } from '#features/company/index.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Days } from './report.ts'

export interface Span {
  zone: string
  from: Date
  until: Date
}
/** The instants between which the days lie. As values, so that the plan of a statement knows how many rows there are between them. */
export const spanOf = async (db: Db, { start_date, end_date }: Days): Promise<Span> => {
  const { rows } = await sql<Span>`
    select time_zone as zone, ${clinicDayStart(start_date)} as "from", ${clinicDayStart(end_date, 1)} as until from company`.execute(db)
  return rows[0]!
}

export const within = (instant: RawBuilder<unknown>, { from, until }: Span) => sql`${instant} >= ${from} and ${instant} < ${until}`
export const dayOf = (instant: RawBuilder<unknown>, { zone }: Span) => sql`(${instant} at time zone ${zone})::date`

/**
 * What one unit of a handed out line `p` of the prescribed line `d` was charged at, before discounts. Of something else in its place one
 * charge may bear several portions; what somebody took off the bill counts for nothing.
 */
const price = sql`coalesce(c.unit_price, o.unit_price, (
  select x.unit_price from dispense_items q join charges x on x.order_kind = 'dispense' and x.order_id = q.id and x.cancelled_at is null
  where q.prescribed_drug_id = p.prescribed_drug_id and q.item_id = p.item_id limit 1), 0)`

/** To be joined to handed out lines `p`: the prescribed line and the charges that the price is read from. */
const priced = sql`
  left join prescribed_drugs d on d.id = p.prescribed_drug_id
  left join charges c on c.order_kind = 'prescription' and c.order_id = d.id and c.cancelled_at is null and c.item_id = p.item_id
  left join charges o on o.order_kind = 'dispense' and o.order_id = p.id and o.cancelled_at is null`

/** Lines that were handed out or sold in a span, or sold alone, each with its day, its price and the prescription it is of. */
export const handedOut = (span: Span, { isSold = false } = {}) => sql`
  select ${dayOf(sql`p.dispensed_at`, span)} as day, p.id, p.dispense_id, p.dispensed_by, p.item_id, coalesce(p.units, p.quantity) as units,
    p.returned, round(coalesce(p.units, p.quantity) * ${price}, 2) as value,
    d.prescription_id, p.quantity < d.quantity as is_part, p.item_id <> d.item_id as is_other
  from dispense_items p ${priced}
  where ${within(sql`p.dispensed_at`, span)} ${isSold ? sql`and p.prescribed_drug_id is null` : sql``}`

/** Lines that came back in a span, each with its day and what was charged for it. */
export const broughtBack = (span: Span) => sql`
  select ${dayOf(sql`r.returned_at`, span)} as day, r.id, round(b.units * ${price}, 2) as value
  from patient_returns r join patient_return_items b on b.patient_return_id = r.id join dispense_items p on p.id = b.dispense_item_id ${priced}
  where ${within(sql`r.returned_at`, span)}`
