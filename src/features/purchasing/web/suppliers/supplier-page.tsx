import { Button, Kbd } from '@mantine/core'
import { IconCoins, IconPencil, IconReceipt, IconReceiptRefund, IconRotate, IconTag, IconTruckReturn, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { query, pages } from '#web/calls/api.ts'
import { money, number, date, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { DocumentHead, DocumentPage, useIdInAddress } from '#web/ui/document.tsx'
import { LinkTabs } from '#web/ui/link-tabs.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { createSupplierPayment, getSupplier, updateSupplier, listSupplierLedger, listSupplierPrices } from '../supplier-calls.ts'
import type { Supplier, LedgerRow, PriceRow } from './supplier-types.ts'
import styles from '../purchasing.module.css'
import { useNavigate } from 'react-router'
import { usePages } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { listPurchaseOrders } from '../order-calls.ts'
import { OrderStatus } from '../orders/order-status.tsx'
import { ReceivedBar } from '../orders/received-bar.tsx'
import { packPrice } from '../orders/order-lines.ts'

const PAGE = 50
const at = '/dashboard/inventory'

const kinds: Record<LedgerRow['kind'], { label: string; icon: Icon; sign: string }> = {
  bill: { label: 'Bill', icon: IconReceipt, sign: '' },
  payment: { label: 'Payment', icon: IconCoins, sign: '−' },
  credit: { label: 'Credit', icon: IconReceiptRefund, sign: '−' },
  reversal: { label: 'Payment reversed', icon: IconRotate, sign: '' },
  return: { label: 'Return', icon: IconTruckReturn, sign: '' },
}
const addresses: Partial<Record<LedgerRow['kind'], string>> = { bill: 'order-bills', return: 'supplier-returns' }

/** Bills, payments, credits and returns, newest first, with what was owed after each. */
const AccountPanel = ({ supplier }: { supplier: number }) => {
  const go = useNavigate()
  const rows = usePages(pages(listSupplierLedger, { params: { id: supplier }, query: { limit: PAGE } }))
  return (
    <DataTable
      label={t('Account')}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={({ kind, document }) => {
        const place = addresses[kind]
        void go(place ? `${at}/${place}/${document}` : `${at}/order-bills?show=payments&payment=${document}`)
      }}
      empty={
        <Empty icon={IconReceipt} title={t('No invoices yet')}>
          {t('Invoices, payments and returns of this supplier appear here.')}
        </Empty>
      }
      columns={[
        { key: 'date', title: t('Date'), width: 112, render: (row) => <span className="num">{date(row.date)}</span> },
        {
          key: 'kind',
          title: t('Activity'),
          render: ({ kind, number: name, is_cancelled }) => {
            const { label, icon: Sign } = kinds[kind]
            return (
              <span className="row">
                <Sign size={16} stroke={1.5} className="t3 not-phone" aria-hidden />
                <span className="clip">
                  {is_cancelled ? <s>{t(label)}</s> : t(label)} <span className="num t2">{name}</span>
                </span>
                {is_cancelled && <Status tone="inactive">{t('Cancelled')}</Status>}
              </span>
            )
          },
        },
        {
          key: 'amount',
          title: t('Amount'),
          width: 128,
          align: 'end',
          render: ({ kind, amount }) => `${kinds[kind].sign}${money(amount)}`,
        },
        {
          key: 'balance',
          title: t('Balance'),
          width: 128,
          align: 'end',
          hideOnPhone: true,
          render: ({ balance }) => <b>{money(balance)}</b>,
        },
      ]}
    />
  )
}

/** What was ordered from a supplier, newest first. */
const OrdersPanel = ({ supplier }: { supplier: number }) => {
  const go = useNavigate()
  const rows = usePages(pages(listPurchaseOrders, { query: { supplier, limit: PAGE } }))
  return (
    <DataTable
      label={t('Purchase orders')}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void go(`${at}/purchase-orders/${id}`)}
      empty={<Empty icon={IconTag} title={t('No orders yet')} />}
      columns={[
        { key: 'number', title: t('Number'), width: 136, render: ({ number: name }) => <span className="num strong">{name}</span> },
        { key: 'date', title: t('Date'), width: 112, hideOnPhone: true, render: ({ date_created }) => dayOf(date_created) },
        { key: 'store', title: t('Deliver to'), hideOnPhone: true, render: ({ store_name }) => store_name },
        { key: 'total', title: t('Total'), width: 120, align: 'end', render: ({ total_amount }) => money(total_amount) },
        {
          key: 'came',
          title: t('Received'),
          width: 128,
          hideOnPhone: true,
          render: ({ received_units, ordered_units }) => <ReceivedBar received={received_units} ordered={ordered_units} />,
        },
        { key: 'status', title: t('Status'), width: 136, render: ({ status }) => <OrderStatus state={status} /> },
      ]}
    />
  )
}

const sources: Record<PriceRow['source'], { label: string; place: string }> = {
  order: { label: 'Order', place: 'purchase-orders' },
  delivery: { label: 'Delivery', place: 'incoming-items' },
  bill: { label: 'Bill', place: 'order-bills' },
}

/** What a supplier asked for items, newest first. */
const PricesPanel = ({ supplier }: { supplier: number }) => {
  const go = useNavigate()
  const rows = usePages(pages(listSupplierPrices, { params: { id: supplier }, query: { limit: PAGE } }))
  return (
    <DataTable
      label={t('Prices')}
      rows={rows}
      rowKey={({ id, source }) => `${source}-${id}`}
      onOpen={({ source, document }) => void go(`${at}/${sources[source].place}/${document}`)}
      empty={
        <Empty icon={IconTag} title={t('No prices yet')}>
          {t('Prices of this supplier in orders, deliveries and invoices appear here.')}
        </Empty>
      }
      columns={[
        { key: 'date', title: t('Date'), width: 112, hideOnPhone: true, render: (row) => <span className="num">{dayOf(row.at)}</span> },
        { key: 'item', title: t('Item'), wraps: true, render: ({ item_name }) => <span className="strong">{item_name}</span> },
        {
          key: 'source',
          title: t('Where'),
          width: 200,
          hideOnPhone: true,
          render: ({ source, number: name }) => (
            <>
              {t(sources[source].label)} <span className="num t3">{name}</span>
            </>
          ),
        },
        {
          key: 'price',
          title: t('Pack price'),
          width: 144,
          align: 'end',
          hideOnPhone: true,
          render: ({ price, pack_units }) => (pack_units === 1 ? <span className="t3">–</span> : `${money(price)} / ${number(pack_units)}`),
        },
        {
          key: 'unit',
          title: t('Per unit'),
          width: 144,
          align: 'end',
          render: ({ unit_cost, unit }) => (
            <>
              <b title={unit_cost}>{money(packPrice(unit_cost, 1))}</b> <span className="t3 small">{unit}</span>
            </>
          ),
        },
      ]}
    />
  )
}

const SupplierDialog = lazy(async () => ({ default: (await import('./supplier-dialog.tsx')).SupplierDialog }))

const PayDialog = lazy(async () => ({ default: (await import('../bills/pay-dialog.tsx')).PayDialog }))

const tabs = ['account', 'orders', 'prices'] as const
type Tab = (typeof tabs)[number]
const panels = { account: AccountPanel, orders: OrdersPanel, prices: PricesPanel }
const HOME = '/dashboard/inventory/suppliers'

const Figures = ({ supplier }: { supplier: Supplier }) => (
  <dl className={`section flow gap-4-8 terms ${styles.figures} num`}>
    <div>
      <dt className="small">{t('Owed')}</dt>
      <dd className="size-2xl strong">{money(supplier.balance, { withCurrency: true })}</dd>
    </div>
    <div>
      <dt className="small">{t('Overdue')}</dt>
      <dd className="size-2xl strong" data-tone={Number(supplier.overdue) > 0 ? 'attention' : undefined}>
        {money(supplier.overdue, { withCurrency: true })}
      </dd>
    </div>
    <div>
      <dt className="small">{t('Open bills')}</dt>
      <dd className="size-2xl strong">{number(supplier.open_bills)}</dd>
    </div>
    <div>
      <dt className="small">{t('Open orders')}</dt>
      <dd className="size-2xl strong">{number(supplier.open_orders)}</dd>
    </div>
  </dl>
)

const Facts = ({ supplier }: { supplier: Supplier }) => {
  const facts = [
    [t('Known as'), supplier.common_name],
    [t('Contact person'), supplier.contact_person],
    [t('Phone'), supplier.phone],
    [t('E-mail'), supplier.email],
    [t('Address'), supplier.address],
    [t('Tax number'), supplier.tax_number],
    [t('Payment terms (days)'), number(supplier.payment_days)],
  ].filter(([, value]) => value)
  return (
    <section className="section" aria-label={t('Details')}>
      <h2>{t('Details')}</h2>
      <dl className="facts">
        {facts.map(([title, value]) => (
          <div key={title} className="fact">
            <dt>{title}</dt>
            <dd className="break-anywhere as-typed">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Whole = ({ supplier }: { supplier: Supplier }) => {
  const { can } = useRights()
  const [{ tab = 'account' }] = useUrlState({ tab: z.enum(tabs) })
  const [isChanging, setChanging] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const mayPay = can(createSupplierPayment) && supplier.open_bills > 0
  useKeys(mayPay ? [{ keys: 'P', label: t('Pay'), run: () => setPaying(true) }] : [])
  const words: Record<Tab, string> = { account: t('Account'), orders: t('Purchase orders'), prices: t('Prices') }
  const Panel = panels[tab]
  return (
    <>
      <DocumentHead
        title={supplier.name}
        back={{ to: HOME, label: t('All suppliers') }}
        status={
          !supplier.is_active && (
            <Status tone="inactive" chip>
              {t('Inactive')}
            </Status>
          )
        }
        actions={
          <>
            {can(updateSupplier) && (
              <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setChanging(true)}>
                {t('Change')}
              </Button>
            )}
            {mayPay && (
              <Button
                variant="filled"
                leftSection={<IconCoins size={16} aria-hidden />}
                rightSection={<Kbd className="not-phone">P</Kbd>}
                onClick={() => setPaying(true)}
              >
                {t('Pay')}
              </Button>
            )}
          </>
        }
      />
      <div className="doc-body">
        <div className="doc-main">
          <Figures supplier={supplier} />
          <LinkTabs
            label={supplier.name}
            chosen={tab}
            to={(value) => (value === 'account' ? `${HOME}/${supplier.id}` : `${HOME}/${supplier.id}?tab=${value}`)}
            tabs={tabs.map((key) => ({ key, label: words[key] }))}
          />
          <div className={`stack ${styles.panel}`}>
            <Panel key={supplier.id} supplier={supplier.id} />
          </div>
        </div>
        <aside className="doc-side" aria-label={t('Details')}>
          <Facts supplier={supplier} />
        </aside>
      </div>
      <Suspense>
        {isChanging && <SupplierDialog supplier={supplier} onClose={() => setChanging(false)} />}
        {isPaying && <PayDialog supplier={supplier.id} chosen="all" onClose={() => setPaying(false)} />}
      </Suspense>
    </>
  )
}

/** One supplier: how to reach them, what is owed, what was ordered, and what things cost there. */
export const SupplierPage = () => {
  const id = useIdInAddress()
  const supplier = useQuery(query(getSupplier, { params: { id } }))
  return (
    <DocumentPage document={supplier} missing={{ title: t('Supplier not found'), to: HOME, label: t('All suppliers') }}>
      {(supplier) => <Whole key={supplier.id} supplier={supplier} />}
    </DocumentPage>
  )
}
