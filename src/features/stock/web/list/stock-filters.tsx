import { Select } from '@mantine/core'
import { ItemCategory } from '#features/catalogue/contract.ts'
import { categoryChoices } from '#features/catalogue/web/category-name.tsx'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { t } from '#web/i18n.ts'
import { itemOfCode } from '#web/searches/stock-search.ts'
import { toast } from '#web/messages/toast.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import type { useUrlState } from '#web/state/url-state.ts'
import { stockFilters } from '#features/stock/contract-stock.ts'
import { itemAddress } from '../item-address.ts'
import { StoreField } from '../store-field.tsx'

/** What the list of the stock is narrowed to, as the address has it. */
export const stockState = {
  q: z.string().max(100),
  store: Id,
  category: ItemCategory,
  state: z.enum(stockFilters),
  sort: z.enum(['name', '-name']),
  open: Id,
}
export type StockUrl = ReturnType<typeof useUrlState<typeof stockState>>

/** What stands in a store is mostly one of these. */
const categories = new Set<string>(['drug', 'consumable', 'laboratory', 'imaging', 'other'])

const filterWord = (filter: (typeof stockFilters)[number]) =>
  ({ low: t('Low stock'), out: t('Out of stock'), expiring: t('Expires within 90 days'), quarantined: t('In quarantine') })[filter]

/** What a barcode may look like: no name of an item is one word with a digit. */
const isCode = (text: string) => /^(?=\S*\d)\S{4,}$/u.test(text)

export const StockFilters = ({ state: [{ q, store, category, state }, set] }: { state: StockUrl }) => {
  const go = useNavigate()
  const openScanned = async (text: string) => {
    const code = text.trim()
    const item = isCode(code) ? await itemOfCode(code) : undefined
    if (item !== undefined) void go(itemAddress(item))
  }
  return (
    <div className="row wrap filters" role="search">
      <SearchField
        label={t('Name, code or barcode')}
        value={q ?? ''}
        onChange={(text) => set({ q: text })}
        onEnter={(text) => void openScanned(text).catch(toast.failed)}
      />
      <StoreField
        aria-label={t('Store')}
        placeholder={t('Every store')}
        clearable
        value={store ?? null}
        onChange={(id) => set({ store: id === null ? '' : String(id) })}
      />
      <Select
        aria-label={t('State')}
        placeholder={t('Every state')}
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        data={stockFilters.map((value) => ({ value, label: filterWord(value) }))}
        value={state ?? null}
        onChange={(value) => set({ state: value ?? '' })}
      />
      <Select
        aria-label={t('Category')}
        placeholder={t('Every category')}
        clearable
        clearButtonProps={{ 'aria-label': t('Every category') }}
        data={categoryChoices().filter(({ value }) => categories.has(value))}
        value={category ?? null}
        onChange={(value) => set({ category: value ?? '' })}
      />
    </div>
  )
}
