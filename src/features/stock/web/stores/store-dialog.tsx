import { Modal, Select, TextInput } from '@mantine/core'
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
import { storeKinds } from '#features/stock/contract-fields.ts'
import { createStore, type Store, updateStore } from '#features/stock/contract-stores.ts'
import { storeKindWord } from '../stock-words.ts'

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

const EditForm = ({ store, onClose }: { store: Store; onClose: () => void }) => {
  const edited = useEndpointForm(updateStore, {
    initialValues: valuesOf(store),
    params: { id: store.id },
    version: store.version,
    toBody: bodyOf,
    boxesOf: valuesOf,
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is saved.', { name }))
      onClose()
    },
  })
  const labels = { name: t('Name'), kind: t('Kind'), department: t('Department') }
  return (
    <EndpointForm
      of={edited}
      save={t('Save')}
      onCancel={onClose}
      extra={<UseButton of={store} by={updateStore} onDone={onClose} />}
      labels={labels}
    >
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
