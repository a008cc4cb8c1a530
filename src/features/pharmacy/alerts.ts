import { sql } from 'kysely'
import { alertCount, alertsNotified, type AlertRule } from '#features/notifications/public.ts'

/** The last word is the pharmacy's, and it has decided nothing since it asked. */
const isUnanswered = sql`exists (
  select from public_prescription_requests q
  cross join lateral (
    select r.is_from_patient from prescription_request_remarks r where r.public_prescription_request_id = q.id order by r.id desc limit 1
  ) r
  where q.id = n.entity_id and q.status not in ('declined', 'done') and not r.is_from_patient
) and not exists (
  select from notifications m
  where m.kind = 'prescription_answered' and m.entity_id = n.entity_id and m.user_id = n.user_id and m.resolved_at is null and m.id > n.id
)`

/** Prescriptions that patients sent in and nobody has answered, and what patients were asked about them and have not answered. */
export const pharmacyAlerts: readonly AlertRule[] = [
  {
    kind: 'prescription_requests',
    topics: ['prescriptions'],
    rows: () => alertCount(sql`select count(*) from public_prescription_requests where status = 'pending'`),
  },
  {
    kind: 'prescription_asked',
    topics: ['prescriptions'],
    rows: () => alertsNotified('prescription_asked', isUnanswered),
  },
]
