import { Button, Modal, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { confirm } from '#web/dialogs.ts'
import { useEndpointForm } from '#web/form.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/query-client.ts'
import { toast } from '#web/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
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

/** Takes a company out of use or back into it; the toast offers the way back. */
const useSwitch = (onDone: () => void) => {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, is_active, version }: InsuranceCompany) =>
      call(updateInsuranceCompany, { params: { id }, body: { is_active: !is_active, version } }),
    onSuccess: (saved) => {
      void queryClient.invalidateQueries()
      const text = saved.is_active ? t('{{name}} is in use again.', saved) : t('{{name}} is out of use.', saved)
      toast.done(text, { label: t('Undo'), run: () => mutate(saved) })
      onDone()
    },
    onError: (error) => toast.failed(error),
  })
  return { mutate, isPending }
}

const EditForm = ({ company, onClose }: { company: InsuranceCompany; onClose: () => void }) => {
  const { id, name, phone, email, version, is_active } = company
  const change = useSwitch(onClose)
  const edited = useEndpointForm(updateInsuranceCompany, {
    initialValues: { name, phone: phone ?? '', email: email ?? '' },
    params: { id },
    version,
    onSaved: (saved) => {
      toast.done(t('{{name}} is saved.', { name: saved.name }))
      onClose()
    },
  })
  const retire = async () => {
    const isMeant = await confirm({
      title: t('Take {{name}} out of use?', { name }),
      text: t('It stays in records where it stands already, and nobody can choose it any more.'),
      action: t('Take out of use'),
    })
    if (isMeant) change.mutate(company)
  }
  const flip = is_active ? (
    <Button loading={change.isPending} onClick={() => void retire()}>
      {t('Take out of use')}
    </Button>
  ) : (
    <Button loading={change.isPending} onClick={() => change.mutate(company)}>
      {t('Use again')}
    </Button>
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
