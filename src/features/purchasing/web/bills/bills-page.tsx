import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFileInvoice } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { createOrderBill, createSupplierPayment, listOrderBills, type BillRow } from '../receiving-calls.ts'
import { SupplierFilter } from '../supplier-field.tsx'
import { PaymentsTable } from './payments-table.tsx'
import { date, money } from '#web/text/format.ts'
import { ChoiceFilter, NoMatches } from '#web/ui/filters.tsx'
import { OrderBillStatus } from './bill-status.tsx'
import { LAPTOP } from '#web/look/tokens.ts'

const dash = <span className="t3">–</span>

const billListColumns = ({ isNarrow }: { isNarrow: boolean }): readonly Column<BillRow>[] => {
  const columns: (Column<BillRow> | false)[] = [
    {
      key: 'number',
      title: t('Bill'),
      width: 128,
      render: (bill) => (
        <>
          <span className="num strong">{bill.invoice_no}</span>
          <span className="only-phone">
            <OrderBillStatus state={bill} />
          </span>
        </>
      ),
    },
    { key: 'supplier', title: t('Supplier'), render: ({ supplier_name }) => supplier_name },
    {
      key: 'order',
      title: t('Order'),
      width: 136,
      hideOnPhone: true,
      render: ({ purchase_order_number }) => (purchase_order_number === null ? dash : <span className="num">{purchase_order_number}</span>),
    },
    !isNarrow && { key: 'date', title: t('Date'), width: 112, hideOnPhone: true, render: ({ bill_date }) => date(bill_date) },
    { key: 'due', title: t('Due on'), width: 112, hideOnPhone: true, render: ({ due_on }) => date(due_on) },
    { key: 'total', title: t('Total'), width: 120, align: 'end', hideOnPhone: true, render: ({ total_cost }) => money(total_cost) },
    {
      key: 'balance',
      title: t('Balance due'),
      width: 112,
      align: 'end',
      render: ({ balance }) => (/^0(\.0+)?$/.test(balance) ? dash : <b>{money(balance)}</b>),
    },
    { key: 'state', title: t('Status'), width: 136, hideOnPhone: true, render: (bill) => <OrderBillStatus state={bill} /> },
  ]
  return columns.filter((column) => column !== false)
}

const PayDialog = lazy(async () => ({ default: (await import('./pay-dialog.tsx')).PayDialog }))
const PaymentDrawer = lazy(async () => ({ default: (await import('./payment-drawer.tsx')).PaymentDrawer }))

const states = ['unpaid', 'partial', 'paid', 'overdue', 'differs', 'cancelled'] as const
const state = {
  q: z.string().max(100),
  supplier: Id,
  state: z.enum(states),
  show: z.literal('payments'),
  /** The supplier whose bills are being paid. */
  pay: Id,
  payment: Id,
}
type State = (typeof states)[number]
const PAGE = 50
const ADDRESS = '/dashboard/inventory/order-bills'

const word = (one: State) =>
  ({
    unpaid: t('Unpaid'),
    partial: t('Part-paid'),
    paid: t('Paid'),
    overdue: t('Overdue'),
    differs: t('Differs, not approved'),
    cancelled: t('Cancelled'),
  })[one]

const filterOf = (one: State | undefined) =>
  one === 'overdue'
    ? { overdue: 'true' as const }
    : one === 'differs'
      ? { differs: 'true' as const }
      : one === 'cancelled'
        ? { cancelled: 'true' as const }
        : { payment_status: one }

const BillsTable = ({
  q,
  supplier,
  billState,
  onClear,
}: {
  q: string | undefined
  supplier: number | undefined
  billState: State | undefined
  onClear: () => void
}) => {
  const go = useNavigate()
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const rows = usePages({
    ...pages(listOrderBills, { query: { search: q, supplier, ...filterOf(billState), limit: PAGE } }),
    placeholderData: keepPreviousData,
  })
  const isNarrowed = [q, supplier, billState].some((value) => value !== undefined)
  return (
    <DataTable
      label={t('Supplier invoices')}
      columns={billListColumns({ isNarrow })}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void go(`${ADDRESS}/${id}`)}
      empty={
        isNarrowed ? (
          <NoMatches title={t('No matching bills')} onClear={onClear} />
        ) : (
          <Empty icon={IconFileInvoice} title={t('No bills yet')}>
            {t('Supplier invoices are recorded here, matched with orders and deliveries, and paid.')}
          </Empty>
        )
      }
    />
  )
}

/** Suppliers' bills and what was paid on them. */
export const OrderBillsPage = () => {
  const go = useNavigate()
  const { can } = useRights()
  const [url, setUrl] = useUrlState(state)
  const tools = useRef<HTMLDivElement>(null)
  const { q, supplier, show } = url
  const mayPay = can(createSupplierPayment) && supplier !== undefined
  const pay = () => setUrl({ pay: String(supplier) })
  useKeys([
    { keys: '/', label: t('Find a bill'), run: () => tools.current?.querySelector('input')?.focus() },
    ...(mayPay ? [{ keys: 'P', label: t('Pay supplier'), run: pay }] : []),
  ])
  return (
    <Page
      title={t('Supplier invoices')}
      sub={t('Newest first')}
      actions={
        <>
          {mayPay && <Button onClick={pay}>{t('Pay supplier')}</Button>}
          {can(createOrderBill) && (
            <AddButton
              label={t('Record invoice')}
              onClick={() => void go(`${ADDRESS}/new${supplier === undefined ? '' : `?supplier=${supplier}`}`)}
            />
          )}
        </>
      }
    >
      <div className="doc-tools" role="search" ref={tools}>
        <ChoiceField
          aria-label={t('Show')}
          data={[
            { value: 'bills', label: t('Bills') },
            { value: 'payments', label: t('Payments') },
          ]}
          value={show ?? 'bills'}
          onChange={(part) => setUrl({ show: part === 'payments' ? part : '', state: '' })}
        />
        <SearchField
          label={show === 'payments' ? t('Number or reference') : t('Invoice or order number')}
          value={q ?? ''}
          onChange={(text) => setUrl({ q: text })}
        />
        <SupplierFilter value={supplier} onChange={(supplier) => setUrl({ supplier })} />
        {show !== 'payments' && (
          <ChoiceFilter
            label={t('Status')}
            any={t('All statuses')}
            data={states.map((value) => ({ value, label: word(value) }))}
            value={url.state}
            onChange={(state) => setUrl({ state })}
          />
        )}
      </div>
      <div className="doc-rows">
        {show === 'payments' ? (
          <PaymentsTable q={q} supplier={supplier} onOpen={(id) => setUrl({ payment: String(id) })} />
        ) : (
          <BillsTable q={q} supplier={supplier} billState={url.state} onClear={() => setUrl({ q: '', supplier: '', state: '' })} />
        )}
      </div>
      <Suspense>
        {url.pay !== undefined && can(createSupplierPayment) && (
          <PayDialog supplier={url.pay} chosen={[]} onClose={() => setUrl({ pay: '' })} />
        )}
        {url.payment !== undefined && <PaymentDrawer id={url.payment} onClose={() => setUrl({ payment: '' })} />}
      </Suspense>
    </Page>
  )
}
