import { sql } from 'kysely'
import { alertRow, alertsNotified, type AlertRule } from '#features/notifications/public.ts'

/** For the desk and the doctors: until the time is over, or a week after it was freed. Of restricted records nobody is told. */
const freedByDeath: AlertRule = {
  kind: 'appointment_freed',
  topics: ['appointments', 'patients'],
  rows: (now) => sql`
    select ${alertRow({ entity: sql`a.id`, words: sql`jsonb_build_object('number', a.number)`, patient: sql`a.patient_id` })}
    from deaths d join appointments a on a.patient_id = d.patient_id and a.status = 'cancelled' and a.changed_at = d.noted_at
    where d.withdrawn_at is null and d.noted_at > ${now}::timestamptz - interval '7 days' and a.appointment_date_time > ${now}
      and not is_restricted(d.patient_id)`,
}

/** What a patient was told of a change of their appointment: until they have come, it is cancelled or its time is over. */
export const appointmentAlerts: readonly AlertRule[] = [
  freedByDeath,
  {
    kind: 'appointment_changed',
    topics: ['appointments'],
    rows: (now) =>
      alertsNotified(
        'appointment_changed',
        sql`exists (
          select from appointments a join patients p on p.id = a.patient_id and p.user_id = n.user_id
          where a.id = n.entity_id and a.status in ('pending', 'confirmed') and a.ends_at > ${now}::timestamptz)`,
      ),
  },
]
