import { Button, Select } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { pages } from '#web/calls/api.ts'
import { dayOf, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { eventKinds, getTimeline, type EventKind } from '../contract.ts'
import { eventDetail, eventIcons, eventState, eventTab, eventTitle, eventWord, type EventOnScreen } from './event-labels.ts'
import { clinicNow } from '#web/state/clinic-clock.ts'
import styles from './timeline.module.css'

const PAGE = 40

/** What is known by its day alone is kept at the beginning of the day. */
const ofDays: readonly EventKind[] = ['problem', 'medicine', 'document']
const hasTime = ({ kind, at }: EventOnScreen) => !(ofDays.includes(kind) && time(at) === '00:00')

interface EventProps {
  event: EventOnScreen
  onOpen: (tab: string) => void
  /** More about a visit, under it. */
  visitDetail?: (visit: number) => ReactNode
}

const EventLine = ({ event, onOpen, visitDetail }: EventProps) => {
  const [isUnfolded, setUnfolded] = useState(false)
  const Sign = eventIcons[event.kind]
  const state = eventState(event)
  const tab = eventTab(event.kind)
  const unfolds = event.kind === 'visit' && visitDetail !== undefined
  const title = eventTitle(event)
  const below = [event.detail === event.title ? null : eventDetail(event), event.by].filter(Boolean).join(' · ')
  const inside = (
    <>
      <span className={`t2 grid centred rigid surface round-m outlined-strong ${styles.icon}`} title={eventWord(event.kind)}>
        <Sign size={16} stroke={1.5} aria-hidden />
      </span>
      <span className="grow">
        <span className="row">
          <b className="grow break-anywhere semi">{title}</b>
          {hasTime(event) && <span className="small t3 num">{time(event.at)}</span>}
        </span>
        {below && <span className="small t2 num break-anywhere">{below}</span>}
        {state && (
          <span>
            <Status tone={state.tone}>{state.text}</Status>
          </span>
        )}
      </span>
    </>
  )
  const run = unfolds ? () => setUnfolded(!isUnfolded) : tab ? () => onOpen(tab) : undefined
  return (
    <li className={`relative ${styles.item}`}>
      {run ? (
        <button
          type="button"
          className={`plain flex full-width round-m gap-4 pad-3-4 ${styles.ev}`}
          aria-expanded={unfolds ? isUnfolded : undefined}
          onClick={run}
        >
          {inside}
        </button>
      ) : (
        <div className={`flex full-width round-m gap-4 pad-3-4 ${styles.ev}`}>{inside}</div>
      )}
      {isUnfolded && visitDetail?.(event.ref)}
    </li>
  )
}

interface Day {
  day: string
  events: EventOnScreen[]
}
/** Events by the day of the clinic on which they happened, as they come. */
const byDay = (events: readonly EventOnScreen[]): Day[] => {
  const days: Day[] = []
  for (const event of events) {
    const day = dayOf(event.at)
    const last = days.at(-1)
    if (last?.day === day) last.events.push(event)
    else days.push({ day, events: [event] })
  }
  return days
}

interface Props {
  patientId: number
  /** Opens a part of the patient's page. */
  onOpen: (tab: string) => void
  visitDetail?: (visit: number) => ReactNode
}

/** Everything that happened to a patient, newest first, by day; of one kind when asked. */
export const TimelinePanel = ({ patientId, onOpen, visitDetail }: Props) => {
  const [kind, setKind] = useState<EventKind | null>(null)
  const events = usePages(pages(getTimeline, { params: { id: patientId }, query: { limit: PAGE, ...(kind && { kind }) } }))
  return (
    <section className="panel timeline" aria-label={t('Timeline')}>
      <header className="panel-head">
        <h2 className="grow">{t('Timeline')}</h2>
        <Select
          aria-label={t('Event type')}
          size="xs"
          w={150}
          placeholder={t('All types')}
          clearable
          data={eventKinds.map((value) => ({ value, label: eventWord(value) }))}
          value={kind}
          onChange={setKind}
        />
      </header>
      <div className={`scroll flex-1 ${styles.timelineBody}`}>
        <FourStates
          query={events}
          loading={<Loading rows={8} height={36} />}
          isEmpty={(rows) => rows.length === 0}
          empty={<Empty title={t('No history yet')}>{t('Visits, notes, prescriptions and results appear here.')}</Empty>}
        >
          {(rows) =>
            byDay(rows).map(({ day, events: happened }) => (
              <div key={day}>
                <h3 className="small t3 num">{day === dayOf(clinicNow()) ? t('Today') : day}</h3>
                <ul className="bare-list">
                  {happened.map((event) => (
                    <EventLine key={event.id} event={event} onOpen={onOpen} visitDetail={visitDetail} />
                  ))}
                </ul>
              </div>
            ))
          }
        </FourStates>
        {events.hasMore && (
          <Button fullWidth loading={events.isFetchingMore} onClick={events.fetchMore}>
            {t('Earlier')}
          </Button>
        )}
      </div>
    </section>
  )
}
