import { useNavigate } from 'react-router'
import { setPrice } from '#features/catalogue/contract-prices.ts'
import type { Item } from '#features/catalogue/contract.ts'
import { amountText } from '#web/text/amount-text.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { RecordDialog } from '#web/record/record-dialog.tsx'
import { createStockItem, updateStockItem } from '#features/stock/contract-items.ts'
import { itemAddress } from '../item-address.ts'
import { StockItemFields, type StockItemValues } from './stock-item-fields.tsx'
import type { StockItemCard } from '../stock-types.ts'

const freshValues = (): StockItemValues => ({
  name: '',
  item_code: '',
  category: 'consumable',
  units_of_measure: 'each',
  category_one: 'internal',
  desc: '',
  needs_lot: false,
  needs_expiry: false,
  is_controlled: false,
  lead_days: '7',
  safety_days: '7',
  slow_moving_period: '90',
  sale_price: '',
})
const valuesOf = (item: StockItemCard): StockItemValues => ({
  name: item.name,
  item_code: item.item_code ?? '',
  category: item.category,
  units_of_measure: item.units_of_measure,
  category_one: item.category_one,
  desc: item.desc,
  needs_lot: item.needs_lot,
  needs_expiry: item.needs_expiry,
  is_controlled: item.is_controlled,
  lead_days: String(item.lead_days),
  safety_days: String(item.safety_days),
  slow_moving_period: String(item.slow_moving_period),
  sale_price: '',
})

/** Digits become a number; anything else stays for the contract to refuse. */
const days = (typed: string) => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : (typed as unknown as number))

const bodyOf = ({ name, item_code, category, units_of_measure, category_one, desc, ...rest }: StockItemValues) => ({
  name,
  item_code,
  category: category as Item['category'],
  units_of_measure,
  category_one,
  desc,
  needs_lot: rest.needs_lot,
  needs_expiry: rest.needs_expiry,
  is_controlled: rest.is_controlled,
  lead_days: days(rest.lead_days),
  safety_days: days(rest.safety_days),
  slow_moving_period: days(rest.slow_moving_period),
})

const labels = () => ({
  name: t('Name'),
  item_code: t('Code'),
  category: t('Category'),
  units_of_measure: t('Unit'),
  category_one: t('Kept for'),
  desc: t('Description'),
  lead_days: t('Days a delivery takes'),
  safety_days: t('Days in reserve'),
  slow_moving_period: t('Slow after days'),
})

/** Adds an item to the stock (and so to the catalogue), or changes how it is kept. */
export const StockItemDialog = ({ item, onClose }: { item: StockItemCard | null; onClose: () => void }) => {
  const { can } = useRights()
  const go = useNavigate()
  const hasPrice = item === null && can(setPrice)
  return (
    <RecordDialog
      row={item}
      create={createStockItem}
      update={updateStockItem}
      add={t('Add item')}
      save={t('Add item')}
      size="lg"
      draftKey="stock-item"
      name={({ name }) => name}
      values={(row) => (row ? valuesOf(row) : freshValues())}
      toBody={(values) => ({ ...bodyOf(values), ...(hasPrice && { sale_price: amountText(values.sale_price) }) })}
      labels={labels()}
      onClose={onClose}
      onAdded={({ id }) => {
        onClose()
        void go(itemAddress(id))
      }}
    >
      {(form) => <StockItemFields form={form} hasPrice={hasPrice} isNew={item === null} />}
    </RecordDialog>
  )
}
