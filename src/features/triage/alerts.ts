import { sql } from 'kysely'
import { alertRow, type AlertRule } from '#features/notifications/public.ts'

/** Critical vital signs that no doctor has seen, as long as the visit is open. What gets critical again is news again. */
const criticalVitals: AlertRule = {
  kind: 'critical_vitals',
  topics: ['triage', 'attendance'],
  rows: () => sql`
    select ${alertRow({
      entity: sql`t.id`,
      words: sql`jsonb_build_object('signs', t.critical_text)`,
      weight: sql`extract(epoch from t.critical_at) * 1000`,
      patient: sql`v.patient_id`,
    })}
    from triages t join visits v on v.id = t.visit_id
    where t.critical_at is not null and t.critical_seen_at is null and v.closed_at is null`,
}

/** What waits for a doctor. */
export const triageAlerts: readonly AlertRule[] = [criticalVitals]
