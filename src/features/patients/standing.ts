import { sql } from 'kysely'
import { standingRow, type Standing } from '#features/notifications/index.ts'

/** A restricted record that was opened in an emergency, until somebody else has looked into it. */
const emergencyAccess: Standing = {
  kind: 'emergency_access',
  topics: ['patients'],
  rows: () => sql`
    select ${standingRow({
      entity: sql`e.id`,
      words: sql`jsonb_build_object('who', concat_ws(' ', u.first_name, u.last_name))`,
      except: sql`array[e.user_id]`,
      patient: sql`e.patient_id`,
    })}
    from emergency_accesses e join users u on u.id = e.user_id where e.reviewed_at is null`,
}

/** What waits for those who read the audit log. */
export const patientStanding: readonly Standing[] = [emergencyAccess]
