import { Textarea } from '@mantine/core'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import type { FormOf } from '#web/forms/checked-form.ts'
import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { FoundPatient } from '#web/searches/patient-search.ts'
import { RecordDialog } from '#web/record/record-dialog.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
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
import type { WaitingOnScreen } from './waiting-labels.ts'

interface Wishes extends Record<string, unknown> {
  patient: number | null
  /** Shown in the picker when a draft comes back. */
  person: FoundPatient | null
  item: string
  doctor: string
  from_day: string
  until_day: string
  hours: WaitingHours
  priority: WaitingPriority
  note: string
}

const idText = (id: number | null | undefined) => (id == null ? '' : String(id))
const idOf = (text: string) => (text === '' ? null : Number(text))
const wishesOf = (entry: WaitingOnScreen | null): Wishes => ({
  patient: entry?.patient ?? null,
  person: null,
  item: idText(entry?.item),
  doctor: idText(entry?.doctor),
  from_day: entry?.from_day ?? today(),
  until_day: entry?.until_day ?? '',
  hours: entry?.hours ?? 'any',
  priority: entry?.priority ?? 'normal',
  note: entry?.note ?? '',
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
  from_day: t('From date'),
  until_day: t('To date'),
  hours: t('Time of day'),
  priority: t('Priority'),
  note: t('Note'),
})

const Fields = ({ form }: { form: FormOf<Wishes> }) => {
  const { getInputProps } = form
  return (
    <>
      <div className="grid gap-5-6 phone-two two-columns">
        <ServiceField {...getInputProps('item')} />
        <AnyDoctorField {...getInputProps('doctor')} />
      </div>
      <div className="grid gap-5-6 phone-two two-columns">
        <DateField label={t('From date')} required {...getInputProps('from_day')} />
        <DateField label={t('To date')} placeholder={t('no last day')} minDate={today()} {...getInputProps('until_day')} />
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
        description={t('Reason for visit: used as the reason of the appointment.')}
        autosize
        minRows={2}
        maxLength={500}
        {...getInputProps('note')}
      />
    </>
  )
}

/** Puts a patient on the waiting list, or changes what one waits for. */
export const WaitingDialog = ({ entry, onClose }: { entry: WaitingOnScreen | null; onClose: () => void }) => (
  <RecordDialog
    row={entry}
    create={addToWaiting}
    update={updateWaiting}
    add={t('Add to waiting list')}
    size={560}
    draftKey="waiting"
    name={({ patient_name }) => patient_name}
    message={({ patient_name }) => (entry ? t('Saved') : t('{name} added to the waiting list.', { name: patient_name }))}
    values={wishesOf}
    toBody={bodyOf}
    toNewBody={(values) => ({ ...bodyOf(values), patient: values.patient as number })}
    labels={labels()}
    use={null}
    onClose={onClose}
  >
    {(form) => (
      <>
        {entry === null && (
          <PatientPicker
            label={t('Patient')}
            required
            openOnFocus={false}
            data-autofocus
            known={form.getValues().person ?? undefined}
            {...form.getInputProps('patient')}
            onChange={(patient, person) => form.setValues({ patient, person })}
          />
        )}
        <Fields form={form} />
      </>
    )}
  </RecordDialog>
)
