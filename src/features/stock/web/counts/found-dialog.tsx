import { Modal, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { amountText } from '#web/text/amount-text.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { addCountLine } from '#features/stock/contract-counts.ts'
import { getStockItem } from '#features/stock/contract-items.ts'
import { unitCost } from '../amounts.ts'
import { readWhole } from '../lines/line-numbers.ts'
import { StockItemField } from '../stock-item-field.tsx'
import styles from '../stock.module.css'

/** What is known of what was found, by a scan. */
export interface FoundBatch {
  item: number | null
  lot: string | null
  expires_on: string | null
}
interface Props {
  count: number
  found: FoundBatch
  onClose: () => void
  onAdded: (line: number) => void
}

/** Puts a batch on the sheet that was found and is not on it. */
export const FoundDialog = ({ count, found, onClose, onAdded }: Props) => {
  const added = useEndpointForm(addCountLine, {
    params: { id: count },
    initialValues: {
      item: String(found.item ?? ''),
      lot: found.lot ?? '',
      expires_on: found.expires_on ?? '',
      counted: '',
      unit_cost: '',
      reason: '',
    },
    toBody: ({ item, lot, expires_on, counted, unit_cost, reason }) => ({
      item: item === '' ? (undefined as unknown as number) : Number(item),
      lot: lot.trim() || null,
      expires_on: expires_on || null,
      unit_cost: unit_cost.trim() ? amountText(unit_cost) : null,
      ...(counted.trim() && { counted: readWhole(counted) ?? Number.NaN }),
      reason,
    }),
    onSaved: ({ id }) => {
      onClose()
      onAdded(id)
    },
    onRefused: (error) => {
      const line = error.body['line']
      if (error.code !== 'on_sheet' || typeof line !== 'number') return false
      onClose()
      onAdded(line)
      return true
    },
  })
  const { values, errors, setFieldValue, getInputProps } = added.form
  const item = values.item === '' ? 0 : Number(values.item)
  const card = useQuery({ ...query(getStockItem, { params: { id: item } }), enabled: item > 0 }).data
  const cost = card?.last_cost
  return (
    <Modal opened onClose={onClose} title={t('Found but not on the sheet')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm form={added} save={t('Add')} onCancel={onClose}>
        <StockItemField
          label={t('Item')}
          required
          data-autofocus
          value={item || null}
          name={card?.name ?? ''}
          onChange={(id) => setFieldValue('item', id === null ? '' : String(id))}
          error={errors['item']}
        />
        <div className={`grid items-start gap-5-6 ${styles.stockItemGrid}`}>
          <TextInput label={t('Lot')} required={card?.needs_lot} autoComplete="off" maxLength={40} {...getInputProps('lot')} />
          <DateField label={t('Expiry')} required={card?.needs_expiry} {...getInputProps('expires_on')} />
          <TextInput
            label={t('Counted')}
            rightSection={card && <span className="small t3">{card.units_of_measure}</span>}
            rightSectionWidth={72}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            classNames={{ input: 'num' }}
            {...getInputProps('counted')}
          />
          <TextInput
            label={t('Unit cost')}
            placeholder={cost ? unitCost(cost) : undefined}
            inputMode="decimal"
            autoComplete="off"
            maxLength={18}
            classNames={{ input: 'num' }}
            {...getInputProps('unit_cost')}
          />
        </div>
        <Textarea
          label={t('Reason')}
          placeholder={t('Where was it, and why was it not recorded?')}
          autosize
          minRows={2}
          maxLength={300}
          {...getInputProps('reason')}
        />
      </EndpointForm>
    </Modal>
  )
}
