import { Modal, TextInput } from '@mantine/core'
import { createDepartment, type Department, updateDepartment } from '#features/company/contract.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Note } from '#web/ui/status.tsx'
import { UseButton } from '#web/ui/use-button.tsx'

interface Props {
  /** Null adds one. */
  department: Department | null
  /** What it is used by, in words. */
  uses: string
  onClose: () => void
}

const AddForm = ({ onClose }: Pick<Props, 'onClose'>) => {
  const added = useEndpointForm(createDepartment, {
    initialValues: { name: '' },
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is added.', { name }))
      onClose()
    },
  })
  return (
    <EndpointForm of={added} save={t('Add')} onCancel={onClose}>
      <TextInput label={t('Name')} required maxLength={60} data-autofocus {...added.form.getInputProps('name')} />
    </EndpointForm>
  )
}

const EditForm = ({ department, uses, onClose }: { department: Department } & Omit<Props, 'department'>) => {
  const edited = useEndpointForm(updateDepartment, {
    initialValues: { name: department.name },
    params: { id: department.id },
    version: department.version,
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is saved.', { name }))
      onClose()
    },
  })
  return (
    <EndpointForm
      of={edited}
      save={t('Save')}
      onCancel={onClose}
      extra={<UseButton of={department} by={updateDepartment} onDone={onClose} />}
      labels={{ name: t('Name') }}
    >
      <TextInput label={t('Name')} required maxLength={60} data-autofocus {...edited.form.getInputProps('name')} />
      {uses !== '' && (
        <Note tone="inactive">{t('Used by {{uses}}. Out of use it stays there, and is offered no more for anything new.', { uses })}</Note>
      )}
    </EndpointForm>
  )
}

/** Adds a department, or changes one. */
export const DepartmentDialog = ({ department, uses, onClose }: Props) => (
  <Modal
    opened
    onClose={onClose}
    title={department ? department.name : t('Add department')}
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    {department ? <EditForm department={department} uses={uses} onClose={onClose} /> : <AddForm onClose={onClose} />}
  </Modal>
)
