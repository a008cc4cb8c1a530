import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { refillRefusal, type RefillFacts, type RefillRefusal, type RefillRules } from '#features/pharmacy/rules.ts'
import { isOpen } from './requests.ts'

interface Row extends RefillFacts, RefillRules {
  id: number
  item: number
  name: string
}

const newer = sql`exists (
  select from prescribed_drugs w where w.patient_id = d.patient_id and w.item_id = d.item_id and w.id > d.id and w.replaced_by is null)`

const asked = sql`exists (
  select from public_prescription_requests q join prescription_request_lines l on l.public_prescription_request_id = q.id
  join prescribed_drugs w on w.id = l.prescribed_drug_id where q.patient_id = d.patient_id and w.item_id = d.item_id and ${isOpen})`

/** A line of a patient, and why it may not be asked for again. */
export interface Refillable {
  id: number
  item: number
  name: string
  refusal: RefillRefusal | null
}

/** Lines of a patient by their ids, each with whether it may be asked for again; those of others are left out. */
export const findRefillable = async (db: Db, patient: number, lines: readonly number[], now: Date): Promise<Refillable[]> => {
  if (lines.length === 0) return []
  const { rows } = await sql<Row>`
    select d.id, d.item_id as item, t.name, t.category = 'drug' as is_medicine, ${newer} as has_newer,
      d.cancelled_at is not null or d.refused_at is not null as is_stopped, t.is_active, d.is_external, coalesce(k.is_controlled, false) as is_controlled,
      d.is_dispensed, coalesce(d.written_on, ${clinicDay(sql`d.prescribed_at`)})::text as valid_from,
      coalesce(d.ends_on, ${clinicDay(sql`d.prescribed_at`)})::text as last_day, ${asked} as is_asked,
      ${clinicDay(now)}::text as today, s.valid_days, s.refill_months
    from prescribed_drugs d join items t on t.id = d.item_id left join stocked_items k on k.item_id = t.id cross join pharmacy_settings s
    where d.patient_id = ${patient} and d.id = any(${lines}::integer[]) order by d.id`.execute(db)
  return rows.map((row) => ({ id: row.id, item: row.item, name: row.name, refusal: refillRefusal(row, row) }))
}
