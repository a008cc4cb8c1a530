import { Button, Modal, TextInput } from '@mantine/core'
import { DiagnosisPicker } from '#features/diagnoses/web/diagnosis-picker.tsx'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { addProblem } from '../contract.ts'

/** The boxes of one problem. */
export const ProblemForm = ({ patientId, close }: { patientId: number; close: () => void }) => {
  const endpointForm = useEndpointForm(addProblem, {
    initialValues: { diagnosis_code: null as number | null, title: '', onset_on: '', note: '' },
    params: { id: patientId },
    draftKey: `problem-${patientId}`,
    // A term of the list brings its own title.
    toBody: ({ title, ...sent }) => (sent.diagnosis_code === null ? { ...sent, title } : sent),
    onSaved: close,
  })
  const { form } = endpointForm
  const { title } = form.getValues()
  return (
    <EndpointForm form={endpointForm} save={t('Add problem')} onCancel={close}>
      {title === '' ? (
        <DiagnosisPicker label={t('Problem')} isOpen onChoose={({ code, text }) => form.setValues({ diagnosis_code: code, title: text })} />
      ) : (
        <div className="row">
          <b className="grow">{title}</b>
          <Button size="compact-sm" onClick={() => form.setValues({ diagnosis_code: null, title: '' })}>
            {t('Change')}
          </Button>
        </div>
      )}
      <DateField label={t('Since')} {...form.getInputProps('onset_on')} />
      <TextInput label={t('Remark')} autoComplete="off" {...form.getInputProps('note')} />
    </EndpointForm>
  )
}

/** Adds a problem from wherever the patient is on the screen; the cursor goes back to where it was. */
export const ProblemDialog = ({ patientId, close }: { patientId: number; close: () => void }) => (
  <Modal opened onClose={close} title={t('Add problem')} closeButtonProps={{ 'aria-label': t('Close') }}>
    <ProblemForm patientId={patientId} close={close} />
  </Modal>
)
