import { Checkbox, Modal, Select, TextInput } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ReasonField } from '#features/attendance/web/reason-field.tsx'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { clinicZone } from '#web/text/format.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { createAppointment } from '#features/appointments/contract.ts'
import { bookedText } from '../appointment-labels.ts'
import { bookDraftKey, bookingBody, bookValues, type BookingBody, type BookValues, type Given } from './book-values.ts'
import { AnyDoctorField, ServiceField } from './place-fields.tsx'
import { refusedBy, RefusalNote, type Refused } from './refusal-note.tsx'
import { WhenField } from './when-field.tsx'
import { blankWhen, placeOf } from './when-values.ts'
import styles from '../appointments.module.css'

const AppointmentPanel = lazy(async () => ({ default: (await import('../appointment/appointment-panel.tsx')).AppointmentPanel }))
const BookSeries = lazy(async () => ({ default: (await import('./book-series.tsx')).BookSeries }))

export type BookedAppointment = ResponseOf<typeof createAppointment>

const REPEATS = ['1', '2', '3', '4', '6', '8', '12']

/** Offers the reasons of the latest visits to those who may see visits. */
const Reason = ({ onPick, ...props }: Parameters<typeof ReasonField>[0]) =>
  useRights().allowed('attendance.view') ? (
    <ReasonField {...props} onPick={onPick} />
  ) : (
    <TextInput label={t('Reason')} required autoComplete="off" {...props} />
  )

interface Props extends Given {
  /** The first day on which a free time is looked for, `YYYY-MM-DD`: of a follow-up, say. */
  from?: string | undefined
  onClose: () => void
  onBooked: (appointment: BookedAppointment) => void
}
interface Series {
  first: BookedAppointment
  body: BookingBody
  weeks: number
}

/** Books an appointment: who, what for, with whom, when. A free time that was pressed already needs the patient alone. */
export const BookAppointmentDialog = ({ from, onClose, onBooked, ...given }: Props) => {
  const [refused, setRefused] = useState<Refused | null>(null)
  const [timeProblem, setTimeProblem] = useState<string | null>(null)
  const [other, setOther] = useState<number | null>(null)
  const [series, setSeries] = useState<Series | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const endpointForm = useEndpointForm(createAppointment, {
    initialValues: bookValues(given),
    draftKey: bookDraftKey(given),
    toBody: (values: BookValues) => bookingBody(values, clinicZone()),
    onSaved: (booked) => {
      const values = endpointForm.form.getValues()
      toast.done(bookedText(booked))
      if (values.weeks === '1') return onBooked(booked)
      setSeries({ first: booked, body: bookingBody(values, clinicZone()), weeks: Number(values.weeks) })
    },
    onRefused: (error) => {
      const refusal = refusedBy(error)
      setRefused(refusal)
      const [atTime] = error.fields['appointment_date_time'] ?? []
      if (atTime === undefined || Object.keys(error.fields).length > 1) return refusal !== null
      setTimeProblem(t(atTime))
      return true
    },
  })
  const { form } = endpointForm
  const mayRegister = useRights().allowed('patients.add')
  const values = form.getValues()
  const doctor = values.doctor === '' ? null : Number(values.doctor)
  const item = values.item === '' ? null : Number(values.item)
  const at = placeOf(values.when, doctor, clinicZone())
  /** A change after a refusal is a new question. */
  const change = (changed: Partial<BookValues>) => {
    setRefused(null)
    setTimeProblem(null)
    form.setValues({ overbook: false, ...changed })
  }
  const focusReason = () => {
    if (values.reason === '') form.getInputNode('reason')?.focus()
  }
  const submit = (event?: React.SyntheticEvent<HTMLFormElement>) => {
    if (at.problem === null) return endpointForm.submit(event)
    event?.preventDefault()
    setTimeProblem(t(at.problem))
    if (values.patient === null) {
      form.setFieldError('patient', t('Choose a patient.'))
      form.getInputNode('patient')?.focus()
    } else box.current?.querySelector<HTMLElement>('[data-when] input, [data-when] [tabindex="0"], [data-when] button')?.focus()
  }
  const overbook = () => {
    setRefused(null)
    form.setValues({ overbook: true })
    // The form is sent as it will be: the value above is there after the next drawing.
    setTimeout(() => endpointForm.submit(), 0)
  }
  const dialog = {
    opened: true,
    onClose,
    size: 680,
    title: t('Book appointment'),
    closeOnEscape: other === null,
    closeButtonProps: { 'aria-label': t('Close') },
  }
  if (series)
    return (
      <Modal {...dialog} onClose={() => onBooked(series.first)}>
        <Suspense>
          <BookSeries {...series} onDone={() => onBooked(series.first)} />
        </Suspense>
      </Modal>
    )
  return (
    <Modal {...dialog}>
      <div ref={box}>
        <EndpointForm form={{ ...endpointForm, submit }} save={t('Book')} onCancel={onClose}>
          {refused && (
            <RefusalNote
              refusal={refused}
              at={at.place}
              onTake={(slot) => change({ when: blankWhen(slot) })}
              onOverbook={overbook}
              onOpenOther={setOther}
            />
          )}
          <PatientPicker
            // A draft brings its patient along.
            label={t('Patient')}
            required
            openOnFocus={false}
            data-autofocus={given.patient ? undefined : true}
            known={values.person ?? undefined}
            {...form.getInputProps('patient')}
            onChange={(patient, person) => change({ patient, person })}
          />
          {values.patient === null && mayRegister && (
            <p className={`${styles.bookNewcomer} small t2`}>
              {t('Patient not found?')}{' '}
              <Link className="link" to="/dashboard/patients/new">
                {t('Register a new patient')}
              </Link>
            </p>
          )}
          <div className="grid gap-5-6 phone-two two-columns">
            <ServiceField
              value={values.item}
              onChange={(chosen) => change({ item: chosen, ...(given.start === undefined && { when: { ...values.when, slot: null } }) })}
            />
            <AnyDoctorField value={values.doctor} onChange={(chosen) => change({ doctor: chosen, when: { ...values.when, slot: null } })} />
          </div>
          <WhenField
            value={values.when}
            doctor={doctor}
            item={item}
            from={from}
            error={timeProblem}
            onChange={(when) => change({ when })}
            onChosen={focusReason}
          />
          <Reason
            {...form.getInputProps('reason')}
            data-autofocus={given.patient && given.start !== undefined ? true : undefined}
            maxLength={300}
            onPick={(reason) => {
              form.setFieldValue('reason', reason)
              form.getInputNode('reason')?.focus()
            }}
          />
          <div className="row wrap">
            <Checkbox
              label={t('Confirmed with the patient')}
              className="grow"
              checked={values.isConfirmed}
              onChange={(event) => form.setFieldValue('isConfirmed', event.currentTarget.checked)}
            />
            <Select
              aria-label={t('Repeat')}
              w={180}
              allowDeselect={false}
              data={REPEATS.map((n) => ({ value: n, label: n === '1' ? t('Once') : t('Every week, {n} times', { n }) }))}
              value={values.weeks}
              onChange={(weeks) => form.setFieldValue('weeks', weeks ?? '1')}
            />
          </div>
        </EndpointForm>
      </div>
      <Suspense>{other !== null && <AppointmentPanel id={other} onClose={() => setOther(null)} />}</Suspense>
    </Modal>
  )
}
