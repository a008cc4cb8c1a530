import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getItem, listItems } from '#features/catalogue/contract.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'

const TYPING_MS = 200

/** The item that a report is about, found by name or code. */
export const ItemChoice = ({ value, onChange }: { value: number | undefined; onChange: (item: string) => void }) => {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, TYPING_MS)
  const { data: known } = useQuery({ ...query(getItem, { params: { id: value ?? 0 } }), enabled: value !== undefined })
  const { data: found = [] } = useQuery(query(listItems, { query: q.trim() && q !== known?.name ? { q: q.trim() } : {} }))
  const items = known && !found.some(({ id }) => id === known.id) ? [known, ...found] : found
  return (
    <Select
      className="report-item"
      aria-label={t('Item')}
      placeholder={t('Choose an item')}
      data={items.map(({ id, name }) => ({ value: String(id), label: name }))}
      // The server has searched, by more than the name.
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('Nothing found')}
      value={value === undefined ? null : String(value)}
      onChange={(item) => item && onChange(item)}
    />
  )
}
