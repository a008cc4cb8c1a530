import { sql } from 'kysely'
import { alertRow, type AlertRule } from '#features/notifications/public.ts'

/** A restricted record that was opened in an emergency, until somebody else has looked into it. */
const emergencyAccess: AlertRule = {
  kind: 'emergency_access',
  topics: ['patients'],
  rows: () => sql`
    select ${alertRow({
      entity: sql`e.id`,
      words: sql`jsonb_build_object('who', concat_ws(' ', u.first_name, u.last_name))`,
      except: sql`array[e.user_id]`,
      patient: sql`e.patient_id`,
    })}
    from emergency_accesses e join users u on u.id = e.user_id where e.reviewed_at is null`,
}

/** A portal account that a second member of staff has to confirm. */
const accountToConfirm: AlertRule = {
  kind: 'account_to_confirm',
  topics: ['patients'],
  rows: (now) => sql`
    select ${alertRow({
      entity: sql`q.id`,
      words: sql`jsonb_build_object('who', concat_ws(' ', u.first_name, u.last_name))`,
      except: sql`array[q.requested_by]`,
      // Only those who restrict records can confirm these, and it is read by more.
      patient: sql`case when not is_restricted(q.patient_id) then q.patient_id end`,
    })}
    from account_link_requests q join users u on u.id = q.requested_by
    where q.ended_at is null and q.way = 'colleague' and q.expires_at > ${now}`,
}

/** A portal account that was linked in the last week, for those who watch over the records. */
const accountLinked: AlertRule = {
  kind: 'account_linked',
  topics: ['patients'],
  rows: (now) => sql`
    select ${alertRow({
      entity: sql`l.id`,
      words: sql`jsonb_build_object('who', concat_ws(' ', u.first_name, u.last_name), 'by', concat_ws(' ', v.first_name, v.last_name))`,
      patient: sql`l.patient_id`,
    })}
    from account_links l join users u on u.id = l.linked_by join account_link_requests q on q.id = l.request_id join users v on v.id = q.ended_by
    where l.ended_at is null and l.linked_at > ${now}::timestamptz - interval '7 days'`,
}

/** What waits for those who read the audit log, and for those who confirm accounts. */
export const patientAlerts: readonly AlertRule[] = [emergencyAccess, accountToConfirm, accountLinked]
