import { Button, Modal, Select, TextInput } from '@mantine/core'
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
import { storeKinds } from '../contract-fields.ts'
import { createStore, type Store, updateStore } from '../contract-stores.ts'
import { storeKindWord } from './stock-words.ts'

type Values = { name: string; kind: string; department: string }

const valuesOf = ({ name, kind, department }: Store): Values => ({ name, kind, department: department === null ? '' : String(department) })
const bodyOf = ({ name, kind, department }: Values) => ({
  name,
  kind: kind as Store['kind'],
  department: department === '' ? null : Number(department),
})

const Fields = ({ form, store }: { form: FormOf<Values>; store?: Store }) => {
  const { can } = useRights()
  const { data = [] } = useQuery({ ...query(listDepartments), enabled: can(listDepartments) })
  const shown = data
    .filter(({ id, is_active }) => is_active || id === store?.department)
    .map(({ id, name }) => ({ value: String(id), label: name }))
  const isMissing = store?.department != null && !shown.some(({ value }) => value === String(store.department))
  return (
    <>
      <TextInput label={t('Name')} required maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <Select
        label={t('Kind')}
        required
        allowDeselect={false}
        data={storeKinds.map((value) => ({ value, label: storeKindWord(value) }))}
        {...form.getInputProps('kind')}
      />
      <Select
        label={t('Department')}
        placeholder={t('None')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        data={isMissing ? [...shown, { value: String(store.department), label: store.department_name ?? '' }] : shown}
        {...form.getInputProps('department')}
        value={form.values.department || null}
        onChange={(department) => form.setFieldValue('department', department ?? '')}
      />
    </>
  )
}

const AddForm = ({ onClose }: { onClose: () => void }) => {
  const added = useEndpointForm(createStore, {
    initialValues: { name: '', kind: 'ward', department: '' },
    toBody: bodyOf,
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is added.', { name }))
      onClose()
    },
  })
  return (
    <EndpointForm of={added} save={t('Add store')} onCancel={onClose}>
      <Fields form={added.form} />
    </EndpointForm>
  )
}

/** Takes a store out of use or back into it; the toast offers the way back. */
const useSwitch = (onDone: () => void) => {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, is_active, version }: Store) => call(updateStore, { params: { id }, body: { is_active: !is_active, version } }),
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

const EditForm = ({ store, onClose }: { store: Store; onClose: () => void }) => {
  const change = useSwitch(onClose)
  const edited = useEndpointForm(updateStore, {
    initialValues: valuesOf(store),
    params: { id: store.id },
    version: store.version,
    toBody: bodyOf,
    onRefused: ({ status, body }) => {
      // The comparison shows texts, as the boxes hold them.
      const current = body['current']
      if (status === 412 && typeof current === 'object' && current !== null) Object.assign(current, valuesOf(current as Store))
      return false
    },
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is saved.', { name }))
      onClose()
    },
  })
  const flip = (
    <Button loading={change.isPending} onClick={() => change.mutate(store)}>
      {store.is_active ? t('Take out of use') : t('Use again')}
    </Button>
  )
  const labels = { name: t('Name'), kind: t('Kind'), department: t('Department') }
  return (
    <EndpointForm of={edited} save={t('Save')} onCancel={onClose} extra={flip} labels={labels}>
      <Fields form={edited.form} store={store} />
    </EndpointForm>
  )
}

/** Adds a store, or changes one. */
export const StoreDialog = ({ store, onClose }: { store: Store | null; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={store ? store.name : t('Add store')} closeButtonProps={{ 'aria-label': t('Close') }}>
    {store ? <EditForm store={store} onClose={onClose} /> : <AddForm onClose={onClose} />}
  </Modal>
)
