import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Status } from '#web/ui/status.tsx'
import { waitingPriorityLabel, waitingStatusLabel } from '../waiting-calls.ts'
import { whenText } from '../appointment-labels.ts'
import { daysText, isTooLate, priorityTone, timeText, wishText, type WaitingOnScreen, type WaitingTime } from './waiting-labels.ts'
import appointmentsStyles from '../appointments.module.css'

/** How an entry stands: by its urgency while the patient waits, else by how it ended. */
export const WaitingState = ({ entry, chip }: { entry: WaitingOnScreen; chip?: boolean }) => {
  if (entry.status === 'waiting')
    return (
      <Status tone={priorityTone[entry.priority]} chip={chip}>
        {t(waitingPriorityLabel[entry.priority])}
      </Status>
    )
  return (
    <Status tone={entry.status === 'booked' ? 'done' : 'inactive'} chip={chip}>
      {t(waitingStatusLabel[entry.status])}
    </Status>
  )
}

interface TimesProps {
  entry: WaitingOnScreen
  most: number
  /** Absent for those who may not book. */
  onBook?: ((entry: WaitingOnScreen, time: WaitingTime) => void) | undefined
}

/** The next free times as buttons that book them. */
export const WaitingTimes = ({ entry, most, onBook }: TimesProps) => {
  if (entry.free.length === 0) return <span className="t3">{isTooLate(entry) ? t('The last day is over') : t('No free time yet')}</span>
  return (
    <span className={`wrap gap-2 inline-flex ${appointmentsStyles.waitTimes} num`}>
      {entry.free.slice(0, most).map((free) =>
        onBook ? (
          <button
            key={free.start}
            type="button"
            className={`plain inline-row surface round-m gap-2 pad-0-4 hovers outlined-strong relative justify-centre ${appointmentsStyles.slot}`}
            aria-label={t('Book {name}, {when}', { name: entry.patient_name, when: timeText(free) })}
            onClick={(event) => {
              event.stopPropagation()
              onBook(entry, free)
            }}
          >
            {timeText(free)}
          </button>
        ) : (
          <span key={free.start}>{timeText(free)}</span>
        ),
      )}
    </span>
  )
}

/** How the waiting ended. */
const Ending = ({ entry }: { entry: WaitingOnScreen }) => (
  <span title={entry.close_reason}>
    {entry.appointment_date_time === null ? entry.close_reason : whenText(entry.appointment_date_time)}
  </span>
)

interface Options extends Pick<TimesProps, 'onBook'> {
  isOver: boolean
  isNarrow: boolean
  isPhone: boolean
}

/** The columns of the waiting list; of those that are over with how they ended. */
export const waitingColumns = ({ onBook, isOver, isNarrow, isPhone }: Options): readonly Column<WaitingOnScreen>[] => {
  const last: Column<WaitingOnScreen> = isOver
    ? { key: 'end', title: t('Ended'), render: (row) => <Ending entry={row} />, ...(isPhone && { width: 150 }) }
    : {
        key: 'free',
        title: t('Next free times'),
        width: isPhone ? 148 : isNarrow ? 168 : 444,
        render: (row) => <WaitingTimes entry={row} most={isNarrow || isPhone ? 1 : 3} onBook={onBook} />,
      }
  if (isPhone)
    return [
      {
        key: 'name',
        title: t('Patient'),
        render: (row) => (
          <span className="stack">
            <bdi className="strong clip">{row.patient_name}</bdi>
            <span className="small clip">
              <WaitingState entry={row} />
            </span>
            <ListedAllergies patient={row.patient} />
          </span>
        ),
      },
      last,
    ]
  return [
    {
      key: 'name',
      title: t('Patient'),
      render: ({ patient, patient_name, patient_number }) => (
        <span className="stack items-start gap-1 text-wraps py-2">
          <span>
            <bdi className="strong">{patient_name}</bdi> <span className="small t3 num">{patient_number}</span>
          </span>
          <ListedAllergies patient={patient} />
        </span>
      ),
    },
    { key: 'wish', title: t('Waiting for'), render: (row) => <span title={wishText(row)}>{wishText(row)}</span> },
    { key: 'days', title: t('Available'), width: 170, render: (row) => <span title={daysText(row)}>{daysText(row)}</span> },
    { key: 'state', title: t('Status'), width: 104, render: (row) => <WaitingState entry={row} /> },
    ...(isNarrow
      ? []
      : [
          {
            key: 'since',
            title: t('Since'),
            width: 108,
            render: (row: WaitingOnScreen) => <span className="num">{dayOf(row.date_created)}</span>,
          },
        ]),
    last,
  ]
}
