import { useNavigate } from 'react-router'
import { listMoves, listVisits } from '#features/attendance/contract.ts'
import { useRights } from '#web/session/rights.ts'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { TimelinePanel } from '#features/timeline/web/timeline-panel.tsx'
import { PatientSummary } from './patient-summary.tsx'
import { useOpenVisit } from './use-open-visit.ts'
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
import styles from './chart.module.css'

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
  const { tone, text } = visitStatus(visit, useNow())
  return (
    <section className={`surface round-l pad-4-6 row wrap outlined-accent ${styles.visitNow}`} aria-label={t('Current visit')}>
      <h2>
        {whereWord(visit)} <span className="t3 num regular text-s">{visit.track_number}</span>
      </h2>
      <p className="grow break-anywhere">{visit.reason}</p>
      <span className="small t3 num">
        {t('Since {time}', { time: timeOrDay(visit.created_at) })}
        {visit.assigned_doctor && ` · ${visit.assigned_doctor}`}
      </span>
      {priorityMark[visit.priority]?.()}
      <span title={dateTime(visit.track_since)}>
        <Status tone={tone}>{text}</Status>
      </span>
    </section>
  )
}

/** Where the patient is in the clinic now and for how long; nothing without an open visit. */
const CurrentVisit = ({ patient }: { patient: PatientRecord }) => {
  const visit = useOpenVisit(patient)
  return visit ? <Card visit={visit} /> : null
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

/** What must be known before anything is done, and everything that happened to the patient, newest first. */
export const PatientOverview = ({ patient }: { patient: PatientRecord }) => {
  const { can } = useRights()
  const go = useNavigate()
  const open = (tab: string) => void go(`?tab=${tab}`)
  return (
    <div className="form-stack">
      {can(listVisits) && <CurrentVisit patient={patient} />}
      <PatientSummary patient={patient} onOpen={open} />
      <TimelinePanel patientId={patient.id} onOpen={open} visitDetail={can(listVisits) ? movesOf : undefined} />
    </div>
  )
}
