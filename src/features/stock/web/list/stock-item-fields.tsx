import { Autocomplete, Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { categoryChoices } from '#features/catalogue/web/category-name.tsx'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'

export type StockItemValues = Record<
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
export const StockItemFields = ({ form, hasPrice, isNew }: Props) => {
  const { getInputProps, values, setFieldValue, setValues } = form
  const chooseCategory = (category: string) => {
    const isDrug = category === 'drug'
    setValues({ category, category_one: isDrug ? 'resale' : 'internal', needs_lot: isDrug, needs_expiry: isDrug })
  }
  return (
    <>
      <div className="stock-item-grid">
        <TextInput className="stock-item-wide" label={t('Name')} required maxLength={120} data-autofocus {...getInputProps('name')} />
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
          description={t('The smallest that is handed out: a tablet, not a box.')}
          required
          maxLength={30}
          data={units.map((unit) => t(unit))}
          {...getInputProps('units_of_measure')}
        />
        {hasPrice && <AmountField label={t('Cash price')} description={t('Of one unit, from today.')} {...getInputProps('sale_price')} />}
        <ChoiceField
          label={t('Kept for')}
          data={[
            { value: 'resale', label: t('Patients') },
            { value: 'internal', label: t('The house') },
          ]}
          value={values.category_one}
          onChange={(value) => setFieldValue('category_one', value)}
        />
      </div>
      <div className="row wrap stock-item-needs">
        <Checkbox label={t('Deliveries need a lot')} {...getInputProps('needs_lot', { type: 'checkbox' })} />
        <Checkbox label={t('Deliveries need an expiry')} {...getInputProps('needs_expiry', { type: 'checkbox' })} />
        <Checkbox label={t('Controlled drug: a register is kept')} {...getInputProps('is_controlled', { type: 'checkbox' })} />
      </div>
      <div className="stock-item-grid">
        <DayField form={form} name="lead_days" label={t('Days a delivery takes')} />
        <DayField form={form} name="safety_days" label={t('Days in reserve')} />
        <DayField form={form} name="slow_moving_period" label={t('Slow after days')} />
      </div>
      <Textarea label={t('Description')} autosize minRows={2} maxLength={500} {...getInputProps('desc')} />
    </>
  )
}
