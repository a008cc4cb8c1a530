import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import type { ApiError } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Note } from '#web/ui/status.tsx'
import { priorities, startVisit } from '../contract.ts'
import { firstTracks, tracks, type Track } from '../rules.ts'
import { DoctorField } from './doctor-field.tsx'
import { ReasonField } from './reason-field.tsx'
import { showStarted } from './use-visit-changes.ts'
import { priorityWord, timeOrDay, trackWord, visitName, type VisitOnScreen } from './visit-name.tsx'
import './visit.css'

/** A new visit; the desk sends most people to triage. `''` is any doctor. */
const blankFor = (patient = null as number | null) => ({
  patient,
  reason: '',
  track: 'triage' as (typeof firstTracks)[number],
  priority: 'routine' as VisitOnScreen['priority'],
  doctor: '',
})

interface OpenVisit {
  id: number
  track: Track
  since: string
}
const openVisitIn = ({ code, body }: ApiError): OpenVisit | null => {
  const [id, since] = [Number(body['visit']), String(body['track_since'])]
  const track = tracks.find((one) => one === body['track'])
  return code === 'visit_open' && Number.isInteger(id) && track ? { id, track, since } : null
}

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
  const [open, setOpen] = useState<OpenVisit | null>(null)
  const of = useEndpointForm(startVisit, {
    initialValues: { ...blankFor(patient?.id), ...initial },
    toBody: ({ patient: id, doctor, ...values }) => ({ ...values, patient: id as number, doctor: doctor === '' ? null : Number(doctor) }),
    onSaved: (visit) => {
      showStarted(visit)
      toast.done(t('{{name}} is in {{track}}.', { name: visitName(visit), track: trackWord(visit.track) }))
      onStarted(visit)
    },
    onRefused: (error) => {
      setOpen(openVisitIn(error))
      return error.code === 'visit_open'
    },
  })
  const { form } = of
  return (
    <Modal opened onClose={onClose} size={560} title={t('Start visit')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm of={of} save={t('Start visit')} onCancel={onClose}>
        {open && (
          <Note tone="attention" alert>
            <span className="row wrap">
              <span className="grow">
                {t('Already in {{track}} since {{time}}.', { track: trackWord(open.track), time: timeOrDay(open.since) })}
              </span>
              <Button size="compact-sm" onClick={() => onOpenVisit(open.id)}>
                {t('Open this visit')}
              </Button>
            </span>
          </Note>
        )}
        <PatientPicker
          label={t('Patient')}
          required
          data-autofocus={patient ? undefined : true}
          known={patient}
          {...form.getInputProps('patient')}
          onChange={(id) => {
            setOpen(null)
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
