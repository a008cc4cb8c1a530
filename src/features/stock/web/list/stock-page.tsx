import { unitName } from '#features/directions/web/quantity-name.tsx'
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
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { exportStock, importOpeningStock, createStockItem } from '#features/stock/contract-items.ts'
import { listStock, stockFilters, type StockRow } from '#features/stock/contract-ledger.ts'
import { useStores, StoreFilter } from '../store-field.tsx'
import { ItemCategory } from '#features/catalogue/contract.ts'
import { categoryChoices } from '#features/catalogue/web/category-name.tsx'
import { useNavigate, Link } from 'react-router'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { itemOfCode } from '#web/searches/stock-search.ts'
import { toast } from '#web/messages/toast.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { itemAddress } from '../item-address.ts'
import { date, money, number } from '#web/text/format.ts'
import { Status } from '#web/ui/status.tsx'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import { StockStatus } from '../stock-status.tsx'
import styles from '../stock.module.css'
import { PHONE } from '#web/look/tokens.ts'

interface StoreName {
  id: number
  name: string
}

/** Zero is quiet: what is there is what is looked for. */
const count = (quantity: number) => (quantity === 0 ? <span className="t3">0</span> : number(quantity))

const storeColumn = ({ id, name }: StoreName): Column<StockRow> => ({
  key: `store-${id}`,
  title: name,
  width: 96,
  align: 'end',
  hideOnPhone: true,
  render: ({ stores }) => {
    const level = stores.find(({ store }) => store === id)
    if (!level) return <span className="t3">–</span>
    return (
      <span className={level.is_low ? 'attention-text strong' : undefined} title={level.is_low ? t('Low stock') : undefined}>
        {count(level.usable)}
      </span>
    )
  },
})

interface Options {
  /** A column for each, or the sums of one store where it was chosen. */
  stores: readonly StoreName[]
  /** There is room for what is in quarantine and what is coming. */
  isWide: boolean
  isPhone: boolean
}

/** What the stores have, item by item. */
const stockColumns = ({ stores, isWide, isPhone }: Options): readonly Column<StockRow>[] => {
  const columns: (Column<StockRow> | false)[] = [
    {
      key: 'name',
      title: t('Item'),
      wraps: true,
      sort: 'name',
      render: ({ id, name, item_code, is_active }) => (
        <span className="row">
          <span className="clip" title={name}>
            <Link
              className={`no-underline colour-inherits ${styles.stockName} strong`}
              to={itemAddress(id)}
              tabIndex={-1}
              onClick={(event) => event.stopPropagation()}
            >
              {name}
            </Link>{' '}
            {item_code && <span className="small t3 num">{item_code}</span>}
          </span>
          {!is_active && <Status tone="inactive">{t('Inactive')}</Status>}
        </span>
      ),
    },
    { key: 'state', title: t('Status'), width: isPhone ? 112 : 128, render: (row) => <StockStatus state={row} /> },
    ...stores.map(storeColumn),
    {
      key: 'usable',
      title: t('Usable'),
      width: isPhone ? 84 : 132,
      align: 'end',
      render: ({ usable, units_of_measure: unit }) => (
        <>
          <span className="strong">{number(usable)}</span> <span className="small t3 not-phone">{unitName(unit, usable)}</span>
        </>
      ),
    },
    isWide && {
      key: 'quarantined',
      title: t('In quarantine'),
      width: 108,
      align: 'end',
      hideOnPhone: true,
      render: ({ quarantined }) => (quarantined === 0 ? '' : number(quarantined)),
    },
    isWide && {
      key: 'coming',
      title: t('Due in'),
      width: 92,
      align: 'end',
      hideOnPhone: true,
      render: ({ in_transit, on_order }) => (
        <span title={t('{transit} in transit between stores, {order} on order', { transit: number(in_transit), order: number(on_order) })}>
          {in_transit + on_order === 0 ? '' : number(in_transit + on_order)}
        </span>
      ),
    },
    {
      key: 'expiry',
      title: t('Next expiry'),
      width: 116,
      hideOnPhone: true,
      render: ({ next_expiry }) => <span className="num">{date(next_expiry)}</span>,
    },
    { key: 'value', title: t('Value'), width: 116, align: 'end', hideOnPhone: true, render: ({ value }) => money(value) },
  ]
  return columns.filter((column) => column !== false)
}

/** What the list of the stock is narrowed to, as the address has it. */
const stockState = {
  q: z.string().max(100),
  store: Id,
  category: ItemCategory,
  state: z.enum(stockFilters),
  sort: z.enum(['name', '-name']),
  open: Id,
}
type StockUrl = ReturnType<typeof useUrlState<typeof stockState>>

/** What stands in a store is mostly one of these. */
const categories = new Set<string>(['drug', 'consumable', 'laboratory', 'imaging', 'other'])

const filterWord = (filter: (typeof stockFilters)[number]) =>
  ({ low: t('Low stock'), out: t('Out of stock'), expiring: t('Expires within 90 days'), quarantined: t('In quarantine') })[filter]

/** What a barcode may look like: no name of an item is one word with a digit. */
const isCode = (text: string) => /^(?=\S*\d)\S{4,}$/u.test(text)

const StockFilters = ({ state: [{ q, store, category, state }, set] }: { state: StockUrl }) => {
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
      <StoreFilter value={store} onChange={(store) => set({ store })} />
      <ChoiceFilter
        label={t('Status')}
        any={t('All statuses')}
        data={stockFilters.map((value) => ({ value, label: filterWord(value) }))}
        value={state}
        onChange={(state) => set({ state })}
      />
      <ChoiceFilter
        label={t('Category')}
        any={t('All categories')}
        data={categoryChoices().filter(({ value }) => categories.has(value))}
        value={category}
        onChange={(category) => set({ category })}
      />
    </div>
  )
}

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
  const isPhone = useMediaQuery(PHONE) ?? false
  const tools = useRef<HTMLDivElement>(null)
  const state = useUrlState(stockState)
  const [{ q, store, category, state: status, sort = 'name', open }, set] = state
  const [dialog, setDialog] = useState<'item' | 'opening' | null>(null)
  const asked = { q, store, category, state: status, sort, limit: PAGE, count: 'true' as const }
  const rows = usePages({ ...pages(listStock, { query: asked }), placeholderData: keepPreviousData })
  const stores = useStores() ?? []
  const mayAdd = can(createStockItem)
  const isNarrowed = Boolean(q || store || category || status)
  useKeys([{ keys: '/', label: t('Find item'), run: () => tools.current?.querySelector('input')?.focus() }])
  const shownStores = isNarrow || store !== undefined || stores.length > MOST_COLUMNS || stores.length < 2 ? [] : stores
  const empty = isNarrowed ? (
    <Empty
      icon={IconSearch}
      title={t('No matches')}
      action={<Button onClick={() => set({ q: '', store: '', category: '', state: '' })}>{t('Show all')}</Button>}
    >
      {status && !q ? t('No item has this status.') : t('Change the name or the filters above.')}
    </Empty>
  ) : (
    <Empty icon={IconPackages} title={t('No stock items yet')}>
      {t('Drugs and consumables in the catalogue appear here, with the quantity in each store.')}
    </Empty>
  )
  return (
    <Page
      title={t('Stock')}
      sub={t('Stock of all stores, in the unit of each item')}
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
        rows={rows}
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
