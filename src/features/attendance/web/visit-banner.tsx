import { IconAlertOctagon, IconAlertTriangle, IconBolt } from '@tabler/icons-react'
import { AllergyFlag } from '#features/patients/web/allergy-status.tsx'
import { RecordMarks } from '#features/patients/web/record-status.tsx'
import { PatientPregnancy } from '#features/patients/web/pregnancy-status.tsx'
import { ago, minutes, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useNow } from '#web/state/use-now.ts'
import { OrdersPending } from '#features/order-drafts/web/orders-pending-status.tsx'
import { Status } from '#web/ui/status.tsx'
import { isClosed } from '../rules.ts'
import { CriticalFlag } from './critical-status.tsx'
import { priorityWord, sexAndAge, timeOrDay, trackWord, whereWord, type VisitOnScreen } from './visit-name.tsx'
import styles from './visit.module.css'

const MINUTE = 60_000

const Whereabouts = ({ visit }: { visit: VisitOnScreen }) => {
  const now = useNow()
  if (isClosed(visit.track))
    return <Status tone="done">{t('{track} at {time}', { track: whereWord(visit), time: timeOrDay(visit.track_since) })}</Status>
  const span = minutes(Math.max(0, Math.floor((now - Date.parse(visit.track_since)) / MINUTE)))
  return (
    <span className="row wrap">
      <Status tone="waiting">
        {t('{track} since {time} ({span})', { track: trackWord(visit.track), time: timeOrDay(visit.track_since), span })}
      </Status>
      {visit.attended_by_name !== null && visit.attended_since !== null && (
        <Status tone="progress">{t('{who} since {time}', { who: visit.attended_by_name, time: timeOrDay(visit.attended_since) })}</Status>
      )}
    </span>
  )
}

/** Who this is and what must not be overlooked: priority, critical values, alerts, every allergy by name, a pregnancy. */
export const VisitHead = ({ visit }: { visit: VisitOnScreen }) => (
  <header className={`stack gap-3 ${styles.visitHead}`}>
    <span className="t3 num">{[sexAndAge(visit), visit.patient_number, visit.track_number].join(' · ')}</span>
    <span className={`flow gap-2 ${styles.chips}`}>
      {visit.died_on !== null && <RecordMarks record={{ death: { died_on: visit.died_on }, is_active: true, merged_into: null }} />}
      {visit.priority !== 'routine' && (
        <Status
          chip
          tone={visit.priority === 'emergency' ? 'critical' : 'attention'}
          icon={visit.priority === 'emergency' ? IconAlertOctagon : IconBolt}
        >
          {priorityWord(visit.priority)}
        </Status>
      )}
      {visit.alerts.map(({ text, is_critical }) => (
        <Status
          key={text}
          chip
          whole
          tone={is_critical ? 'critical' : 'attention'}
          icon={is_critical ? IconAlertOctagon : IconAlertTriangle}
        >
          {text}
        </Status>
      ))}
      <CriticalFlag visit={visit} />
      <AllergyFlag allergies={visit.allergies} status={visit.allergy_status} detailed />
      <PatientPregnancy patient={visit} />
      <OrdersPending visit={visit.id} />
    </span>
    <p className={styles.reason}>{visit.reason}</p>
    <Whereabouts visit={visit} />
    <span className="small t3 num" title={time(visit.created_at)}>
      {[
        t('Arrived {ago}', { ago: ago(visit.created_at) }),
        visit.assigned_doctor && t('Doctor: {name}', { name: visit.assigned_doctor }),
        ...visit.insurances.map(({ name }) => name),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  </header>
)
