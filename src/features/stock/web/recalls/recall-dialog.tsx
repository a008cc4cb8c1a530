import { unitName } from '#features/directions/web/quantity-name.tsx'
import { Autocomplete, type AutocompleteProps, Modal, Textarea } from '@mantine/core'
import { useNavigate } from 'react-router'
import { useEndpointForm } from '#web/forms/form.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Note } from '#web/ui/status.tsx'
import { createRecall } from '#features/stock/contract-recalls.ts'
import { placedBatches } from '../batches/batch-rows.ts'
import { ExpiryText } from '../expiry-text.tsx'
import { StockItemField } from '../stock-item-field.tsx'
import { stateWord } from '../stock-labels.ts'
import { useItem } from '../use-item.ts'
import type { StockItemCard } from '../stock-types.ts'

const lotOf = (typed: string) => typed.trim().toUpperCase()
const isKnownLot = (item: StockItemCard, typed: string) => item.batches.some(({ lot }) => lot.toUpperCase() === lotOf(typed))

/** What the recall would put aside, before it does. */
const Touched = ({ item, lot }: { item: StockItemCard; lot: string }) => {
  const rows = placedBatches(item).filter((row) => row.lot === lotOf(lot))
  if (lotOf(lot) === '') return null
  if (rows.length === 0)
    return isKnownLot(item, lot) ? (
      <Note tone="waiting">{t('This lot is not in stock now. Any that arrives goes into quarantine.')}</Note>
    ) : (
      <Note tone="critical">{t('No batch with this lot was ever received here. Check the number on the recall notice.')}</Note>
    )
  return (
    <Note tone="attention">
      <span className="strong">{t('Affected stock:')}</span>
      <ul>
        {rows.map((row) => (
          <li key={row.key} className="num">
            {row.store_name}: {number(row.quantity)} {unitName(item.units_of_measure, row.quantity)} · {stateWord(row.state)}{' '}
            <ExpiryText day={row.expires_on} />
          </li>
        ))}
      </ul>
    </Note>
  )
}

const LotField = ({ item, ...props }: AutocompleteProps & { item: StockItemCard | undefined }) => (
  <Autocomplete
    label={t('Lot')}
    required
    maxLength={60}
    autoComplete="off"
    data={[...new Set(item?.batches.flatMap(({ lot, is_recalled }) => (lot !== '' && !is_recalled ? [lot] : [])))]}
    {...props}
  />
)

interface Props {
  /** Of this one; otherwise it is chosen. */
  item?: StockItemCard
  lot?: string
  onClose: () => void
}

/** Recalls a lot: all of it goes to quarantine at once, in every store. */
export const RecallDialog = ({ item: given, lot = '', onClose }: Props) => {
  const go = useNavigate()
  const made = useEndpointForm(createRecall, {
    initialValues: { item: given ? String(given.id) : '', lot, reason: '' },
    draftKey: 'recall-new',
    toBody: ({ item, lot: typed, reason }) => ({ item: Number(item) || (undefined as unknown as number), lot: typed, reason }),
    onSaved: ({ id, number: name }) => {
      toast.done(t('Recalled: {number}', { number: name }))
      onClose()
      void go(`/dashboard/inventory/recalls/${id}`)
    },
  })
  const { values, getInputProps, setFieldValue, errors } = made.form
  const asked = useItem(Number(values.item))
  const item = given ?? (values.item === '' ? undefined : asked.data)
  return (
    <Modal
      opened
      onClose={onClose}
      title={given ? t('Recall lot of {item}', { item: given.name }) : t('Recall lot')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <EndpointForm form={made} save={t('Recall')} onCancel={onClose}>
        {!given && (
          <StockItemField
            label={t('Item')}
            required
            data-autofocus
            value={Number(values.item) || null}
            error={errors['item']}
            onChange={(id) => setFieldValue('item', id === null ? '' : String(id))}
          />
        )}
        <LotField item={item} {...getInputProps('lot')} />
        {item && <Touched item={item} lot={values.lot} />}
        <Textarea
          label={t('Reason')}
          required
          autosize
          minRows={2}
          maxLength={300}
          description={t('Who recalled it, and what is wrong with it.')}
          {...getInputProps('reason')}
        />
      </EndpointForm>
    </Modal>
  )
}
