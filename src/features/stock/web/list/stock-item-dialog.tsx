import { useNavigate } from 'react-router'
import { setPrice, type Item } from '#features/catalogue/contract.ts'
import { amountText } from '#web/text/amount-text.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { RecordDialog } from '#web/record/record-dialog.tsx'
import { createStockItem, updateStockItem } from '#features/stock/contract-items.ts'
import { itemAddress } from '../item-address.ts'
import type { StockItemCard } from '../stock-types.ts'
import { Autocomplete, Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { categoryChoices } from '#features/catalogue/web/category-name.tsx'
import type { FormOf } from '#web/forms/checked-form.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import styles from '../stock.module.css'

type StockItemValues = Record<
  'name' | 'item_code' | 'category' | 'units_of_measure' | 'desc' | 'lead_days' | 'safety_days' | 'slow_moving_period' | 'sale_price',
  string
> & { category_one: 'resale' | 'internal'; needs_lot: boolean; needs_expiry: boolean; is_controlled: boolean }

const units = ['each', 'tablet', 'capsule', 'vial', 'ampoule', 'bottle', 'pack', 'ml', 'pair', 'test'] as const

const DayField = ({
  form,
  name,
  label,
}: {
  form: FormOf<StockItemValues>
  name: 'lead_days' | 'safety_days' | 'slow_moving_period'
  label: string
}) => (
  <TextInput
    label={label}
    inputMode="numeric"
    autoComplete="off"
    maxLength={4}
    classNames={{ input: 'num' }}
    {...form.getInputProps(name)}
  />
)

interface Props {
  form: FormOf<StockItemValues>
  hasPrice: boolean
  /** What follows from the category is filled in with it. */
  isNew: boolean
}

/** The boxes of an item of the stock: what it is, what it is kept for, how it is ordered. */
const StockItemFields = ({ form, hasPrice, isNew }: Props) => {
  const { getInputProps, values, setFieldValue, setValues } = form
  const chooseCategory = (category: string) => {
    const isDrug = category === 'drug'
    setValues({ category, category_one: isDrug ? 'resale' : 'internal', needs_lot: isDrug, needs_expiry: isDrug })
  }
  return (
    <>
      <div className={`grid items-start gap-5-6 ${styles.stockItemGrid}`}>
        <TextInput className="span-all" label={t('Name')} required maxLength={120} data-autofocus {...getInputProps('name')} />
        <TextInput label={t('Code')} maxLength={30} autoComplete="off" {...getInputProps('item_code')} />
        <Select
          label={t('Category')}
          required
          allowDeselect={false}
          searchable
          data={categoryChoices()}
          {...getInputProps('category')}
          onChange={(category) => (isNew ? chooseCategory(category ?? '') : setFieldValue('category', category ?? ''))}
        />
        <Autocomplete
          label={t('Unit')}
          description={t('The smallest unit dispensed: a tablet, not a box.')}
          required
          maxLength={30}
          data={units.map((unit) => t(unit))}
          {...getInputProps('units_of_measure')}
        />
        {hasPrice && <AmountField label={t('Cash price')} description={t('Per unit, from today.')} {...getInputProps('sale_price')} />}
        <ChoiceField
          label={t('Used for')}
          data={[
            { value: 'resale', label: t('Patients') },
            { value: 'internal', label: t('Clinic use') },
          ]}
          value={values.category_one}
          onChange={(value) => setFieldValue('category_one', value)}
        />
      </div>
      <div className="row wrap gap-4-7">
        <Checkbox label={t('Lot required on receipt')} {...getInputProps('needs_lot', { type: 'checkbox' })} />
        <Checkbox label={t('Expiry required on receipt')} {...getInputProps('needs_expiry', { type: 'checkbox' })} />
        <Checkbox label={t('Controlled drug: kept in the register')} {...getInputProps('is_controlled', { type: 'checkbox' })} />
      </div>
      <div className={`grid items-start gap-5-6 ${styles.stockItemGrid}`}>
        <DayField form={form} name="lead_days" label={t('Lead time (days)')} />
        <DayField form={form} name="safety_days" label={t('Safety stock (days)')} />
        <DayField form={form} name="slow_moving_period" label={t('Slow after (days)')} />
      </div>
      <Textarea label={t('Description')} autosize minRows={2} maxLength={500} {...getInputProps('desc')} />
    </>
  )
}

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
  category_one: t('Used for'),
  desc: t('Description'),
  lead_days: t('Lead time (days)'),
  safety_days: t('Safety stock (days)'),
  slow_moving_period: t('Slow after (days)'),
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
