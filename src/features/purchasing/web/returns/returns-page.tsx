import { Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPackageExport } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { dateTime, dayOf, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { NoMatches } from '#web/ui/filters.tsx'
import { createSupplierReturn, listSupplierReturns, type SentBackRow } from '../receiving-calls.ts'
import { ReceivingTabs } from '../receiving/receiving-tabs.tsx'
import { SupplierFilter } from '../supplier-field.tsx'
import { ReturnStatus } from './return-status.tsx'
import { LAPTOP } from '#web/look/tokens.ts'

const state = { q: z.string().max(100), supplier: Id, uncredited: z.literal('true') }
const PAGE = 50
const ADDRESS = '/dashboard/inventory/supplier-returns'

const columns = (isNarrow: boolean): readonly Column<SentBackRow>[] => {
  const all: (Column<SentBackRow> | false)[] = [
    { key: 'number', title: t('Number'), width: 136, render: ({ number: name }) => <span className="num strong">{name}</span> },
    {
      key: 'day',
      title: t('Day'),
      width: 112,
      hideOnPhone: true,
      render: ({ date_created }) => (
        <span className="num" title={dateTime(date_created)}>
          {dayOf(date_created)}
        </span>
      ),
    },
    { key: 'supplier', title: t('To'), render: ({ supplier_name }) => supplier_name },
    { key: 'reason', title: t('Reason'), hideOnPhone: true, render: ({ reason }) => reason },
    !isNarrow && { key: 'store', title: t('From'), width: 136, hideOnPhone: true, render: ({ store_name }) => store_name },
    { key: 'items', title: t('Items'), width: 64, align: 'end', hideOnPhone: true, render: ({ item_count }) => number(item_count) },
    { key: 'value', title: t('Value'), width: 112, align: 'end', render: ({ value }) => money(value) },
    { key: 'state', title: t('Status'), width: 136, hideOnPhone: true, render: (row) => <ReturnStatus goodsReturn={row} /> },
  ]
  return all.filter((column) => column !== false)
}

/** What went back to suppliers, and whether they have credited it. */
export const ReturnsPage = () => {
  const go = useNavigate()
  const { can } = useRights()
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const [url, setUrl] = useUrlState(state)
  const { q, supplier, uncredited } = url
  const rows = usePages({
    ...pages(listSupplierReturns, { query: { search: q, supplier, uncredited, limit: PAGE } }),
    placeholderData: keepPreviousData,
  })
  const isNarrowed = [q, supplier, uncredited].some((value) => value !== undefined)
  return (
    <Page
      title={t('Returns to suppliers')}
      sub={t('Newest first')}
      actions={can(createSupplierReturn) && <AddButton label={t('Return goods')} onClick={() => void go(`${ADDRESS}/new`)} />}
    >
      <div className="doc-tools" role="search">
        <ReceivingTabs at="returns" />
        <SearchField label={t('Number')} value={q ?? ''} onChange={(text) => setUrl({ q: text })} />
        <SupplierFilter value={supplier} onChange={(supplier) => setUrl({ supplier })} />
        <Checkbox
          label={t('Not credited yet')}
          checked={uncredited !== undefined}
          onChange={(event) => setUrl({ uncredited: event.currentTarget.checked ? 'true' : '' })}
        />
      </div>
      <div className="doc-rows">
        <DataTable
          label={t('Returns to suppliers')}
          columns={columns(isNarrow)}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void go(`${ADDRESS}/${id}`)}
          empty={
            isNarrowed ? (
              <NoMatches title={t('No matching returns')} onClear={() => setUrl({ q: '', supplier: '', uncredited: '' })} />
            ) : (
              <Empty icon={IconPackageExport} title={t('No returns')}>
                {t('Goods returned to a supplier leave the store here, and the credit is set against the supplier’s invoices.')}
              </Empty>
            )
          }
        />
      </div>
    </Page>
  )
}
