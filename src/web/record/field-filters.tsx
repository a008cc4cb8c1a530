import type { Field, Fields } from '#shared/record.ts'
import { t } from '../i18n.ts'
import { ChoiceFilter } from '../ui/filters.tsx'
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
const ValueFilter = ({ field, value, word = (one) => one, onChange }: FilterProps) => (
  <ChoiceFilter
    label={t(field.label)}
    any={t(field.anyLabel ?? field.label)}
    data={(field.choices ?? []).map((one) => ({ value: one, label: word(one) }))}
    value={value}
    onChange={onChange}
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
    const Filter = field.type === 'choice' ? ValueFilter : TextFilter
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
