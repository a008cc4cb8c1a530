import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowRight, IconDoorEnter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listMoves, listVisits } from '#features/attendance/contract.ts'
import { trackWord } from '#features/attendance/web/visit-name.tsx'
import { pages, query } from '#web/api.ts'
import { ago, dateTime, dayOf, minutes, time } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/rows.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { useNow } from '#web/use-now.ts'
import { minutesBetween, standOf, type VisitRow } from './visit-words.ts'

const PAGE = 20

/** Where a visit went, oldest first, with the time spent before each step. */
const Moves = ({ visitId }: { visitId: number }) => (
  <FourStates of={useQuery(query(listMoves, { params: { id: visitId } }))} loading={<Loading rows={3} height={16} />}>
    {(moves) => (
      <ol className="moves">
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
                {undoes === null ? trackWord(to_track) : t('Back to {{track}}', { track: trackWord(to_track) })}
                {moved_by_name && <span className="t3"> · {moved_by_name}</span>}
              </span>
              {before && (
                <span className="num t3">{t('after {{time}}', { time: minutes(minutesBetween(before.moved_at, moved_at)) })}</span>
              )}
            </li>
          )
        })}
      </ol>
    )}
  </FourStates>
)

const VisitEvent = ({ visit, isFirst }: { visit: VisitRow; isFirst: boolean }) => {
  const isOpen = visit.closed_at === null
  const [isUnfolded, setUnfolded] = useState(isOpen && isFirst)
  const { tone, text } = standOf(visit, useNow())
  const lasted = visit.closed_at && minutes(minutesBetween(visit.created_at, visit.closed_at))
  return (
    <li className="event">
      <button type="button" className="plain event-line" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
        <span className="event-icon">
          <IconDoorEnter size={16} stroke={1.5} aria-hidden />
        </span>
        <span className="grow">
          <span className="row">
            <b className="grow event-reason">{visit.reason}</b>
            <span className="small t3 num" title={dateTime(visit.created_at)}>
              {dayOf(visit.created_at)} {time(visit.created_at)}
            </span>
          </span>
          <span className="row small t2 num event-note">
            <span className="grow">
              {[visit.track_number, visit.assigned_doctor, lasted, !lasted && ago(visit.created_at)].filter(Boolean).join(' · ')}
            </span>
            <Status tone={tone}>{isOpen ? `${trackWord(visit.track)} · ${text}` : text}</Status>
          </span>
        </span>
      </button>
      {isUnfolded && <Moves visitId={visit.id} />}
    </li>
  )
}

/** Every visit of a patient, newest first, each with its moves. */
export const VisitTimeline = ({ patientId }: { patientId: number }) => {
  const visits = usePages(pages(listVisits, { query: { patient_id: patientId, limit: PAGE } }))
  return (
    <section className="section timeline" aria-label={t('Visits')}>
      <h2>{t('Visits')}</h2>
      <FourStates
        of={visits}
        loading={<Loading rows={6} height={36} />}
        isEmpty={(rows) => rows.length === 0}
        empty={<Empty title={t('No visits yet')}>{t('Each visit appears here with the rooms it went through.')}</Empty>}
      >
        {(rows) => (
          <ol className="events">
            {rows.map((visit, at) => (
              <VisitEvent key={visit.id} visit={visit} isFirst={at === 0} />
            ))}
          </ol>
        )}
      </FourStates>
      {visits.hasMore && (
        <Button loading={visits.isFetchingMore} onClick={visits.fetchMore}>
          {t('Earlier visits')}
        </Button>
      )}
    </section>
  )
}
