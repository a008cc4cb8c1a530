import { unitName } from '#features/directions/web/quantity-name.tsx'
import { Modal, Select, Textarea, TextInput } from '@mantine/core'
import { useEndpointForm } from '#web/forms/form.ts'
import { date, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useStore } from '#web/state/store.ts'
import { session } from '#web/session/tokens.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { createConsumption } from '#features/stock/contract-moves.ts'
import { packName } from '../amounts.ts'
import { placedBatches, type PlacedBatch } from '../batches/batch-rows.ts'
import { keepLastStore, lastStore, usualStore } from '../last-store.ts'
import { readCount, sentCount } from '../lines/line-numbers.ts'
import { unitsWord } from '../lines/pack-box.ts'
import { StoreField, useStores } from '../store-field.tsx'
import { sayWritten } from '../use-undo-note.ts'
import type { StockItemCard } from '../stock-types.ts'
import styles from './item.module.css'

interface Props {
  item: StockItemCard
  /** From this batch in its store; otherwise the first to expire goes first. */
  from?: PlacedBatch | undefined
  onClose: () => void
}

const batchWord = ({ lot, expires_on, quantity }: PlacedBatch) =>
  [lot ? t('Lot {lot}', { lot }) : t('No lot'), expires_on && date(expires_on), number(quantity)].filter(Boolean).join(' · ')

/** Uses so much of an item up in a store. */
export const UseUpDialog = ({ item, from, onClose }: Props) => {
  const stores = useStores() ?? []
  const { user } = useStore(session)
  const usable = new Map(item.levels.map((level) => [level.store, level.usable]))
  const usual = usualStore(stores, { role: user?.role, last: lastStore(), usable })
  const storeOf = (chosen: string) => (chosen === '' ? usual : Number(chosen))
  const used = useEndpointForm(createConsumption, {
    initialValues: {
      store: String(from?.store ?? ''),
      quantity: '',
      pack: '',
      batch: from ? String(from.id) : '',
      reason: '',
    },
    draftKey: `use-up-${item.id}`,
    toBody: ({ store, quantity, pack, batch, reason }) => ({
      store: storeOf(store) ?? Number.NaN,
      reason,
      items: [
        {
          item: item.id,
          quantity: sentCount(quantity),
          pack: pack === '' ? null : Number(pack),
          batch: batch === '' ? null : Number(batch),
        },
      ],
    }),
    // The one line is the form.
    boxOf: (path) => path.replace(/^items\.0\./, ''),
    onSaved: ({ id, number: name, store }) => {
      if (store !== null) keepLastStore(store)
      sayWritten(t('Consumed: {number}', { number: name }), id)
      onClose()
    },
  })
  const { values, getInputProps, setFieldValue, errors } = used.form
  const pack = item.packs.find(({ id }) => String(id) === values.pack)
  const count = readCount(values.quantity)
  const store = storeOf(values.store)
  const level = item.levels.find((one) => one.store === store)
  const batches = placedBatches(item, store ?? 0).filter(
    ({ state, is_expired, is_recalled }) => state === 'usable' && !is_expired && !is_recalled,
  )
  const packs = item.packs.filter(({ is_active }) => is_active)
  return (
    <Modal opened onClose={onClose} title={t('Consume {item}', { item: item.name })} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm form={used} save={t('Consume')} onCancel={onClose}>
        <StoreField
          label={t('Store')}
          required
          description={level && t('{n} {unit} usable', { n: number(level.usable), unit: unitName(item.units_of_measure, level.usable) })}
          value={store}
          error={errors['store']}
          data-path="store"
          onChange={(id) => {
            setFieldValue('store', id === null ? '' : String(id))
            setFieldValue('batch', '')
          }}
        />
        <div className={`row items-start ${styles.actionAmount}`}>
          <TextInput
            label={t('Quantity')}
            required
            data-autofocus
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            classNames={{ input: 'num' }}
            description={pack && count !== null && unitsWord(count * pack.units, item.units_of_measure)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...getInputProps('quantity')}
          />
          <Select
            label={t('In')}
            allowDeselect={false}
            data={[
              { value: '', label: item.units_of_measure },
              ...packs.map((pack) => ({ value: String(pack.id), label: packName(pack) })),
            ]}
            {...getInputProps('pack')}
          />
        </div>
        <Select
          label={t('Batch')}
          allowDeselect={false}
          data={[{ value: '', label: t('First to expire') }, ...batches.map((row) => ({ value: String(row.id), label: batchWord(row) }))]}
          {...getInputProps('batch')}
        />
        <Textarea label={t('Purpose')} required autosize minRows={2} maxLength={300} {...getInputProps('reason')} />
      </EndpointForm>
    </Modal>
  )
}
