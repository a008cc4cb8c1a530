import { sql } from 'kysely'
import { standingTold, type Standing } from '#features/notifications/index.ts'

/** What a patient was told of a change of their appointment: until they have come, it is cancelled or its time is over. */
export const appointmentStanding: readonly Standing[] = [
  {
    kind: 'appointment_changed',
    topics: ['appointments'],
    rows: (now) =>
      standingTold(
        'appointment_changed',
        sql`exists (
          select from appointments a join patients p on p.id = a.patient_id and p.user_id = n.user_id
          where a.id = n.entity_id and a.status in ('pending', 'confirmed') and a.ends_at > ${now}::timestamptz)`,
      ),
  },
]
