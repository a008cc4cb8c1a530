import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileImport, IconPackages, IconSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { exportStock, importOpeningStock } from '#features/stock/contract-import.ts'
import { createStockItem } from '#features/stock/contract-items.ts'
import { listStock } from '#features/stock/contract-stock.ts'
import { stockColumns } from './stock-columns.tsx'
import { StockFilters, stockState } from './stock-filters.tsx'
import { useStores } from '../store-field.tsx'
import '../stock.css'

const ExportMenu = lazy(async () => ({ default: (await import('./export-menu.tsx')).ExportMenu }))
const ItemDialog = lazy(async () => ({ default: (await import('./stock-item-dialog.tsx')).StockItemDialog }))
const OpeningStockDialog = lazy(async () => ({ default: (await import('./opening-stock-dialog.tsx')).OpeningStockDialog }))
const StockDrawer = lazy(async () => ({ default: (await import('./stock-drawer.tsx')).StockDrawer }))

const PAGE = 100
/** So many stores have a column of their own. */
const MOST_COLUMNS = 4

/** What the stores have: found as one types, narrowed by store, state and category; Enter shows the batches. */
export const StockPage = () => {
  const { can } = useRights()
  const isNarrow = useMediaQuery('(max-width: 1300px)') ?? false
  const isHuge = useMediaQuery('(min-width: 1700px)') ?? false
  const isPhone = useMediaQuery('(max-width: 700px)') ?? false
  const tools = useRef<HTMLDivElement>(null)
  const state = useUrlState(stockState)
  const [{ q, store, category, state: standing, sort = 'name', open }, set] = state
  const [dialog, setDialog] = useState<'item' | 'opening' | null>(null)
  const asked = { q, store, category, state: standing, sort, limit: PAGE, count: 'true' as const }
  const rows = usePages({ ...pages(listStock, { query: asked }), placeholderData: keepPreviousData })
  const stores = useStores() ?? []
  const mayAdd = can(createStockItem)
  const isNarrowed = Boolean(q || store || category || standing)
  useKeys([{ keys: '/', label: t('Find an item'), run: () => tools.current?.querySelector('input')?.focus() }])
  const shownStores = isNarrow || store !== undefined || stores.length > MOST_COLUMNS || stores.length < 2 ? [] : stores
  const empty = isNarrowed ? (
    <Empty
      icon={IconSearch}
      title={t('Nothing is found')}
      action={<Button onClick={() => set({ q: '', store: '', category: '', state: '' })}>{t('Show all')}</Button>}
    >
      {standing && !q ? t('No item stands like that.') : t('No item matches the name and filters above.')}
    </Empty>
  ) : (
    <Empty icon={IconPackages} title={t('Nothing is kept in stock yet')}>
      {t('Drugs and consumables of the catalogue stand here from the day they are added, with what each store has of them.')}
    </Empty>
  )
  return (
    <Page
      title={t('Stock')}
      sub={t('What the stores have, in the units of each item')}
      actions={
        <>
          <Suspense>{can(exportStock) && <ExportMenu query={{ q, store, category }} />}</Suspense>
          {can(importOpeningStock) && (
            <Button className="not-phone" leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => setDialog('opening')}>
              {t('Opening stock')}
            </Button>
          )}
          {mayAdd && <AddButton label={t('Add item')} onClick={() => setDialog('item')} />}
        </>
      }
    >
      <div ref={tools}>
        <StockFilters state={state} />
      </div>
      <DataTable
        label={t('Stock')}
        columns={stockColumns({ stores: shownStores, isWide: isHuge || shownStores.length === 0, isPhone })}
        of={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => set({ open: String(id) })}
        sort={sort}
        onSort={() => set({ sort: sort === 'name' ? '-name' : '' })}
        empty={empty}
      />
      <Suspense>
        {dialog === 'item' && <ItemDialog item={null} onClose={() => setDialog(null)} />}
        {dialog === 'opening' && <OpeningStockDialog onClose={() => setDialog(null)} />}
        {open !== undefined && (
          <StockDrawer
            id={open}
            name={rows.data?.find(({ id }) => id === open)?.name ?? ''}
            store={store}
            onClose={() => set({ open: '' })}
          />
        )}
      </Suspense>
    </Page>
  )
}
