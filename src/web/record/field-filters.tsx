import { Select } from '@mantine/core'
import type { Field, Fields } from '#shared/record.ts'
import { t } from '../i18n.ts'
import { SearchField } from '../ui/search-field.tsx'

interface FilterProps {
  field: Field
  value: string | undefined
  word: ((value: string) => string) | undefined
  onChange: (value: string) => void
}
const TextFilter = ({ field, value = '', onChange }: FilterProps) => (
  <SearchField label={t(field.label)} value={value} onChange={onChange} />
)
const ChoiceFilter = ({ field, value, word = (one) => one, onChange }: FilterProps) => (
  <Select
    aria-label={t(field.label)}
    placeholder={field.anyLabel === undefined ? t(field.label) : t(field.anyLabel)}
    data={(field.choices ?? []).map((one) => ({ value: one, label: word(one) }))}
    clearable
    clearButtonProps={{ 'aria-label': t('Clear') }}
    value={value ?? null}
    onChange={(chosen) => onChange(chosen ?? '')}
  />
)

interface Props<F extends Fields> {
  /** The declared filters of a list. */
  fields: F
  values: { readonly [K in keyof F]?: string | undefined }
  /** The choices of a field in words. */
  words?: { [K in keyof F]?: (value: never) => string }
  onChange: (change: Record<string, string>) => void
}

/** A box for each filter that is declared; an empty one narrows nothing. */
export const FieldFilters = <F extends Fields>({ fields, values, words = {}, onChange }: Props<F>) =>
  Object.entries(fields).map(([name, field]) => {
    const Filter = field.type === 'choice' ? ChoiceFilter : TextFilter
    return (
      <Filter
        key={name}
        field={field}
        value={values[name]}
        word={words[name] as ((value: string) => string) | undefined}
        onChange={(value) => onChange({ [name]: value })}
      />
    )
  })
