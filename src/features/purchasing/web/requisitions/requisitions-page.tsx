import { Button } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { StoreFilter } from '#features/stock/web/store-field.tsx'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { date, dateTime, dayOf, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { LinkTabs } from '#web/ui/link-tabs.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { NoMatches } from '#web/ui/filters.tsx'
import { createRequisition, listRequisitions } from '../requisition-calls.ts'
import { RequisitionStatus } from './requisition-status.tsx'
import type { RequisitionSummary } from './requisition-types.ts'

const tabs = ['all', 'mine', 'waiting', 'approved'] as const
type Tab = (typeof tabs)[number]
const state = { tab: z.enum(tabs), q: z.string().max(100), store: Id }
const filters: Record<Tab, object> = { all: {}, mine: { mine: 'true' }, waiting: { waiting: 'true' }, approved: { status: 'approved' } }
const PAGE = 50
const HOME = '/dashboard/inventory/requisitions'

const columns = (): readonly Column<RequisitionSummary>[] => [
  {
    key: 'number',
    title: t('Number'),
    width: 148,
    render: ({ number: name, store_name }) => (
      <>
        <span className="num strong">{name}</span>
        <span className="only-phone under">{store_name}</span>
      </>
    ),
  },
  { key: 'store', title: t('Store'), hideOnPhone: true, render: ({ store_name }) => store_name },
  { key: 'who', title: t('Requested by'), hideOnPhone: true, render: ({ requested_by_name }) => requested_by_name },
  {
    key: 'date',
    title: t('Date'),
    width: 112,
    hideOnPhone: true,
    render: ({ date_created }) => <span title={dateTime(date_created)}>{dayOf(date_created)}</span>,
  },
  {
    key: 'needed',
    title: t('Needed by'),
    width: 112,
    hideOnPhone: true,
    render: ({ needed_by }) => (needed_by === null ? <span className="t3">–</span> : date(needed_by)),
  },
  { key: 'lines', title: t('Lines'), width: 72, align: 'end', hideOnPhone: true, render: ({ item_count }) => number(item_count) },
  { key: 'status', title: t('Status'), width: 176, render: ({ status }) => <RequisitionStatus state={status} /> },
]

const Nothing = ({ tab }: { tab: Tab }) => {
  const go = useNavigate()
  const { can } = useRights()
  const ask = can(createRequisition) && tab !== 'waiting' && <Button onClick={() => void go(`${HOME}/new`)}>{t('New requisition')}</Button>
  return tab === 'waiting' ? (
    <Empty icon={IconClipboardList} title={t('Nothing pending')}>
      {t('Requisitions that you can approve appear here. A requester can never approve their own requisition.')}
    </Empty>
  ) : (
    <Empty icon={IconClipboardList} title={t('No requisitions')} action={ask}>
      {t('Stores request items here. Two users approve them, then they are ordered or issued from another store.')}
    </Empty>
  )
}

/** What was asked for, newest first: all of it, one's own, what waits for one's approval, what can be ordered. */
export const RequisitionsPage = () => {
  const go = useNavigate()
  const { can, allowed } = useRights()
  const mayApprove = allowed('purchasing.approve_request') || allowed('purchasing.approve')
  const [{ tab = 'all', q, store }, set] = useUrlState(state)
  const query = { ...filters[tab], q: q || undefined, store, limit: PAGE }
  const rows = usePages({ ...pages(listRequisitions, { query }), placeholderData: keepPreviousData })
  const waiting = usePages(pages(listRequisitions, { query: { waiting: 'true', count: 'true', limit: 1 } })).total
  const words: Record<Tab, string> = { all: t('All'), mine: t('Mine'), waiting: t('Waiting for me'), approved: t('Approved') }
  const isNarrowed = Boolean(q) || store !== undefined
  return (
    <Page
      title={t('Requisitions')}
      actions={can(createRequisition) && <AddButton label={t('New requisition')} onClick={() => void go(`${HOME}/new`)} />}
    >
      <LinkTabs
        label={t('Requisitions')}
        chosen={tab}
        to={(value) => (value === 'all' ? HOME : `${HOME}?tab=${value}`)}
        tabs={tabs
          .filter((value) => value !== 'waiting' || mayApprove)
          .map((value) => ({ key: value, label: words[value], count: value === 'waiting' ? waiting : null }))}
      />
      <div className="doc-tools" role="search">
        <SearchField label={t('Number')} value={q ?? ''} onChange={(text) => set({ q: text })} />
        <StoreFilter value={store} onChange={(store) => set({ store })} />
      </div>
      <div className="doc-rows">
        <DataTable
          label={t('Requisitions')}
          columns={columns()}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void go(`${HOME}/${id}`)}
          empty={
            isNarrowed ? (
              <NoMatches title={t('No matching requisitions')} onClear={() => set({ q: '', store: '' })} />
            ) : (
              <Nothing tab={tab} />
            )
          }
        />
      </div>
    </Page>
  )
}
