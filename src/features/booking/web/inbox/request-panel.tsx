import { Button, Drawer, Kbd } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { getAppointment } from '#features/appointments/contract.ts'
import { isOpen } from '#features/appointments/rules.ts'
import { useAppointmentChanges } from '#features/appointments/web/use-appointment-changes.ts'
import { query } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { getBookingRequest } from '../inbox-calls.ts'
import { fieldWord, nameOfRequest, spanOf, type Request, contactOf, languageOf, personOf } from './request-labels.ts'
import { unlinkRequest } from './use-convert.ts'
import { WhoIsIt } from './who-is-it.tsx'
import { AppointmentStatus } from '#features/appointments/web/appointment-status.tsx'
import styles from './inbox.module.css'

/** What the person sent and agreed to, and how it stands. */
const RequestFacts = ({ request }: { request: Request }) => {
  const { number, status, status_reason, reason, item_name, doctor_name, room_name, language, date_created } = request
  return (
    <>
      <div className="row wrap">
        <AppointmentStatus state={status} chip />
        <Status tone="inactive">{t('Booked online')}</Status>
        <span className="grow" />
        <span className="num t3">{number}</span>
      </div>
      {status_reason !== '' && <p className="t2 break-anywhere">{status_reason}</p>}
      <p className="size-xl strong num">{spanOf(request)}</p>
      <dl className="facts">
        <dt>{t('Patient')}</dt>
        <dd className="num break-anywhere">{personOf(request)}</dd>
        <dt>{t('Contact')}</dt>
        <dd className="num break-anywhere">{contactOf(request)}</dd>
        <dt>{t('Language')}</dt>
        <dd>{languageOf(language)}</dd>
        {item_name !== null && (
          <>
            <dt>{t('Service')}</dt>
            <dd className="break-anywhere">{item_name}</dd>
          </>
        )}
        <dt>{t('Doctor')}</dt>
        <dd className="break-anywhere">{[doctor_name ?? t('Any doctor'), room_name].filter(Boolean).join(' · ')}</dd>
        <dt>{t('Reason')}</dt>
        <dd className="break-anywhere">{reason}</dd>
        <dt>{t('Received')}</dt>
        <dd className="num t2">{dateTime(date_created)}</dd>
        <dt>{t('Consent')}</dt>
        <dd>
          <details className={styles.requestConsent}>
            <summary>
              {t('Given {when}, text version {version}', { when: dateTime(request.consented_at), version: request.consent_version })}
            </summary>
            <blockquote className="as-typed small t2">{request.consent_text}</blockquote>
          </details>
        </dd>
      </dl>
    </>
  )
}

const CancelDialog = lazy(async () => ({ default: (await import('#features/appointments/web/cancel-dialog.tsx')).CancelDialog }))
const MoveAppointmentDialog = lazy(async () => ({
  default: (await import('#features/appointments/web/move-appointment-dialog.tsx')).MoveAppointmentDialog,
}))

type Dialog = 'move' | 'cancel'

/** Whose record it is on, since when, what the record has from it; and the way back. */
const OnRecord = ({ request }: { request: Request }) => {
  const { allowed } = useRights()
  const { patient, patient_name, patient_number, converted_at, converted_by_name, taken_over, may } = request
  const name = <bdi className="strong">{patient_name}</bdi>
  const unlink = async () => {
    const reason = await askReason({
      title: t('Unmatch this booking from the record?'),
      text: t('Details added to the record from this booking are removed too, unless they were changed since.'),
      action: t('Unmatch'),
      isGrave: true,
    })
    if (reason !== null) await unlinkRequest(request, reason)
  }
  return (
    <section className={`stack line-top gap-5 ${styles.who}`} aria-label={t('Record')}>
      <Note tone="done">
        {allowed('patients.view') ? (
          <Link className="link" to={`/dashboard/patients/${patient}`}>
            {name}
          </Link>
        ) : (
          name
        )}{' '}
        <span className="num">{patient_number}</span>
        <div className="small t2 num">
          {[converted_at === null ? '' : dateTime(converted_at), converted_by_name].filter(Boolean).join(' · ')}
        </div>
        {taken_over.length > 0 && (
          <div className="small">{t('Added to the record: {fields}.', { fields: taken_over.map(fieldWord).join(', ') })}</div>
        )}
      </Note>
      {may.unlink && (
        <div className="flow gap-4 phone-halves">
          <Button onClick={() => void unlink()}>{t('Wrong record…')}</Button>
        </div>
      )}
    </section>
  )
}

interface ActionsProps {
  request: Request
  dialog: Dialog | null
  onDialog: (dialog: Dialog | null) => void
}

const Actions = ({ request, dialog, onDialog }: ActionsProps) => {
  const { setStatus } = useAppointmentChanges()
  const { status, may, appointment, version } = request
  // The core wants the whole appointment to move it.
  const asked = useQuery({ ...query(getAppointment, { params: { id: appointment } }), enabled: dialog === 'move' })
  const known = { id: appointment, version, status }
  const confirmIt = () => void setStatus(known, 'confirmed')
  const actions = may.change
    ? [
        ...(status === 'pending' ? [{ key: 'K', label: t('Confirm'), run: confirmIt }] : []),
        { key: 'M', label: t('Move'), run: () => onDialog('move') },
        { key: 'D', label: t('Cancel…'), run: () => onDialog('cancel') },
      ]
    : []
  useKeys(dialog === null ? actions.map(({ key, label, run }) => ({ keys: key, label, run, always: true })) : [])
  const close = () => onDialog(null)
  return (
    <>
      {actions.length > 0 && (
        <div className="flow gap-4 phone-halves">
          {actions.map(({ key, label, run }) => (
            <Button key={key} onClick={run} rightSection={<Kbd className="not-phone">{key}</Kbd>}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <Suspense>
        {dialog === 'move' && asked.data && <MoveAppointmentDialog appointment={asked.data} onClose={close} onMoved={close} />}
        {dialog === 'cancel' && (
          <CancelDialog
            what={`${nameOfRequest(request)} · ${spanOf(request)}`}
            onClose={close}
            onCancel={(reason) => {
              close()
              void setStatus(known, 'cancelled', reason)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

interface Props {
  id: number
  onClose: () => void
}

/** One public booking over the inbox: what was sent, whose record it may be, and what this person may do with it. */
export const RequestPanel = ({ id, onClose }: Props) => {
  const asked = useQuery(query(getBookingRequest, { params: { id } }))
  const [dialog, setDialog] = useState<Dialog | null>(null)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={640}
      // Esc closes the dialog over the panel alone.
      closeOnEscape={dialog === null}
      title={<bdi>{asked.data ? nameOfRequest(asked.data) : t('Public booking')}</bdi>}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <FourStates query={asked} loading={<Loading rows={10} />}>
        {(request) => (
          <div className={`stack gap-6 ${styles.request}`} key={request.id}>
            <RequestFacts request={request} />
            <Actions request={request} dialog={dialog} onDialog={setDialog} />
            {request.patient !== null && <OnRecord request={request} />}
            {request.patient === null && (isOpen(request.status) || request.may.convert) && (
              <WhoIsIt request={request} isCovered={dialog !== null} />
            )}
          </div>
        )}
      </FourStates>
    </Drawer>
  )
}
