import { useQuery } from '@tanstack/react-query'
import { listVisits } from '#features/attendance/contract.ts'
import { timeOrDay, whereWord } from '#features/attendance/web/visit-name.tsx'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { query } from '#web/calls/api.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { useNow } from '#web/state/use-now.ts'
import { NextStep } from './next-step.tsx'
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

const Card = ({ visit, patientNumber }: { visit: VisitRow; patientNumber: string }) => {
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
      <NextStep visit={visit} patientNumber={patientNumber} />
    </section>
  )
}

/** Where the patient is in the clinic now, for how long, and the next step; nothing without an open visit. */
export const CurrentVisit = ({ patient: { id, unique_id } }: { patient: PatientRecord }) => {
  const { data } = useQuery(query(listVisits, { query: { patient_id: id, open: 'true' } }))
  const [visit] = data ?? []
  return visit ? <Card visit={visit} patientNumber={unique_id} /> : null
}
