import { sql } from 'kysely'

/** True of a charge `c` that the patient still owes, on the bill `i`: on a draft, or on one of which something is due. */
export const isUnpaid = sql<boolean>`(c.cancelled_at is null and case when i.issued_at is null then c.patient_amount > 0 or c.price_source = 'none'
  else i.patient_balance > 0 and c.patient_amount > 0 and c.credited_total < c.total end)`
