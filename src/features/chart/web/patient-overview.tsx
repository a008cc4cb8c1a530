import { useNavigate, Link } from 'react-router'
import { listVisits, listMoves } from '#features/attendance/contract.ts'
import { useRights } from '#web/session/rights.ts'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { TimelinePanel } from '#features/timeline/web/timeline-panel.tsx'
import { PatientFacts } from '#features/patients/web/patient-tabs.tsx'
import { IconArrowBackUp, IconArrowRight, IconDoorEnter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { trackWord, timeOrDay, whereWord } from '#features/attendance/web/visit-name.tsx'
import { query } from '#web/calls/api.ts'
import { dateTime, minutes, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { minutesBetween, visitStatus, type VisitRow } from './visit-labels.ts'
import { Status } from '#web/ui/status.tsx'
import { useNow } from '#web/state/use-now.ts'
import { Button } from '@mantine/core'
import type { Track } from '#features/attendance/rules.ts'
import { useVisitRights } from '#features/attendance/web/use-visit-rights.ts'
import styles from './chart.module.css'

/** The page on which whoever attends patients on a track does the next thing; absent where that is to move the patient. */
const stepOn = ({ id, track }: VisitRow, patientNumber: string): { label: string; to: string } | undefined => {
  const consultation = { label: t('Open consultation'), to: '?tab=visit' }
  const steps: Partial<Record<Track, { label: string; to: string }>> = {
    triage: { label: t('Record vital signs'), to: `/dashboard/nursing-interface?visit=${id}` },
    doctor: consultation,
    lab: { label: t('Collect samples'), to: `/dashboard/laboratory/collect?q=${patientNumber}` },
    'awaiting result': { label: t('Enter results'), to: `/dashboard/laboratory/visits/${id}` },
    'added result': consultation,
    pharmacy: { label: t('Dispense'), to: `/dashboard/pharmacy?q=${patientNumber}` },
    billing: { label: t('Open bill'), to: '?tab=billing' },
    inpatient: consultation,
  }
  return steps[track]
}

/** The next step of an open visit for the user: their own work on its track, else to move the patient on; nothing for users who may do neither. */
const NextStep = ({ visit, patientNumber }: { visit: VisitRow; patientNumber: string }) => {
  const { mayAttend, movesOf } = useVisitRights()
  const own = mayAttend(visit.track) ? stepOn(visit, patientNumber) : undefined
  const step =
    own ?? (movesOf(visit.track).length > 0 ? { label: t('Move patient'), to: `/dashboard/reception-interface?visit=${visit.id}` } : null)
  return (
    step && (
      <Button component={Link} to={step.to} variant="filled" className={`${styles.visitNext} no-print`}>
        {step.label}
      </Button>
    )
  )
}

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
  const { tone, text } = visitStatus(visit, useNow())
  return (
    <section className={`section ${styles.visitNow}`} aria-label={t('Current visit')}>
      <div className="row">
        <h2 className="grow">
          {whereWord(visit)} <span className={`t3 num ${styles.visitNumber}`}>{visit.track_number}</span>
        </h2>
        {priorityMark[visit.priority]?.()}
        <span title={dateTime(visit.track_since)}>
          <Status tone={tone}>{text}</Status>
        </span>
      </div>
      <p className={styles.visitReason}>{visit.reason}</p>
      <p className="small t3 num">
        {t('Since {time}', { time: timeOrDay(visit.created_at) })}
        {visit.assigned_doctor && ` · ${visit.assigned_doctor}`}
      </p>
      <NextStep visit={visit} patientNumber={patientNumber} />
    </section>
  )
}

/** Where the patient is in the clinic now, for how long, and the next step; nothing without an open visit. */
const CurrentVisit = ({ patient: { id, unique_id } }: { patient: PatientRecord }) => {
  const { data } = useQuery(query(listVisits, { query: { patient_id: id, open: 'true' } }))
  const [visit] = data ?? []
  return visit ? <Card visit={visit} patientNumber={unique_id} /> : null
}

/** Where a visit went, oldest first, with the time spent before each step. */
const Moves = ({ visitId }: { visitId: number }) => (
  <FourStates query={useQuery(query(listMoves, { params: { id: visitId } }))} loading={<Loading rows={3} height={16} />}>
    {(moves) => (
      <ol className={`sunken round-m pad-2-5 ${styles.moves}`}>
        {moves.map(({ id, from_track, to_track, moved_at, moved_by_name, undoes }, at) => {
          const before = moves[at - 1]
          const Sign = undoes === null ? (from_track === null ? IconDoorEnter : IconArrowRight) : IconArrowBackUp
          return (
            <li key={id} className="small">
              <Sign size={14} className="t3" aria-hidden />
              <span className="num t3" title={dateTime(moved_at)}>
                {time(moved_at)}
              </span>
              <span className="grow">
                {undoes === null ? trackWord(to_track) : t('Back to {track}', { track: trackWord(to_track) })}
                {moved_by_name && <span className="t3"> · {moved_by_name}</span>}
              </span>
              {before && <span className="num t3">{t('after {time}', { time: minutes(minutesBetween(before.moved_at, moved_at)) })}</span>}
            </li>
          )
        })}
      </ol>
    )}
  </FourStates>
)

const movesOf = (visit: number) => <Moves visitId={visit} />

/** Everything that happened to the patient, newest first, and what the desk asks for most. */
export const PatientOverview = ({ patient }: { patient: PatientRecord }) => {
  const { can } = useRights()
  const go = useNavigate()
  return (
    <div className={`grid items-start gap-6 tablet-one ${styles.overview}`}>
      <div className="form-stack">
        {can(listVisits) && <CurrentVisit patient={patient} />}
        <TimelinePanel
          patientId={patient.id}
          onOpen={(tab) => void go(`?tab=${tab}`)}
          visitDetail={can(listVisits) ? movesOf : undefined}
        />
      </div>
      <PatientFacts patient={patient} />
    </div>
  )
}
