import { Modal, Textarea } from '@mantine/core'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import type { FormOf } from '#web/forms/checked-form.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { FoundPatient } from '#web/searches/patient-search.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { addToWaiting, updateWaiting } from '../waiting-calls.ts'
import {
  waitingHours,
  waitingHoursLabel,
  waitingPriorities,
  waitingPriorityLabel,
  type WaitingHours,
  type WaitingPriority,
} from '../waiting-calls.ts'
import { AnyDoctorField, ServiceField } from '../booking/place-fields.tsx'
import type { WaitingOnScreen } from './waiting-words.ts'

interface Wishes extends Record<string, unknown> {
  item: string
  doctor: string
  from_day: string
  until_day: string
  hours: WaitingHours
  priority: WaitingPriority
  note: string
}
interface NewWishes extends Wishes {
  patient: number | null
  /** Shown in the picker when a draft comes back. */
  person: FoundPatient | null
}

const blank = (): Wishes => ({ item: '', doctor: '', from_day: today(), until_day: '', hours: 'any', priority: 'normal', note: '' })
const idText = (id: number | null) => (id === null ? '' : String(id))
const idOf = (text: string) => (text === '' ? null : Number(text))
const wishesOf = ({ item, doctor, from_day, until_day, hours, priority, note }: WaitingOnScreen): Wishes => ({
  item: idText(item),
  doctor: idText(doctor),
  from_day,
  until_day: until_day ?? '',
  hours,
  priority,
  note,
})
const bodyOf = ({ item, doctor, from_day, until_day, hours, priority, note }: Wishes) => ({
  item: idOf(item),
  doctor: idOf(doctor),
  from_day,
  until_day: until_day === '' ? null : until_day,
  hours,
  priority,
  note,
})

const labels = () => ({
  item: t('Service'),
  doctor: t('Doctor'),
  from_day: t('From day'),
  until_day: t('To day'),
  hours: t('Time of day'),
  priority: t('Priority'),
  note: t('Note'),
})

const Fields = <V extends Wishes>({ form }: { form: FormOf<V> }) => {
  const { getInputProps } = form
  return (
    <>
      <div className="book-pair">
        <ServiceField {...getInputProps('item')} />
        <AnyDoctorField {...getInputProps('doctor')} />
      </div>
      <div className="book-pair">
        <DateField label={t('From day')} required {...getInputProps('from_day')} />
        <DateField label={t('To day')} placeholder={t('no last day')} minDate={today()} {...getInputProps('until_day')} />
      </div>
      <div>
        <ChoiceField
          label={t('Time of day')}
          data={waitingHours.map((value) => ({ value, label: t(waitingHoursLabel[value]) }))}
          {...getInputProps('hours')}
        />
      </div>
      <div>
        <ChoiceField
          label={t('Priority')}
          data={waitingPriorities.map((value) => ({ value, label: t(waitingPriorityLabel[value]) }))}
          {...getInputProps('priority')}
        />
      </div>
      <Textarea
        label={t('Note')}
        description={t('What they come for: it becomes the reason of the appointment.')}
        autosize
        minRows={2}
        maxLength={500}
        {...getInputProps('note')}
      />
    </>
  )
}

const AddForm = ({ onClose }: { onClose: () => void }) => {
  const initialValues: NewWishes = { patient: null, person: null, ...blank() }
  const of = useEndpointForm(addToWaiting, {
    initialValues,
    draftKey: 'waiting-new',
    toBody: (values) => ({ ...bodyOf(values), patient: values.patient as number }),
    onSaved: ({ patient_name }) => {
      toast.done(t('{{name}} is on the waiting list.', { name: patient_name }))
      onClose()
    },
  })
  const { form } = of
  return (
    <EndpointForm of={of} save={t('Add')} onCancel={onClose} labels={labels()}>
      <PatientPicker
        key={of.draft ? 'draft' : 'new'}
        label={t('Patient')}
        required
        openOnFocus={false}
        data-autofocus
        known={form.getValues().person ?? undefined}
        {...form.getInputProps('patient')}
        onChange={(patient, person) => form.setValues({ patient, person })}
      />
      <Fields form={form} />
    </EndpointForm>
  )
}

const ChangeForm = ({ entry, onClose }: { entry: WaitingOnScreen; onClose: () => void }) => {
  const { id, version } = entry
  const of = useEndpointForm(updateWaiting, {
    initialValues: wishesOf(entry),
    params: { id },
    version,
    draftKey: `waiting-${id}`,
    toBody: bodyOf,
    onSaved: () => {
      toast.done(t('Saved'))
      onClose()
    },
  })
  return (
    <EndpointForm of={of} save={t('Save')} onCancel={onClose} labels={labels()}>
      <Fields form={of.form} />
    </EndpointForm>
  )
}

/** Puts a patient on the waiting list, or changes what one waits for. */
export const WaitingDialog = ({ entry, onClose }: { entry: WaitingOnScreen | null; onClose: () => void }) => (
  <Modal
    opened
    onClose={onClose}
    size={560}
    title={entry ? entry.patient_name : t('Add to the waiting list')}
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    {entry ? <ChangeForm entry={entry} onClose={onClose} /> : <AddForm onClose={onClose} />}
  </Modal>
)
