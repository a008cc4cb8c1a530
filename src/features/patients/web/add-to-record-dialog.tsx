import { Checkbox, Modal, Select, TextInput } from '@mantine/core'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { allergySeverities } from '../contract-summaries.ts'
import { addAlert, addAllergy, allergyCategories } from '../contract.ts'
import { categoryWord, severityWord } from './patient-labels.ts'
import { noAllergy } from './patient-values.ts'

interface FormProps {
  patientId: number
  close: () => void
}

/** The boxes of one allergy; saved, it ends that there are no known allergies. */
export const AllergyForm = ({ patientId, close }: FormProps) => {
  const endpointForm = useEndpointForm(addAllergy, {
    initialValues: { ...noAllergy, is_intolerance: false },
    params: { id: patientId },
    draftKey: `allergy-${patientId}`,
    onSaved: close,
  })
  const { getInputProps } = endpointForm.form
  return (
    <EndpointForm form={endpointForm} save={t('Record allergy')} onCancel={close}>
      <div className="section-grid">
        <TextInput label={t('Substance')} required data-autofocus autoFocus autoComplete="off" {...getInputProps('substance')} />
        <TextInput label={t('Reaction')} autoComplete="off" {...getInputProps('reaction')} />
        <Select
          label={t('Severity')}
          data={allergySeverities.map((value) => ({ value, label: severityWord(value) }))}
          allowDeselect={false}
          {...getInputProps('severity')}
        />
        <Select
          label={t('Type')}
          data={allergyCategories.map((value) => ({ value, label: categoryWord(value) }))}
          allowDeselect={false}
          {...getInputProps('category')}
        />
      </div>
      <Checkbox label={t('Intolerance: side effects, not an allergy')} {...getInputProps('is_intolerance', { type: 'checkbox' })} />
    </EndpointForm>
  )
}

/** The boxes of one alert. */
export const AlertForm = ({ patientId, close }: FormProps) => {
  const endpointForm = useEndpointForm(addAlert, {
    initialValues: { text: '', is_critical: false },
    params: { id: patientId },
    draftKey: `alert-${patientId}`,
    onSaved: close,
  })
  const { getInputProps } = endpointForm.form
  return (
    <EndpointForm form={endpointForm} save={t('Add alert')} onCancel={close}>
      <TextInput label={t('Alert')} required data-autofocus autoFocus autoComplete="off" maxLength={200} {...getInputProps('text')} />
      <Checkbox label={t('Critical: shown in red')} {...getInputProps('is_critical', { type: 'checkbox' })} />
    </EndpointForm>
  )
}

interface Props extends FormProps {
  what: 'allergy' | 'alert'
}

/** Adds an allergy or an alert from wherever the patient is on the screen; the cursor goes back to where it was. */
export const AddToRecordDialog = ({ what, patientId, close }: Props) => (
  <Modal
    opened
    onClose={close}
    title={what === 'allergy' ? t('Record allergy') : t('Add alert')}
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    {what === 'allergy' ? <AllergyForm patientId={patientId} close={close} /> : <AlertForm patientId={patientId} close={close} />}
  </Modal>
)
