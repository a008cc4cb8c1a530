import { phone } from '#web/text/phone.ts'
import { Button, Drawer, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { listMessages } from '#features/messages/contract.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { getAppointment, updateAppointment } from '#features/appointments/contract.ts'
import { holdsPlace, appointmentStatuses, statusLabel } from '#features/appointments/rules.ts'
import { AppointmentActions, type Dialog } from './appointment-actions.tsx'
import type { AppointmentWithChanges, AppointmentOnScreen } from '../appointment-shape.ts'
import { listFitting } from '../waiting-calls.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { RoomField, ServiceField } from '../booking/place-fields.tsx'
import { dateTime, time, age, money, sex } from '#web/text/format.ts'
import { whenText, spanText } from '../appointment-labels.ts'
import { useDoctorNames } from '../use-doctor-names.ts'
import { IconCheck, IconChecks, IconClock, IconMailOff, IconMailX, IconSend, type Icon } from '@tabler/icons-react'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import styles from '../appointments.module.css'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { AppointmentStatus } from '../appointment-status.tsx'

const Patient = ({ appointment }: { appointment: AppointmentOnScreen }) => {
  const { allowed } = useRights()
  const { patient, patient_name, patient_number, gender, date_of_birth, died_on } = appointment
  const name = <bdi className="strong">{patient_name}</bdi>
  return (
    <>
      {patient !== null && allowed('patients.view') ? (
        <Link className="link" to={`/dashboard/patients/${patient}`}>
          {name}
        </Link>
      ) : (
        name
      )}
      <span className="small t3 num">
        {' '}
        {[sex(gender), age(date_of_birth, died_on ? { at: died_on } : {}), patient_number].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

/** Who, when, with whom, where, what for, what it costs, and how it stands. */
const AppointmentFacts = ({ appointment }: { appointment: AppointmentOnScreen }) => {
  const { number, status, status_reason, phone_number, email, assigned_doctor, room_name, item_name, sale_price, reason } = appointment
  const contact = [phone(phone_number), email].filter(Boolean).join(' · ')
  return (
    <>
      <div className="row wrap">
        <AppointmentStatus state={status} chip />
        {appointment.public_booking !== null && <Status tone="inactive">{t('Booked online')}</Status>}
        <span className="grow" />
        <span className="num t3">{number}</span>
      </div>
      {status_reason !== '' && <p className="break-anywhere t2">{status_reason}</p>}
      <p className={`size-xl ${styles.apptWhen} num`}>{spanText(appointment)}</p>
      <dl className="facts">
        <dt>{t('Patient')}</dt>
        <dd className="wrap-text">
          <Patient appointment={appointment} />
          <ListedAllergies patient={appointment.patient} />
        </dd>
        {contact !== '' && (
          <>
            <dt>{t('Contact')}</dt>
            <dd className="num wrap-text">{contact}</dd>
          </>
        )}
        <dt>{t('Doctor')}</dt>
        <dd className="wrap-text">{assigned_doctor ?? t('Any doctor')}</dd>
        {room_name !== null && (
          <>
            <dt>{t('Room')}</dt>
            <dd className="wrap-text">{room_name}</dd>
          </>
        )}
        {item_name !== null && (
          <>
            <dt>{t('Service')}</dt>
            <dd className="wrap-text">
              {item_name}
              {sale_price !== null && <span className="num t2"> · {money(sale_price, { withCurrency: true })}</span>}
            </dd>
          </>
        )}
        <dt>{t('Reason')}</dt>
        <dd className="wrap-text">{reason}</dd>
        <dt>{t('Booked')}</dt>
        <dd className="num t2">{[dateTime(appointment.date_created), appointment.created_by_name].filter(Boolean).join(' · ')}</dd>
      </dl>
    </>
  )
}

type Message = ResponseOf<typeof listMessages>[number]

const looks = {
  queued: { tone: 'waiting', icon: IconClock, word: 'Waiting to send' },
  sending: { tone: 'progress', icon: IconSend, word: 'Sending' },
  sent: { tone: 'done', icon: IconCheck, word: 'Sent' },
  delivered: { tone: 'done', icon: IconChecks, word: 'Delivered' },
  failed: { tone: 'attention', icon: IconMailX, word: 'Not delivered' },
  skipped: { tone: 'inactive', icon: IconMailOff, word: 'Not sent' },
} as const satisfies Record<Message['state'], { tone: Tone; icon: Icon; word: string }>

const kinds: Record<Message['kind'], string> = {
  booked: 'Booking',
  confirmed: 'Confirmation',
  moved: 'New time',
  cancelled: 'Cancellation',
  reminder: 'Reminder',
  question: 'Question',
  ready: 'Ready',
  code: 'E-mail verification code',
  account_code: 'Account confirmation code',
  account_linked: 'Account linked',
  contact_replaced: 'Contact replaced',
}

/** What was written to the patient about it, and what became of each message. */
const AppointmentMessages = ({ id }: { id: number }) => {
  const messages = useQuery(query(listMessages, { query: { entity: 'appointment', entity_id: id, limit: 20 } }))
  return (
    <section aria-label={t('Messages')}>
      <h3>{t('Messages')}</h3>
      <FourStates
        query={messages}
        loading={<Loading rows={2} />}
        isEmpty={(list) => list.length === 0}
        empty={<p className="t3">{t('No messages sent to the patient.')}</p>}
      >
        {(list) => (
          <ul className={`lined ${styles.apptHistory}`}>
            {list.map(({ id: one, kind, channel, address, state, reason, send_after, sent_at, delivered_at }) => (
              <li className="grid items-baseline gap-4 pad-3-0" key={one}>
                <span className="num t3 small">{dateTime(delivered_at ?? sent_at ?? send_after)}</span>
                <span>
                  <span className="row wrap">
                    {t(kinds[kind])}
                    <Status tone={looks[state].tone} icon={looks[state].icon}>
                      {t(looks[state].word)}
                    </Status>
                  </span>
                  <span className="small t3 wrap-text block">
                    {[channel === 'sms' ? t('SMS') : t('E-mail'), address, reason && t(reason)].filter(Boolean).join(' · ')}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </FourStates>
    </section>
  )
}

type Change = AppointmentWithChanges['changes'][number]

/** A field before and after. */
const pairOf = (value: unknown): [unknown, unknown] | null => (Array.isArray(value) && value.length === 2 ? [value[0], value[1]] : null)
const statusWord = (value: unknown) => {
  const status = appointmentStatuses.find((one) => one === value)
  return status ? t(statusLabel[status]) : ''
}

/** What was done, in words. */
const useChangeWords = () => {
  const { nameOfDoctor } = useDoctorNames()
  return ({ kind, change }: Change): string => {
    const status = pairOf(change['status'])
    const start = pairOf(change['appointment_date_time'])
    const end = pairOf(change['ends_at'])
    const doctor = pairOf(change['doctor_id'] ?? change['doctor'])
    const parts = [
      kind === 'booked' && t('Booked'),
      kind === 'patient' && t('Matched to a record'),
      status && statusWord(status[1]),
      start && t('Moved from {from} to {to}', { from: whenText(String(start[0])), to: whenText(String(start[1])) }),
      !start && end && t('Now until {time}', { time: time(String(end[1])) }),
      doctor && t('Doctor: {name}', { name: nameOfDoctor(typeof doctor[1] === 'number' ? doctor[1] : null) }),
    ].filter((part) => typeof part === 'string')
    return parts.length > 0 ? parts.join(' · ') : t('Changed')
  }
}

/** What happened to an appointment, newest first: when, what, by whom, why. */
const AppointmentHistory = ({ changes }: { changes: readonly Change[] }) => {
  const wordsOf = useChangeWords()
  return (
    <section aria-label={t('History')}>
      <h3>{t('History')}</h3>
      <ol className={`lined ${styles.apptHistory}`}>
        {changes.toReversed().map((change) => (
          <li className="grid items-baseline gap-4 pad-3-0" key={change.id}>
            <span className="num t3 small">{dateTime(change.changed_at)}</span>
            <span>
              {wordsOf(change)}
              <span className="small t3"> {change.changed_by_name ?? t('by the link of the booking')}</span>
              {change.reason !== '' && <span className="t2 wrap-text block">{change.reason}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const idText = (id: number | null) => (id === null ? '' : String(id))
const idOf = (text: string) => (text === '' ? null : Number(text))

/** Changes what an appointment is for and where; its time and doctor are moved. Sends only what was changed. */
const ChangeForm = ({ appointment, onDone }: { appointment: AppointmentOnScreen; onDone: () => void }) => {
  const { id, version, reason, item, room } = appointment
  const endpointForm = useEndpointForm(updateAppointment, {
    initialValues: { reason, item: idText(item), room: idText(room) },
    params: { id },
    version,
    draftKey: `appointment-change-${id}`,
    toBody: (typed) => ({
      ...(typed.reason !== reason && { reason: typed.reason }),
      ...(idOf(typed.item) !== item && { item: idOf(typed.item) }),
      ...(idOf(typed.room) !== room && { room: idOf(typed.room) }),
    }),
    onSaved: () => {
      toast.done(t('Saved'))
      onDone()
    },
  })
  const { getInputProps } = endpointForm.form
  return (
    <EndpointForm
      form={endpointForm}
      save={t('Save')}
      onCancel={onDone}
      labels={{ reason: t('Reason'), item: t('Service'), room: t('Room') }}
    >
      <Textarea label={t('Reason')} required autosize minRows={1} maxLength={300} data-autofocus {...getInputProps('reason')} />
      <ServiceField {...getInputProps('item')} />
      <RoomField {...getInputProps('room')} />
    </EndpointForm>
  )
}

/** Says of an appointment that leaves its place who on the waiting list would fit it; nothing when there is nobody. */
const WaitingNote = ({ appointment }: { appointment: number }) => {
  const { data = [] } = useQuery(query(listFitting, { query: { appointment } }))
  return (
    data.length > 0 && (
      <Note tone="waiting">
        <span className="row wrap">
          <span className="grow">
            {t('{count, plural, one {# patient is waiting for this time.} other {# patients are waiting for this time.}}', {
              count: data.length,
            })}
          </span>
          <Button size="compact-sm" component={Link} to={`/dashboard/appointments/waiting?fits=${appointment}`}>
            {t('Show them')}
          </Button>
        </span>
      </Note>
    )
  )
}

interface BodyProps {
  appointment: AppointmentWithChanges
  dialog: Dialog | null
  onDialog: (dialog: Dialog | null) => void
}

const Body = ({ appointment, ...asking }: BodyProps) => {
  const { can, allowed } = useRights()
  const [isEditing, setEditing] = useState(false)
  const { id, patient, public_booking, visit, status } = appointment
  return (
    <div className={`stack gap-6 ${styles.appt}`}>
      <AppointmentFacts appointment={appointment} />
      {!holdsPlace(status) && <WaitingNote appointment={id} />}
      {patient === null && public_booking !== null && (
        <Note tone="attention">
          <span className="row wrap">
            <span className="grow">{t('Booked online: not matched to a record yet.')}</span>
            <Button size="compact-sm" component={Link} to="/dashboard/appointments/requests">
              {t('Public bookings')}
            </Button>
          </span>
        </Note>
      )}
      {visit !== null && allowed('attendance.view') && (
        <div>
          <Button component={Link} to={`/dashboard/reception-interface?visit=${visit}`}>
            {t('Open visit')}
          </Button>
        </div>
      )}
      {isEditing ? (
        <ChangeForm appointment={appointment} onDone={() => setEditing(false)} />
      ) : (
        <AppointmentActions appointment={appointment} {...asking} onEdit={() => setEditing(true)} />
      )}
      {can(listMessages) && <AppointmentMessages id={id} />}
      <AppointmentHistory changes={appointment.changes} />
    </div>
  )
}

interface Props {
  id: number
  onClose: () => void
}

/** Everything about one appointment over the screen: who, when, with whom, what happened to it, and what this person may do. */
export const AppointmentPanel = ({ id, onClose }: Props) => {
  const asked = useQuery(query(getAppointment, { params: { id } }))
  const [dialog, setDialog] = useState<Dialog | null>(null)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={460}
      // Esc closes the dialog over the panel alone.
      closeOnEscape={dialog === null}
      title={<bdi>{asked.data?.patient_name ?? t('Appointment')}</bdi>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <FourStates query={asked} loading={<Loading rows={10} />}>
        {(appointment) => <Body key={appointment.id} appointment={appointment} dialog={dialog} onDialog={setDialog} />}
      </FourStates>
    </Drawer>
  )
}
