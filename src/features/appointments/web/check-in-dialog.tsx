import { Modal } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { priorities } from '#features/attendance/contract.ts'
import { firstTracks } from '#features/attendance/rules.ts'
import { DoctorField } from '#features/attendance/web/doctor-field.tsx'
import { useOpenVisit } from '#features/attendance/web/use-open-visit.ts'
import { showStarted } from '#features/attendance/web/use-visit-changes.ts'
import { priorityWord, trackWord } from '#features/attendance/web/visit-name.tsx'
import { money } from '#web/text/format.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { checkIn } from '../contract.ts'
import type { AppointmentOnScreen } from './appointment-shape.ts'
import { spanText } from './appointment-labels.ts'

// Needed only when another visit of the patient is open.
const OpenVisitNote = lazy(async () => ({ default: (await import('#features/attendance/web/open-visit-panel.tsx')).OpenVisitNote }))

/** Where somebody with an appointment may go first. */
const tracks = firstTracks.filter((track) => track === 'reception' || track === 'triage' || track === 'doctor')

const blankFor = ({ doctor }: AppointmentOnScreen) => ({
  track: 'triage' as (typeof tracks)[number],
  priority: 'routine' as (typeof priorities)[number],
  doctor: doctor === null ? '' : String(doctor),
})

interface Props {
  appointment: AppointmentOnScreen
  onClose: () => void
  onDone: () => void
}

/** The patient is here: asks where to, says what begins and what is charged. */
export const CheckInDialog = ({ appointment, onClose, onDone }: Props) => {
  const go = useNavigate()
  const blocking = useOpenVisit()
  const { open } = blocking
  const endpointForm = useEndpointForm(checkIn, {
    initialValues: blankFor(appointment),
    params: { id: appointment.id },
    version: appointment.version,
    toBody: ({ doctor, ...values }) => ({ ...values, doctor: doctor === '' ? null : Number(doctor), ...blocking.toBody() }),
    onSaved: ({ visit }) => {
      showStarted(visit)
      toast.done(t('{name} sent to {track}.', { name: appointment.patient_name, track: trackWord(visit.track) }))
      onDone()
    },
    onRefused: blocking.onRefused,
  })
  const { getInputProps } = endpointForm.form
  const { item_name, sale_price } = appointment
  return (
    <Modal
      opened
      onClose={onClose}
      size={520}
      title={t('Check in {name}', { name: appointment.patient_name })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <EndpointForm form={endpointForm} save={t('Check in')} onCancel={onClose}>
        <Suspense>
          {open && (
            <OpenVisitNote
              visit={open}
              isSaving={endpointForm.saving}
              onOpen={() => void go(`/dashboard/reception-interface?visit=${open.id}`)}
              onClose={() => blocking.closeWith(() => endpointForm.submit())}
            />
          )}
        </Suspense>
        <dl className="facts">
          <dt>{t('Appointment')}</dt>
          <dd className="num">{spanText(appointment)}</dd>
          <dt>{t('Reason')}</dt>
          <dd className="wrap-text">{appointment.reason}</dd>
          {item_name !== null && (
            <>
              <dt>{t('Service')}</dt>
              <dd>
                {item_name}
                {sale_price !== null && <span className="num t2"> · {money(sale_price, { withCurrency: true })}</span>}
              </dd>
            </>
          )}
        </dl>
        <ChoiceField
          data-autofocus
          label={t('Send to')}
          data={tracks.map((value) => ({ value, label: trackWord(value) }))}
          {...getInputProps('track')}
        />
        <ChoiceField
          label={t('Priority')}
          data={priorities.map((value) => ({ value, label: priorityWord(value) }))}
          {...getInputProps('priority')}
        />
        <DoctorField {...getInputProps('doctor')} />
        <p className="small t3" style={{ margin: 0 }}>
          {item_name === null ? t('The visit starts now.') : t('The visit starts now, and the service goes on its bill.')}
        </p>
      </EndpointForm>
    </Modal>
  )
}
