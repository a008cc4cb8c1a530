import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { insertCharges } from './charge.ts'
import { lockDraftOfVisit } from './drafts.ts'

/** What a visit's doctor costs: the consultation that was booked, else the doctor's own fee, else the clinic's consultation; no row when neither is set or no doctor is due. */
const consultationOf = sql`
  select i.id as invoice_id, coalesce(v.consultation_item_id, f.item_id, s.consultation_item_id) as item_id, 'consultation'::charge_order as order_kind,
    v.id as order_id, 1::numeric as quantity, null::numeric as set_price, null::text as reason
  from visits v join invoices i on i.visit_id = v.id and i.issued_at is null
  cross join billing_settings s left join doctor_fees f on f.doctor_id = v.doctor_id
  where (v.doctor_id is not null or v.track = 'doctor') and coalesce(v.consultation_item_id, f.item_id, s.consultation_item_id) is not null`

/** A visit that starts with a doctor is charged the consultation, in the statement that starts it. */
export const openConsultation = {
  table: 'charges',
  insert: (now: Date, by: number) => insertCharges(consultationOf, by, now),
} as const

/** Why a consultation leaves a draft by itself: what somebody took off by hand has another reason, and stays off. */
const REPLACED = 'Another doctor'
const WITHDRAWN = 'No doctor after all'

interface Charged {
  id: number
  item_id: number
  created_at: Date
  is_billed: boolean
  is_off: boolean
}
/**
 * The visit's consultation that stands, else the one that somebody took off by hand. Asked for one by one: those that stand have an index,
 * those that are off have another, and neither serves a question about both.
 */
export const findConsultation = async (db: Db, visit: number) => {
  const ofVisit = (which: RawBuilder<unknown>) => sql`
    select c.id, c.item_id, c.created_at, i.issued_at is not null as is_billed, c.cancelled_at is not null as is_off
    from charges c join invoices i on i.id = c.invoice_id where c.order_kind = 'consultation' and c.order_id = ${visit} and ${which}`
  const { rows } = await sql<Charged>`
    ${ofVisit(sql`c.cancelled_at is null`)}
    union all ${ofVisit(sql`c.cancelled_at is not null and c.cancel_reason not in (${REPLACED}, ${WITHDRAWN})`)}
    order by is_off, id desc limit 1`.execute(db)
  return rows[0]
}
const cancel = async (db: Db, charge: number, reason: string, by: number, now: Date) => {
  await sql`update charges set cancelled_at = ${now}, cancelled_by = ${by}, cancel_reason = ${reason}, version = version + 1
    where id = ${charge} and cancelled_at is null`.execute(db)
}

/**
 * Sees to it that a visit with a doctor is charged one consultation: at the fee of the doctor it has now, for as long as the bill is a
 * draft. True when something was charged. Nobody is charged a second time for another doctor once the bill is issued, and what somebody
 * took off the bill stays off.
 */
export const chargeConsultation = async (db: Db, visit: number, by: number, now: Date): Promise<boolean> => {
  const draft = await lockDraftOfVisit(db, visit, now)
  const charged = await findConsultation(db, visit)
  if (charged?.is_billed || charged?.is_off) return false
  if (charged) {
    const { rows } = await sql<{ item_id: number }>`${consultationOf} and v.id = ${visit}`.execute(db)
    if (rows[0]?.item_id === charged.item_id) return false
    await cancel(db, charged.id, REPLACED, by, now)
  }
  const { rows } = await sql`${insertCharges(sql`${consultationOf} and v.id = ${visit} and i.id = ${draft}`, by, now)}`.execute(db)
  return rows.length > 0
}

/**
 * Takes the consultation that was charged at `chargedAt` off the draft of a visit that goes to no doctor after all; true when there was one.
 * A billed one stays, and one of an earlier time with the doctor.
 */
export const withdrawConsultation = async (db: Db, visit: number, chargedAt: Date, by: number, now: Date): Promise<boolean> => {
  await lockDraftOfVisit(db, visit, now)
  const charged = await findConsultation(db, visit)
  if (!charged || charged.is_billed || charged.is_off || charged.created_at.getTime() !== chargedAt.getTime()) return false
  await cancel(db, charged.id, WITHDRAWN, by, now)
  return true
}
