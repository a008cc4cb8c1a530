import { Autocomplete, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listDepartments } from '#calls/company/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import type { listTaxClasses } from '../contract.ts'
import { categoryChoices } from './category-name.tsx'
import styles from './catalogue.module.css'

export type ItemValues = Record<'code' | 'name' | 'category' | 'unit' | 'department' | 'tax_class' | 'price', string>
export type TaxClasses = ResponseOf<typeof listTaxClasses>

interface Props {
  form: FormOf<ItemValues>
  taxes: TaxClasses
  price: 'typed' | 'shown' | 'hidden'
}

const units = [
  'each',
  'visit',
  'test',
  'hour',
  'day',
  'session',
  'tablet',
  'capsule',
  'vial',
  'ampoule',
  'bottle',
  'pack',
  'ml',
  'pair',
] as const

/** The boxes of an item: what it is, where it belongs, what it costs. */
export const ItemFields = ({ form, taxes, price }: Props) => {
  const { can } = useRights()
  const { data: departments = [] } = useQuery({ ...query(listDepartments, { query: {} }), enabled: can(listDepartments) })
  const { getInputProps, values, setFieldValue } = form
  const choices = departments.filter(({ id, is_active }) => is_active || String(id) === values.department)
  const classes = taxes.filter(({ id, is_active }) => is_active || String(id) === values.tax_class)
  return (
    <div className={`grid items-start gap-5-6 ${styles.itemGrid}`}>
      <TextInput className="span-all" label={t('Name')} required maxLength={120} data-autofocus autoFocus {...getInputProps('name')} />
      <TextInput label={t('Code')} description={t('Optional short name.')} maxLength={30} {...getInputProps('code')} />
      <Select
        label={t('Category')}
        required
        allowDeselect={false}
        searchable
        data={categoryChoices()}
        {...getInputProps('category')}
        value={values.category || null}
      />
      <Autocomplete label={t('Unit')} required maxLength={30} data={units.map((unit) => t(unit))} {...getInputProps('unit')} />
      <Select
        label={t('Department')}
        placeholder={t('none')}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...getInputProps('department')}
        value={values.department || null}
        onChange={(id) => setFieldValue('department', id ?? '')}
      />
      <Select
        label={t('Tax class')}
        required
        allowDeselect={false}
        data={classes.map(({ id, name, rate }) => ({ value: String(id), label: `${name} · ${Number(rate)} %` }))}
        {...getInputProps('tax_class')}
        value={values.tax_class || null}
      />
      {price === 'typed' && (
        <AmountField
          label={t('Cash price')}
          description={t('Applies from today. Leave empty if there is no price yet.')}
          {...getInputProps('price')}
        />
      )}
      {price === 'shown' && (
        <div>
          <div className="label">{t('Cash price')}</div>
          <div className={`num strong in-row ${styles.shownPrice}`}>
            {values.price === '' ? t('No price yet') : money(values.price, { withCurrency: true })}
          </div>
        </div>
      )}
    </div>
  )
}
