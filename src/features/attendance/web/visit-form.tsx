import { Textarea } from '@mantine/core'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { moveVisit, priorities } from '../contract.ts'
import { DoctorField } from './doctor-field.tsx'
import { useVisitRights } from './use-visit-rights.ts'
import { priorityWord, type VisitOnScreen } from './visit-name.tsx'

/** Changes why somebody is here, how urgent it is, and whose patient it is. Sends only what was changed. */
export const VisitForm = ({ visit, onDone }: { visit: VisitOnScreen; onDone: () => void }) => {
  const { mayChange } = useVisitRights()
  const of = useEndpointForm(moveVisit, {
    initialValues: { reason: visit.reason, priority: visit.priority, doctor: visit.doctor === null ? '' : String(visit.doctor) },
    params: { id: visit.id },
    version: visit.version,
    draftKey: `visit-change-${visit.id}`,
    toBody: ({ reason, priority, doctor }) => ({
      ...(reason !== visit.reason && { reason }),
      ...(priority !== visit.priority && { priority }),
      ...(Number(doctor || 0) !== (visit.doctor ?? 0) && { doctor: doctor === '' ? null : Number(doctor) }),
    }),
    onSaved: () => {
      toast.done(t('Saved'))
      onDone()
    },
  })
  const { getInputProps } = of.form
  return (
    <EndpointForm of={of} save={t('Save')} onCancel={onDone} labels={{ reason: t('Reason'), priority: t('Priority'), doctor: t('Doctor') }}>
      {mayChange('reason') && (
        <Textarea label={t('Reason')} required autosize minRows={1} maxLength={200} data-autofocus {...getInputProps('reason')} />
      )}
      {mayChange('priority') && (
        <ChoiceField
          label={t('Priority')}
          data={priorities.map((value) => ({ value, label: priorityWord(value) }))}
          {...getInputProps('priority')}
        />
      )}
      {mayChange('doctor') && <DoctorField {...getInputProps('doctor')} />}
    </EndpointForm>
  )
}
