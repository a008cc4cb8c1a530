import { Modal, TextInput } from '@mantine/core'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { UseButton } from '#web/ui/use-button.tsx'
import { createInsuranceCompany, type InsuranceCompany, updateInsuranceCompany } from '../contract.ts'

type Values = { name: string; phone: string; email: string }
interface Props {
  /** Null adds one. */
  company: InsuranceCompany | null
  onClose: () => void
}

const Fields = ({ input }: { input: (name: keyof Values) => object }) => (
  <>
    <TextInput label={t('Name')} required data-autofocus {...input('name')} />
    <TextInput label={t('Telephone')} type="tel" {...input('phone')} />
    <TextInput label={t('E-mail')} type="email" {...input('email')} />
  </>
)

const AddForm = ({ onClose }: Pick<Props, 'onClose'>) => {
  const added = useEndpointForm(createInsuranceCompany, {
    initialValues: { name: '', phone: '', email: '' },
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is added.', { name }))
      onClose()
    },
  })
  return (
    <EndpointForm of={added} save={t('Add')} onCancel={onClose}>
      <Fields input={(name) => added.form.getInputProps(name)} />
    </EndpointForm>
  )
}

const EditForm = ({ company, onClose }: { company: InsuranceCompany; onClose: () => void }) => {
  const { id, name, phone, email, version } = company
  const edited = useEndpointForm(updateInsuranceCompany, {
    initialValues: { name, phone: phone ?? '', email: email ?? '' },
    params: { id },
    version,
    onSaved: (saved) => {
      toast.done(t('{{name}} is saved.', { name: saved.name }))
      onClose()
    },
  })
  const flip = (
    <UseButton
      of={company}
      by={updateInsuranceCompany}
      warning={t('It stays in records where it stands already, and nobody can choose it any more.')}
      onDone={onClose}
    />
  )
  const labels = { name: t('Name'), phone: t('Telephone'), email: t('E-mail') }
  return (
    <EndpointForm of={edited} save={t('Save')} onCancel={onClose} extra={flip} labels={labels}>
      <Fields input={(field) => edited.form.getInputProps(field)} />
    </EndpointForm>
  )
}

/** Adds an insurance company, or changes one. */
export const InsuranceCompanyDialog = ({ company, onClose }: Props) => (
  <Modal
    opened
    onClose={onClose}
    title={company ? company.name : t('Add insurance company')}
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    {company ? <EditForm company={company} onClose={onClose} /> : <AddForm onClose={onClose} />}
  </Modal>
)
