import { Checkbox, Modal, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { clinicZone } from '#web/text/format.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { bookWaiting } from '../waiting-calls.ts'
import { bookedText } from '../appointment-labels.ts'
import { AnyDoctorField } from '../booking/place-fields.tsx'
import { refusedBy, RefusalNote, type Refused } from '../booking/refusal-note.tsx'
import { WhenField } from '../booking/when-field.tsx'
import { blankWhen, placeOf, type When } from '../booking/when-values.ts'
import { daysText, wishText, type WaitingOnScreen, type WaitingTime } from './waiting-labels.ts'

const AppointmentPanel = lazy(async () => ({ default: (await import('../appointment/appointment-panel.tsx')).AppointmentPanel }))
const REASON_MOST = 300

interface Values extends Record<string, unknown> {
  doctor: string
  when: When
  reason: string
  isConfirmed: boolean
  overbook: boolean
}

const bodyOf = ({ doctor, when, reason, isConfirmed, overbook }: Values) => {
  const { place } = placeOf(when, doctor === '' ? null : Number(doctor), clinicZone())
  return {
    appointment_date_time: place?.start ?? '',
    // The length of a free time is the server's own sum of service and session.
    ...(when.isTyped && when.minutes !== '' && { minutes: Number(when.minutes) }),
    assigned_doctor: place?.doctor ?? null,
    ...(place?.room && { room: place.room }),
    reason,
    status: isConfirmed ? ('confirmed' as const) : ('pending' as const),
    ...(overbook && { overbook: true }),
  }
}

interface Props {
  entry: WaitingOnScreen
  /** The free time that was pressed; null looks for one. */
  time: WaitingTime | null
  onClose: () => void
}

/** Books an appointment for somebody who waits, which takes them off the list. */
export const BookWaitingDialog = ({ entry, time, onClose }: Props) => {
  const { id, patient_name, item, from_day, note } = entry
  const [refused, setRefused] = useState<Refused | null>(null)
  const [timeProblem, setTimeProblem] = useState<string | null>(null)
  const [other, setOther] = useState<number | null>(null)
  const initialValues: Values = {
    doctor: entry.doctor === null ? '' : String(entry.doctor),
    when: blankWhen(time),
    reason: note.replace(/\s+/g, ' ').trim().slice(0, REASON_MOST),
    isConfirmed: true,
    overbook: false,
  }
  const endpointForm = useEndpointForm(bookWaiting, {
    initialValues,
    params: { id },
    toBody: bodyOf,
    onSaved: ({ appointment }) => {
      toast.done(bookedText(appointment))
      onClose()
    },
    onRefused: (error) => {
      const refusal = refusedBy(error)
      setRefused(refusal)
      return refusal !== null
    },
  })
  const { form } = endpointForm
  const values = form.getValues()
  const doctor = values.doctor === '' ? null : Number(values.doctor)
  const at = placeOf(values.when, doctor, clinicZone())
  /** A change after a refusal is a new question. */
  const change = (changed: Partial<Values>) => {
    setRefused(null)
    setTimeProblem(null)
    form.setValues({ overbook: false, ...changed })
  }
  const submit = (event?: React.SyntheticEvent<HTMLFormElement>) => {
    if (at.problem === null) return endpointForm.submit(event)
    event?.preventDefault()
    setTimeProblem(t(at.problem))
  }
  const overbook = () => {
    setRefused(null)
    form.setValues({ overbook: true })
    // The form is sent as it will be: the value above is there after the next drawing.
    setTimeout(() => endpointForm.submit(), 0)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={other === null}
      size={680}
      title={t('Book {name}', { name: patient_name })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <EndpointForm form={{ ...endpointForm, submit }} save={t('Book')} onCancel={onClose}>
        <div className="t2">{[wishText(entry), daysText(entry)].join(' · ')}</div>
        {refused && (
          <RefusalNote
            refusal={refused}
            at={at.place}
            onTake={(slot) => change({ when: blankWhen(slot) })}
            onOverbook={overbook}
            onOpenOther={setOther}
          />
        )}
        <AnyDoctorField value={values.doctor} onChange={(chosen) => change({ doctor: chosen, when: { ...values.when, slot: null } })} />
        <WhenField
          value={values.when}
          doctor={doctor}
          item={item}
          from={from_day}
          error={timeProblem}
          onChange={(when) => change({ when })}
          onChosen={() => form.getInputNode('reason')?.focus()}
        />
        <TextInput
          label={t('Reason')}
          required
          autoComplete="off"
          data-autofocus
          maxLength={REASON_MOST}
          {...form.getInputProps('reason')}
        />
        <Checkbox
          label={t('Confirmed with the patient')}
          checked={values.isConfirmed}
          onChange={(event) => form.setFieldValue('isConfirmed', event.currentTarget.checked)}
        />
      </EndpointForm>
      <Suspense>{other !== null && <AppointmentPanel id={other} onClose={() => setOther(null)} />}</Suspense>
    </Modal>
  )
}
