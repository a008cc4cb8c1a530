import { Modal, Select, TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { createGroup, updateGroup } from '../contract.ts'
import type { RightsGroup } from './use-groups.ts'

interface AddProps {
  groups: readonly RightsGroup[]
  onClose: () => void
}

const AddForm = ({ groups, onClose }: AddProps) => {
  const { allowed } = useRights()
  const go = useNavigate()
  const added = useEndpointForm(createGroup, {
    initialValues: { name: '', like: '' },
    toBody: ({ name, like }) => ({
      name,
      permissions: [...(groups.find(({ id }) => String(id) === like)?.permissions ?? [])].filter(allowed),
    }),
    onSaved: ({ id, name }) => {
      toast.done(t('Group {name} added.', { name }), {
        label: t('View as'),
        run: () => void go(`/dashboard/administration/groups/${id}`),
      })
      onClose()
    },
  })
  const { getInputProps, values, setFieldValue } = added.form
  return (
    <EndpointForm form={added} save={t('Add group')} onCancel={onClose}>
      <TextInput label={t('Name')} required maxLength={60} data-autofocus {...getInputProps('name')} />
      <Select
        label={t('Copy permissions from')}
        placeholder={t('None: start empty')}
        clearable
        searchable
        data={groups.map(({ id, name }) => ({ value: String(id), label: t(name) }))}
        value={values.like || null}
        onChange={(like) => setFieldValue('like', like ?? '')}
      />
    </EndpointForm>
  )
}

/** Adds a group, empty or with the rights of another one. */
export const AddGroupDialog = (props: AddProps) => (
  <Modal opened onClose={props.onClose} title={t('Add group')} closeButtonProps={{ 'aria-label': t('Close') }}>
    <AddForm {...props} />
  </Modal>
)

const RenameForm = ({ group, onClose }: { group: RightsGroup; onClose: () => void }) => {
  const renamed = useEndpointForm(updateGroup, {
    initialValues: { name: group.name },
    params: { group_id: group.id },
    version: group.version,
    toBody: ({ name }) => ({ name, permissions: [...group.permissions] }),
    onSaved: () => {
      toast.done(t('Group renamed.'))
      onClose()
    },
  })
  return (
    <EndpointForm form={renamed} save={t('Rename')} onCancel={onClose}>
      <TextInput label={t('Name')} required maxLength={60} data-autofocus {...renamed.form.getInputProps('name')} />
    </EndpointForm>
  )
}

/** Gives a group of the clinic's own another name. */
export const RenameGroupDialog = ({ group, onClose }: { group: RightsGroup; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={t('Rename {name}', { name: group.name })} closeButtonProps={{ 'aria-label': t('Close') }}>
    <RenameForm group={group} onClose={onClose} />
  </Modal>
)
