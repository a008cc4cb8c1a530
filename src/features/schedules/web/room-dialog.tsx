import { Button, Modal, NativeSelect, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { listDepartments } from '#features/company/contract.ts'
import { call, query } from '#web/api.ts'
import type { FormOf } from '#web/checked-form.ts'
import { useEndpointForm } from '#web/form.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/query-client.ts'
import { useRights } from '#web/rights.ts'
import { toast } from '#web/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { createRoom, roomKinds, updateRoom } from '../contract.ts'
import { clashTexts } from './clash-texts.ts'
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

/** Takes a room out of use or back into it; the toast offers the way back. */
const useSwitch = (onDone: () => void) => {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, is_active, version }: RoomOnScreen) =>
      call(updateRoom, { params: { id }, body: { is_active: !is_active, version } }),
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

const EditForm = ({ room, onClose }: { room: RoomOnScreen; onClose: () => void }) => {
  const change = useSwitch(onClose)
  const edited = useEndpointForm(updateRoom, {
    initialValues: valuesOf(room),
    params: { id: room.id },
    version: room.version,
    toBody: bodyOf,
    onRefused: (error) => {
      clashTexts(error, valuesOf)
      return false
    },
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is saved.', { name }))
      onClose()
    },
  })
  const extra = (
    <Button loading={change.isPending} onClick={() => change.mutate(room)}>
      {room.is_active ? t('Take out of use') : t('Use again')}
    </Button>
  )
  return (
    <EndpointForm
      of={edited}
      save={t('Save')}
      onCancel={onClose}
      extra={extra}
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
