import { sql } from 'kysely'
import type { WaitingRule } from '#features/notifications/public.ts'

const isOpenLine = sql`d.cancelled_at is null and d.refused_at is null and not d.is_dispensed and not d.is_external`

/** Prescriptions of the days that stay in the queue, with something to dispense. */
export const pharmacyWaiting: readonly WaitingRule[] = [
  {
    at: '/dashboard/pharmacy',
    access: 'prescriptions.dispense',
    rows: (_, now) => sql`select from prescriptions s
      where s.waiting_since >= ${now}::timestamptz - (select queue_days from pharmacy_settings) * interval '1 day'
        and exists (select from prescribed_drugs d where d.prescription_id = s.id and ${isOpenLine})`,
  },
]
