import { Modal, NativeSelect, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listDepartments } from '#features/company/contract.ts'
import { query } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { UseButton } from '#web/ui/use-button.tsx'
import { createRoom, roomKinds, updateRoom } from '#features/schedules/contract.ts'
import { roomKindWord } from './room-words.ts'
import type { RoomOnScreen } from './rooms-panel.tsx'

type Values = { name: string; kind: RoomOnScreen['kind']; department: string }
const EMPTY: Values = { name: '', kind: 'consulting room', department: '' }

interface Props {
  /** Null adds one. */
  room: RoomOnScreen | null
  onClose: () => void
}

const valuesOf = ({ name, kind, department }: RoomOnScreen): Values => ({
  name,
  kind,
  department: department === null ? '' : String(department),
})
const bodyOf = ({ name, kind, department }: Values) => ({
  name,
  kind,
  department: department === '' ? null : Number(department),
})

const Fields = ({ form, room }: { form: FormOf<Values>; room?: RoomOnScreen }) => {
  const { can } = useRights()
  const { data = [] } = useQuery({ ...query(listDepartments), enabled: can(listDepartments) })
  const known = room?.department != null && !data.some(({ id }) => id === room.department)
  return (
    <>
      <TextInput label={t('Name')} required maxLength={60} data-autofocus {...form.getInputProps('name')} />
      <NativeSelect
        label={t('Kind')}
        data={roomKinds.map((value) => ({ value, label: roomKindWord(value) }))}
        {...form.getInputProps('kind')}
      />
      <Select
        label={t('Department')}
        placeholder={t('None')}
        searchable
        selectFirstOptionOnChange
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        data={[
          ...data
            .filter(({ id, is_active }) => is_active || id === room?.department)
            .map(({ id, name }) => ({ value: String(id), label: name })),
          ...(known ? [{ value: String(room.department), label: room.department_name ?? '' }] : []),
        ]}
        {...form.getInputProps('department')}
        value={form.values.department || null}
        onChange={(department) => form.setFieldValue('department', department ?? '')}
      />
    </>
  )
}

const AddForm = ({ onClose }: Pick<Props, 'onClose'>) => {
  const added = useEndpointForm(createRoom, {
    initialValues: EMPTY,
    toBody: bodyOf,
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is added.', { name }))
      onClose()
    },
  })
  return (
    <EndpointForm of={added} save={t('Add')} onCancel={onClose}>
      <Fields form={added.form} />
    </EndpointForm>
  )
}

const EditForm = ({ room, onClose }: { room: RoomOnScreen; onClose: () => void }) => {
  const edited = useEndpointForm(updateRoom, {
    initialValues: valuesOf(room),
    params: { id: room.id },
    version: room.version,
    toBody: bodyOf,
    boxesOf: valuesOf,
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
      extra={<UseButton of={room} by={updateRoom} onDone={onClose} />}
      labels={{ name: t('Name'), kind: t('Kind'), department: t('Department') }}
    >
      <Fields form={edited.form} room={room} />
    </EndpointForm>
  )
}

/** Adds a room, or changes one. */
export const RoomDialog = ({ room, onClose }: Props) => (
  <Modal opened onClose={onClose} title={room ? room.name : t('Add room')} closeButtonProps={{ 'aria-label': t('Close') }}>
    {room ? <EditForm room={room} onClose={onClose} /> : <AddForm onClose={onClose} />}
  </Modal>
)
