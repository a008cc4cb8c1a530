import { Modal } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { priorities, startVisit } from '../contract.ts'
import { firstTracks } from '../rules.ts'
import { DoctorField } from './doctor-field.tsx'
import { useOpenVisit } from './use-open-visit.ts'
import { ReasonField } from './reason-field.tsx'
import { showStarted } from './use-visit-changes.ts'
import { priorityWord, trackWord, visitName, type VisitOnScreen } from './visit-name.tsx'

// Needed only when another visit of the patient is open.
const OpenVisitNote = lazy(async () => ({ default: (await import('./open-visit-panel.tsx')).OpenVisitNote }))

/** A new visit; the desk sends most people to triage. `''` is any doctor. */
const blankFor = (patient = null as number | null) => ({
  patient,
  reason: '',
  track: 'triage' as (typeof firstTracks)[number],
  priority: 'routine' as VisitOnScreen['priority'],
  doctor: '',
})

interface Props {
  /** The patient to start with: an id, already on file. */
  patient?: Parameters<typeof PatientPicker>[0]['known']
  /** What is known of the visit already. */
  initial?: { reason: string; track: (typeof firstTracks)[number] }
  onStarted: (visit: VisitOnScreen) => void
  /** The patient is in the house already: show that visit. */
  onOpenVisit: (id: number) => void
  onClose: () => void
}

/** Starts a visit: who, why, where first, how urgent, with whom. */
export const StartVisitDialog = ({ patient, initial, onStarted, onOpenVisit, onClose }: Props) => {
  const blocking = useOpenVisit()
  const endpointForm = useEndpointForm(startVisit, {
    initialValues: { ...blankFor(patient?.id), ...initial },
    toBody: ({ patient: id, doctor, ...values }) => ({
      ...values,
      patient: id as number,
      doctor: doctor === '' ? null : Number(doctor),
      ...blocking.toBody(),
    }),
    onSaved: (visit) => {
      showStarted(visit)
      toast.done(t('{name} sent to {track}.', { name: visitName(visit), track: trackWord(visit.track) }))
      onStarted(visit)
    },
    onRefused: blocking.onRefused,
  })
  const { form } = endpointForm
  const { open } = blocking
  return (
    <Modal opened onClose={onClose} size={560} title={t('Start visit')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm form={endpointForm} save={t('Start visit')} onCancel={onClose}>
        <Suspense>
          {open && (
            <OpenVisitNote
              visit={open}
              isSaving={endpointForm.saving}
              onOpen={() => onOpenVisit(open.id)}
              onClose={() => blocking.closeWith(() => endpointForm.submit())}
            />
          )}
        </Suspense>
        <PatientPicker
          label={t('Patient')}
          required
          data-autofocus={patient ? undefined : true}
          known={patient}
          {...form.getInputProps('patient')}
          onChange={(id) => {
            blocking.forget()
            form.setFieldValue('patient', id)
          }}
        />
        <ReasonField
          {...form.getInputProps('reason')}
          data-autofocus={patient ? true : undefined}
          onPick={(reason) => {
            form.setFieldValue('reason', reason)
            form.getInputNode('reason')?.focus()
          }}
        />
        <ChoiceField
          label={t('Send to')}
          data={firstTracks.map((value) => ({ value, label: trackWord(value) }))}
          {...form.getInputProps('track')}
        />
        <ChoiceField
          label={t('Priority')}
          data={priorities.map((value) => ({ value, label: priorityWord(value) }))}
          {...form.getInputProps('priority')}
        />
        <DoctorField {...form.getInputProps('doctor')} />
      </EndpointForm>
    </Modal>
  )
}
