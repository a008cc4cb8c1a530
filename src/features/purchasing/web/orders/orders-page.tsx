import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconListCheck, IconShoppingCart, IconUsers } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { date, dateTime, dayOf, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { LinkTabs } from '#web/ui/link-tabs.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { NoMatches } from '#web/ui/filters.tsx'
import { createPurchaseOrder, listPurchaseOrders, orderRequisitionLines, updatePurchasingSettings } from '../order-calls.ts'
import { SupplierFilter } from '../supplier-field.tsx'
import { OrderStatus } from './order-status.tsx'
import type { OrderSummary } from './order-types.ts'
import { ReceivedBar } from './received-bar.tsx'

const ApprovalRuleDialog = lazy(async () => ({ default: (await import('./approval-rule-dialog.tsx')).ApprovalRuleDialog }))

const tabs = ['all', 'draft', 'waiting', 'others', 'approved', 'open', 'received'] as const
type Tab = (typeof tabs)[number]
const state = { tab: z.enum(tabs), q: z.string().max(100), supplier: Id }
const filters: Record<Tab, object> = {
  all: {},
  draft: { status: 'draft' },
  waiting: { waiting: 'true' },
  others: { waiting_for_others: 'true' },
  approved: { status: 'approved' },
  open: { open: 'true' },
  received: { status: 'received' },
}
const PAGE = 50
/** Narrower than this there is no room for the store beside the supplier. */
const WIDE = '(min-width: 1200px)'
const HOME = '/dashboard/inventory/purchase-orders'

const columns = (): readonly Column<OrderSummary>[] => [
  {
    key: 'number',
    title: t('Number'),
    width: 136,
    hideOnPhone: true,
    render: ({ number }) => <span className="num strong">{number}</span>,
  },
  { key: 'supplier', title: t('Supplier'), render: ({ supplier_name }) => supplier_name ?? <span className="t3">{t('None yet')}</span> },
  { key: 'store', title: t('Deliver to'), width: 144, hideOnPhone: true, render: ({ store_name }) => store_name },
  {
    key: 'date',
    title: t('Date'),
    width: 112,
    hideOnPhone: true,
    render: ({ date_created }) => <span title={dateTime(date_created)}>{dayOf(date_created)}</span>,
  },
  {
    key: 'expected',
    title: t('Expected'),
    width: 128,
    hideOnPhone: true,
    render: ({ expected_on, is_late }) =>
      expected_on === null ? (
        <span className="t3">–</span>
      ) : is_late ? (
        <Status tone="attention">{date(expected_on)}</Status>
      ) : (
        date(expected_on)
      ),
  },
  { key: 'total', title: t('Total'), width: 112, align: 'end', hideOnPhone: true, render: ({ total_amount }) => money(total_amount) },
  {
    key: 'received',
    title: t('Received'),
    width: 116,
    hideOnPhone: true,
    render: ({ received_units, ordered_units }) => <ReceivedBar received={received_units} ordered={ordered_units} />,
  },
  { key: 'status', title: t('Status'), width: 132, render: ({ status }) => <OrderStatus state={status} /> },
]

/** What was ordered, newest first: by how it stands, and from whom. */
export const OrdersPage = () => {
  const go = useNavigate()
  const { can, allowed } = useRights()
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  const mayApprove = allowed('purchasing.approve')
  const [{ tab = 'all', q, supplier }, set] = useUrlState(state)
  const query = { ...filters[tab], q: q || undefined, supplier, limit: PAGE }
  const rows = usePages({ ...pages(listPurchaseOrders, { query }), placeholderData: keepPreviousData })
  const waiting = usePages(pages(listPurchaseOrders, { query: { waiting: 'true', count: 'true', limit: 1 } })).total
  const words: Record<Tab, string> = {
    all: t('All'),
    draft: t('Drafts'),
    waiting: t('Waiting for me'),
    others: t('Waiting for others'),
    approved: t('To be sent'),
    open: t('To receive'),
    received: t('Received'),
  }
  const [isRuleOpen, setRuleOpen] = useState(false)
  const isNarrowed = Boolean(q) || supplier !== undefined
  const mayOrder = can(createPurchaseOrder)
  return (
    <Page
      title={t('Purchase orders')}
      actions={
        (mayOrder || can(updatePurchasingSettings)) && (
          <>
            {can(updatePurchasingSettings) && (
              <Button leftSection={<IconUsers size={16} aria-hidden />} onClick={() => setRuleOpen(true)}>
                {t('Approval rule')}
              </Button>
            )}
            {mayOrder && can(orderRequisitionLines) && (
              <Button component={Link} to={`${HOME}/from-requisitions`} leftSection={<IconListCheck size={16} aria-hidden />}>
                {t('From requisitions')}
              </Button>
            )}
            {mayOrder && <AddButton label={t('New order')} onClick={() => void go(`${HOME}/new`)} />}
          </>
        )
      }
    >
      <LinkTabs
        label={t('Purchase orders')}
        chosen={tab}
        to={(value) => (value === 'all' ? HOME : `${HOME}?tab=${value}`)}
        tabs={tabs
          .filter((value) => (value !== 'waiting' || mayApprove) && (value !== 'others' || mayApprove || mayOrder))
          .map((value) => ({ key: value, label: words[value], count: value === 'waiting' ? waiting : null }))}
      />
      <div className="doc-tools" role="search">
        <SearchField label={t('Number')} value={q ?? ''} onChange={(text) => set({ q: text })} />
        <SupplierFilter value={supplier} onChange={(supplier) => set({ supplier })} />
      </div>
      <div className="doc-rows">
        <DataTable
          label={t('Purchase orders')}
          columns={columns().filter(({ key }) => isWide || key !== 'store')}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void go(`${HOME}/${id}`)}
          empty={
            isNarrowed ? (
              <NoMatches title={t('No matching orders')} onClear={() => set({ q: '', supplier: '' })} />
            ) : tab === 'waiting' ? (
              <Empty icon={IconShoppingCart} title={t('Nothing pending')}>
                {t('Purchase orders that you can approve appear here. By default, the author of an order cannot approve it.')}
              </Empty>
            ) : tab === 'others' ? (
              <Empty icon={IconShoppingCart} title={t('None of your orders awaits approval')}>
                {t('Orders that you created, changed or approved first appear here until another user approves them.')}
              </Empty>
            ) : (
              <Empty
                icon={IconShoppingCart}
                title={t('No orders')}
                action={mayOrder && <Button onClick={() => void go(`${HOME}/new`)}>{t('New order')}</Button>}
              >
                {t('Order from suppliers here: from approved requisitions, or directly.')}
              </Empty>
            )
          }
        />
      </div>
      <Suspense>{isRuleOpen && <ApprovalRuleDialog onClose={() => setRuleOpen(false)} />}</Suspense>
    </Page>
  )
}
