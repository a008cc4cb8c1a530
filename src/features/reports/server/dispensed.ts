import { sql, type RawBuilder } from 'kysely'
import { clinicDayStart } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Days } from './report.ts'

export interface Span {
  zone: string
  from: Date
  until: Date
}
/** The instants between which the days lie. As values, so that the plan of a statement knows how many rows there are between them. */
export const findSpan = async (db: Db, { start_date, end_date }: Days): Promise<Span> => {
  const { rows } = await sql<Span>`
    select time_zone as zone, ${clinicDayStart(start_date)} as "from", ${clinicDayStart(end_date, 1)} as until from company`.execute(db)
  return rows[0]!
}

export const within = (instant: RawBuilder<unknown>, { from, until }: Span) => sql`${instant} >= ${from} and ${instant} < ${until}`
export const dayOf = (instant: RawBuilder<unknown>, { zone }: Span) => sql`(${instant} at time zone ${zone})::date`

/** Lines that were handed out or sold in a span, or sold alone, each with its day and what was charged for it then, before discounts. */
export const dispensed = (span: Span, { isSold = false } = {}) => sql`
  select ${dayOf(sql`p.dispensed_at`, span)} as day, p.prescribed_drug_id is null as is_sold, p.prescribed_drug_id, p.dispense_id,
    p.dispensed_by, p.item_id, coalesce(p.units, p.quantity) as units, p.returned, p.is_part, p.substitution_reason <> '' as is_other,
    round(coalesce(p.units, p.quantity) * p.unit_price, 2) as value
  from dispense_items p where ${within(sql`p.dispensed_at`, span)} ${isSold ? sql`and p.prescribed_drug_id is null` : sql``}`

/** Lines that came back in a span, each with its day and what was charged for it. */
export const broughtBack = (span: Span) => sql`
  select ${dayOf(sql`r.returned_at`, span)} as day, r.id, round(b.units * p.unit_price, 2) as value
  from patient_returns r join patient_return_items b on b.patient_return_id = r.id join dispense_items p on p.id = b.dispense_item_id
  where ${within(sql`r.returned_at`, span)}`
