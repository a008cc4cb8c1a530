import { useMediaQuery } from '@mantine/hooks'
import { IconTruckDelivery } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { StoreFilter } from '#features/stock/web/store-field.tsx'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { NoMatches } from '#web/ui/filters.tsx'
import { createGoodsReceipt, listGoodsReceipts, listIncomingItems } from '../receiving-calls.ts'
import { SupplierFilter } from '../supplier-field.tsx'
import { deliveryListColumns, incomingColumns } from './delivery-list-columns.tsx'
import { ReceivingTabs } from './receiving-tabs.tsx'
import { LAPTOP } from '#web/look/tokens.ts'

const state = { q: z.string().max(100), supplier: Id, store: Id, show: z.literal('rows') }
const PAGE = 50
const ADDRESS = '/dashboard/inventory/incoming-items'

interface ListProps {
  query: { search?: string | undefined; supplier?: number | undefined; store?: number | undefined; limit: number }
  isNarrow: boolean
  empty: ReactNode
}
const Deliveries = ({ query, isNarrow, empty }: ListProps) => {
  const go = useNavigate()
  const isWide = useMediaQuery('(min-width: 1640px)') ?? false
  const rows = usePages({ ...pages(listGoodsReceipts, { query }), placeholderData: keepPreviousData })
  return (
    <DataTable
      label={t('Deliveries')}
      columns={deliveryListColumns({ isNarrow, isWide })}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void go(`${ADDRESS}/${id}`)}
      empty={empty}
    />
  )
}
const Rows = ({ query, isNarrow, empty }: ListProps) => {
  const go = useNavigate()
  const rows = usePages({ ...pages(listIncomingItems, { query }), placeholderData: keepPreviousData })
  return (
    <DataTable
      label={t('Goods received')}
      columns={incomingColumns({ isNarrow })}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={({ goods_receipt }) => void go(`${ADDRESS}/${goods_receipt}`)}
      empty={empty}
    />
  )
}

/** What was delivered: by delivery, or item by item with its lot. */
export const DeliveriesPage = () => {
  const go = useNavigate()
  const { can } = useRights()
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const [url, setUrl] = useUrlState(state)
  const tools = useRef<HTMLDivElement>(null)
  useKeys([{ keys: '/', label: t('Find delivery'), run: () => tools.current?.querySelector('input')?.focus() }])
  const receive = () => void go(`${ADDRESS}/new`)
  const { q, supplier, store, show } = url
  const isNarrowed = [q, supplier, store].some((value) => value !== undefined)
  const empty = isNarrowed ? (
    <NoMatches title={t('No matching deliveries')} onClear={() => setUrl({ q: '', supplier: '', store: '' })} />
  ) : (
    <Empty icon={IconTruckDelivery} title={t('No deliveries yet')}>
      {t('Deliveries from suppliers are received here, with lots and expiry dates.')}
    </Empty>
  )
  const List = show === 'rows' ? Rows : Deliveries
  return (
    <Page
      title={t('Goods received')}
      sub={t('Newest first')}
      actions={can(createGoodsReceipt) && <AddButton label={t('Receive delivery')} onClick={receive} />}
    >
      <div className="doc-tools" role="search" ref={tools}>
        <ReceivingTabs at={show ?? 'deliveries'} />
        <SearchField
          label={show === 'rows' ? t('Item, lot or number') : t('Number or delivery note')}
          value={q ?? ''}
          onChange={(text) => setUrl({ q: text })}
        />
        <SupplierFilter value={supplier} onChange={(supplier) => setUrl({ supplier })} />
        <StoreFilter value={store} onChange={(store) => setUrl({ store })} />
      </div>
      <div className="doc-rows">
        <List query={{ search: q, supplier, store, limit: PAGE }} isNarrow={isNarrow} empty={empty} />
      </div>
    </Page>
  )
}
