import { useQuery } from '@tanstack/react-query'
import { listVisits } from '#features/attendance/contract.ts'
import { timeOrDay, whereWord } from '#features/attendance/web/visit-name.tsx'
import { query } from '#web/calls/api.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { useNow } from '#web/state/use-now.ts'
import { standOf, type VisitRow } from './visit-words.ts'

const priorityMark = {
  routine: null,
  urgent: () => (
    <Status chip tone="attention">
      {t('Urgent')}
    </Status>
  ),
  emergency: () => (
    <Status chip tone="critical">
      {t('Emergency')}
    </Status>
  ),
}

const Card = ({ visit }: { visit: VisitRow }) => {
  const { tone, text } = standOf(visit, useNow())
  return (
    <section className="section visit-now" aria-label={t('Current visit')}>
      <div className="row">
        <h2 className="grow">
          {whereWord(visit)} <span className="t3 num visit-number">{visit.track_number}</span>
        </h2>
        {priorityMark[visit.priority]?.()}
        <span title={dateTime(visit.track_since)}>
          <Status tone={tone}>{text}</Status>
        </span>
      </div>
      <p className="visit-reason">{visit.reason}</p>
      <p className="small t3 num">
        {t('Since {{time}}', { time: timeOrDay(visit.created_at) })}
        {visit.assigned_doctor && ` · ${visit.assigned_doctor}`}
      </p>
    </section>
  )
}

/** Where the patient is in the house now and for how long; nothing when they are not there. */
export const CurrentVisit = ({ patientId }: { patientId: number }) => {
  const { data } = useQuery(query(listVisits, { query: { patient_id: patientId, open: 'true' } }))
  const [visit] = data ?? []
  return visit ? <Card visit={visit} /> : null
}
