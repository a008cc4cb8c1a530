import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { listStores } from '#calls/stock/contract-items.ts'

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  value: number | null
  onChange: (id: number | null) => void
  /** One that cannot be chosen: where it comes from. */
  except?: number | null
}

/** The stores of the clinic that are in use, the main ones first. */
export const useStores = () => useQuery(query(listStores, { query: { active: 'true' } })).data

/** One of the clinic's stores. */
export const StoreField = ({ value, onChange, except, ...props }: Props) => {
  const stores = useStores() ?? []
  return (
    <Select
      searchable={stores.length > 8}
      clearButtonProps={{ 'aria-label': t('Clear') }}
      allowDeselect={false}
      {...props}
      data={stores.filter(({ id }) => id !== except).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}

interface FilterProps {
  value: number | undefined
  /** '' when it narrows nothing, as an address has it. */
  onChange: (id: string) => void
}

/** Narrows a list to one of the stores. */
export const StoreFilter = ({ value, onChange }: FilterProps) => (
  <StoreField
    aria-label={t('Store')}
    placeholder={t('All stores')}
    clearable
    value={value ?? null}
    onChange={(id) => onChange(id === null ? '' : String(id))}
  />
)
