import { Button, Modal, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { createDepartment, type Department, updateDepartment } from '#features/company/contract.ts'
import { call } from '#web/api.ts'
import { useEndpointForm } from '#web/form.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/query-client.ts'
import { toast } from '#web/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Note } from '#web/ui/status.tsx'

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

/** Takes a department out of use or back into it; the toast offers the way back. */
const useSwitch = (onDone: () => void) => {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, is_active, version }: Department) =>
      call(updateDepartment, { params: { id }, body: { is_active: !is_active, version } }),
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

const EditForm = ({ department, uses, onClose }: { department: Department } & Omit<Props, 'department'>) => {
  const change = useSwitch(onClose)
  const edited = useEndpointForm(updateDepartment, {
    initialValues: { name: department.name },
    params: { id: department.id },
    version: department.version,
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is saved.', { name }))
      onClose()
    },
  })
  const extra = (
    <Button loading={change.isPending} onClick={() => change.mutate(department)}>
      {department.is_active ? t('Take out of use') : t('Use again')}
    </Button>
  )
  return (
    <EndpointForm of={edited} save={t('Save')} onCancel={onClose} extra={extra} labels={{ name: t('Name') }}>
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
