import { phone } from '#web/text/phone.ts'
import { Button, Drawer } from '@mantine/core'
import { Link } from 'react-router'
import { call } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { removeFromWaiting } from '../waiting-calls.ts'
import { refusalText, whenText } from '../appointment-labels.ts'
import { WaitingState, WaitingTimes } from './waiting-columns.tsx'
import { daysText, wishText, type WaitingOnScreen, type WaitingTime } from './waiting-labels.ts'
import styles from '../appointments.module.css'

const remove = async ({ id, version, patient_name }: WaitingOnScreen, onDone: () => void) => {
  const reason = await askReason({
    title: t('Remove {name} from the waiting list', { name: patient_name }),
    action: t('Remove'),
    isGrave: true,
  })
  if (reason === null) return
  try {
    await call(removeFromWaiting, { params: { id }, body: { reason, version } })
    toast.done(t('{name} removed from the waiting list.', { name: patient_name }))
    onDone()
  } catch (error) {
    toast.failed(refusalText(error))
  }
  void queryClient.invalidateQueries()
}

const Facts = ({ entry }: { entry: WaitingOnScreen }) => {
  const { allowed } = useRights()
  const name = <bdi className="strong">{entry.patient_name}</bdi>
  const facts: [string, React.ReactNode][] = [
    [
      t('Patient'),
      <>
        {allowed('patients.view') ? (
          <Link className="link" to={`/dashboard/patients/${entry.patient}`}>
            {name}
          </Link>
        ) : (
          name
        )}
        <span className="small t3 num"> {entry.patient_number}</span>
      </>,
    ],
    [t('Contact'), phone(entry.phone_number)],
    [t('Waiting for'), wishText(entry)],
    [t('Available'), daysText(entry)],
    [t('Note'), entry.note],
    [t('Since'), [dateTime(entry.date_created), entry.created_by_name].filter(Boolean).join(' · ')],
    [t('Ended'), entry.date_closed && [dateTime(entry.date_closed), entry.closed_by_name, entry.close_reason].filter(Boolean).join(' · ')],
  ]
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => [
          <dt key={label}>{label}</dt>,
          <dd key={`${label}-value`} className="wrap-text">
            {value}
          </dd>,
        ])}
    </dl>
  )
}

interface Props {
  entry: WaitingOnScreen
  /** A dialog stands over the panel: Esc closes that alone. */
  isBelow: boolean
  onBook: (entry: WaitingOnScreen, time: WaitingTime | null) => void
  onChange: (entry: WaitingOnScreen) => void
  onClose: () => void
}

/** Everything about one entry: who waits for what, the next free times, and what the desk may do. */
export const WaitingPanel = ({ entry, isBelow, onBook, onChange, onClose }: Props) => {
  const mayChange = useRights().can(removeFromWaiting) && entry.status === 'waiting'
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={460}
      closeOnEscape={!isBelow}
      title={<bdi>{entry.patient_name}</bdi>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <div className={`stack gap-6 ${styles.appt}`}>
        <div>
          <WaitingState entry={entry} chip />
        </div>
        <Facts entry={entry} />
        {entry.appointment !== null && entry.appointment_date_time !== null && (
          <div>
            <Button component={Link} to={`/dashboard/appointments/list?days=all&open=${entry.appointment}`}>
              {t('Open appointment, {when}', { when: whenText(entry.appointment_date_time) })}
            </Button>
          </div>
        )}
        {entry.status === 'waiting' && (
          <div role="group" aria-label={t('Next free times')}>
            <div className="label">{t('Next free times')}</div>
            <WaitingTimes entry={entry} most={3} onBook={mayChange ? onBook : undefined} />
          </div>
        )}
        {mayChange && (
          <div className="flow gap-4 phone-halves">
            <Button variant="filled" onClick={() => onBook(entry, null)}>
              {t('Book')}
            </Button>
            <Button onClick={() => onChange(entry)}>{t('Change')}</Button>
            <Button onClick={() => void remove(entry, onClose)}>{t('Remove…')}</Button>
          </div>
        )}
      </div>
    </Drawer>
  )
}
