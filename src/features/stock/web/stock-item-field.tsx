import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { listStockItems } from '../contract-items.ts'

const MATCHES = 20
const PAUSE_MS = 150

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  value: number | null
  /** What the chosen one is called, where it is known already. */
  name?: string
  onChange: (id: number | null) => void
  /** What the item that was chosen is called. */
  onName?: (name: string) => void
}

/** One item that is kept in stock, found by name, code or barcode as one types. */
export const StockItemField = ({ value, name = '', onChange, onName, ...props }: Props) => {
  const [asked, setAsked] = useState('')
  const ask = useDebouncedCallback(setAsked, PAUSE_MS)
  const { data = [] } = useQuery({
    ...query(listStockItems, { query: { q: asked || undefined, limit: MATCHES } }),
    placeholderData: keepPreviousData,
  })
  const isListed = value === null || data.some(({ id }) => id === value)
  const choices = [...(isListed || name === '' ? [] : [{ id: value, name }]), ...data]
  return (
    <Select
      searchable
      selectFirstOptionOnChange
      placeholder={t('Name, code or barcode')}
      nothingFoundMessage={t('No matching stock item')}
      filter={({ options }) => options}
      {...props}
      data={choices.map((one) => ({ value: String(one.id), label: one.name }))}
      value={value === null ? null : String(value)}
      onSearchChange={(text) => !choices.some((one) => one.name === text) && ask(text)}
      onChange={(id, option) => {
        onChange(id === null ? null : Number(id))
        if (id !== null) onName?.(option.label)
      }}
    />
  )
}
