import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { getSupplier, listSuppliers } from '../contract-suppliers.ts'

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  value: number | null
  onChange: (id: number | null, name: string) => void
  /** Those out of use as well: for filters. */
  all?: boolean
}
const SHOWN = 30
const PAUSE_MS = 150

/** One supplier, found by a part of either name. */
export const SupplierField = ({ value, onChange, all, ...props }: Props) => {
  const [asked, setAsked] = useState('')
  const ask = useDebouncedCallback(setAsked, PAUSE_MS)
  const { data = [] } = useQuery({
    ...query(listSuppliers, { query: { q: asked || undefined, limit: SHOWN, ...(!all && { active: 'true' }) } }),
    placeholderData: keepPreviousData,
  })
  const isFound = value === null || data.some(({ id }) => id === value)
  const { data: chosen } = useQuery({ ...query(getSupplier, { params: { id: value ?? 0 } }), enabled: !isFound })
  const shown = !isFound && chosen ? [chosen, ...data] : data
  return (
    <Select
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      nothingFoundMessage={t('No matching supplier')}
      filter={({ options }) => options}
      selectFirstOptionOnChange
      {...props}
      data={shown.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onSearchChange={(text) => ask(shown.some(({ name }) => name === text) ? '' : text)}
      onChange={(id, option) => onChange(id === null ? null : Number(id), option?.label ?? '')}
    />
  )
}

interface FilterProps {
  value: number | undefined
  /** '' when it narrows nothing, as an address has it. */
  onChange: (id: string) => void
}

/** Narrows a list to one of the suppliers, in use or not. */
export const SupplierFilter = ({ value, onChange }: FilterProps) => (
  <SupplierField
    all
    aria-label={t('Supplier')}
    placeholder={t('Any supplier')}
    value={value ?? null}
    onChange={(id) => onChange(id === null ? '' : String(id))}
  />
)
