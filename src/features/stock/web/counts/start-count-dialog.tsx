import { Modal, Select, Switch, Textarea } from '@mantine/core'
import type { Item } from '#features/catalogue/contract.ts'
import { categoryChoices } from '#features/catalogue/web/category-name.tsx'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { startCount } from '#features/stock/contract-counts.ts'
import { StoreField, useStores } from '../store-field.tsx'

interface Props {
  /** The one that is looked at now. */
  store: number | null
  onClose: () => void
  onStarted: (id: number) => void
}

/** Which store is counted, all of it or a category, with the books open or blind. */
export const StartCountDialog = ({ store, onClose, onStarted }: Props) => {
  const stores = useStores()
  const only = stores?.length === 1 ? stores[0]?.id : undefined
  const started = useEndpointForm(startCount, {
    initialValues: { store: String(store ?? only ?? ''), category: '', is_blind: true, note: '' },
    toBody: ({ store: chosen, category, is_blind, note }) => ({
      store: chosen === '' ? (undefined as unknown as number) : Number(chosen),
      ...(category && { category: category as Item['category'] }),
      is_blind,
      note,
    }),
    onSaved: ({ id }) => {
      onClose()
      onStarted(id)
    },
  })
  const { values, errors, setFieldValue, getInputProps } = started.form
  return (
    <Modal opened onClose={onClose} title={t('Start count')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm form={started} save={t('Start')} onCancel={onClose}>
        <StoreField
          label={t('Store')}
          required
          data-autofocus
          value={values.store === '' ? null : Number(values.store)}
          onChange={(id) => setFieldValue('store', id === null ? '' : String(id))}
          error={errors['store']}
        />
        <Select
          label={t('Items to count')}
          placeholder={t('All items')}
          clearable
          clearButtonProps={{ 'aria-label': t('All items') }}
          data={categoryChoices()}
          value={values.category || null}
          onChange={(value) => setFieldValue('category', value ?? '')}
        />
        <Switch label={t('Blind: the sheet hides expected quantities')} {...getInputProps('is_blind', { type: 'checkbox' })} />
        <Textarea label={t('Note')} autosize minRows={2} maxLength={500} {...getInputProps('note')} />
      </EndpointForm>
    </Modal>
  )
}
