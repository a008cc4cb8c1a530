import { unitName } from '#features/directions/web/quantity-name.tsx'
import { Button, Kbd } from '@mantine/core'
import { IconFileInvoice, IconPrinter, IconTruckReturn } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { packWord } from '#features/stock/web/lines-field.tsx'
import { call, download, query } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { date, dateTime, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { DocumentHead, givenRows, DocumentPage, useIdInAddress } from '#web/ui/document.tsx'
import { Note } from '#web/ui/status.tsx'
import {
  createOrderBill,
  createSupplierReturn,
  getGoodsReceipt,
  printGoodsReceipt,
  reverseGoodsReceipt,
  type Delivery,
} from '../receiving-calls.ts'
import { DeliveryStatus, sourceOf } from './delivery-list-columns.tsx'

const ADDRESS = '/dashboard/inventory/incoming-items'
type Row = Delivery['items'][number]
const dash = <span className="t3">–</span>

const columns = ({ is_donation }: Delivery): readonly Column<Row>[] => {
  const all: (Column<Row> | false)[] = [
    {
      key: 'item',
      title: t('Item'),
      wraps: true,
      render: ({ item_name, item_code }) => (
        <span className="clip">
          <span className="strong">{item_name}</span> <span className="small t3 num">{item_code}</span>
        </span>
      ),
    },
    {
      key: 'packs',
      title: t('Packs'),
      width: 168,
      align: 'end',
      hideOnPhone: true,
      render: ({ quantity, free_quantity, pack_name, pack_units, unit }) => (
        <>
          {number(quantity)}
          {free_quantity !== 0 && ` + ${t('{n} free', { n: number(free_quantity) })}`}{' '}
          <span className="t3">{pack_name === null ? unit : packWord(pack_name, pack_units)}</span>
        </>
      ),
    },
    {
      key: 'units',
      title: t('Received'),
      width: 128,
      align: 'end',
      render: ({ units, unit }) => (
        <>
          {number(units)} <span className="t3">{unitName(unit, units)}</span>
        </>
      ),
    },
    {
      key: 'damaged',
      title: t('Damaged'),
      width: 128,
      align: 'end',
      render: ({ damaged_units, unit }) =>
        damaged_units === 0 ? (
          dash
        ) : (
          <>
            {number(damaged_units)} <span className="t3">{unitName(unit, damaged_units)}</span>
          </>
        ),
    },
    { key: 'lot', title: t('Lot'), width: 112, render: ({ lot }) => (lot === '' ? dash : <span className="num">{lot}</span>) },
    {
      key: 'expiry',
      title: t('Expires'),
      width: 112,
      hideOnPhone: true,
      render: ({ expires_on }) => (expires_on === null ? dash : <span className="num">{date(expires_on)}</span>),
    },
    !is_donation && {
      key: 'price',
      title: t('Price'),
      width: 96,
      align: 'end' as const,
      hideOnPhone: true,
      render: ({ purchase_price }) => money(purchase_price),
    },
    !is_donation && {
      key: 'total',
      title: t('Total'),
      width: 112,
      align: 'end' as const,
      hideOnPhone: true,
      render: ({ total_price }) => <b>{money(total_price)}</b>,
    },
  ]
  return all.filter((column) => column !== false)
}

const Reversals = ({ delivery }: { delivery: Delivery }) => (
  <>
    {delivery.reversed_by !== null && (
      <Note tone="attention">
        {t('Reversed by')}{' '}
        <Link className="link num" to={`${ADDRESS}/${delivery.reversed_by}`}>
          {delivery.reversed_by_number}
        </Link>
        .
      </Note>
    )}
    {delivery.reverses !== null && (
      <Note tone="attention">
        {t('Reverses')}{' '}
        <Link className="link num" to={`${ADDRESS}/${delivery.reverses}`}>
          {delivery.reverses_number}
        </Link>
        .
      </Note>
    )}
  </>
)

/** What can be done with a delivery that stands. */
const Actions = ({ delivery }: { delivery: Delivery }) => {
  const go = useNavigate()
  const { can } = useRights()
  const reversal = useMutation({
    mutationFn: (reason: string) => call(reverseGoodsReceipt, { params: { id: delivery.id }, body: { reason } }),
    onSuccess: ({ id, number: name }) => {
      void queryClient.invalidateQueries()
      toast.done(t('{number} is reversed by {other}.', { number: delivery.number, other: name }))
      void go(`${ADDRESS}/${id}`)
    },
    onError: toast.failed,
  })
  const reverse = async () => {
    const reason = await askReason({
      title: t('Reverse {number}?', { number: delivery.number }),
      text: t('A reversing delivery takes everything out again; both stay on record. Nothing of it may have left the store.'),
      action: t('Reverse'),
      isGrave: true,
    })
    if (reason !== null) reversal.mutate(reason)
  }
  const print = () => void download(printGoodsReceipt, { params: { id: delivery.id } }, { open: true }).catch(toast.failed)
  const stands = delivery.reverses === null && delivery.reversed_by === null
  const mayBill = stands && can(createOrderBill) && delivery.supplier !== null && !delivery.is_donation
  const maySendBack =
    stands && can(createSupplierReturn) && delivery.supplier !== null && delivery.items.some((row) => row.damaged_units > 0)
  const bill = () =>
    void go(
      `/dashboard/inventory/order-bills/new?${delivery.purchase_order === null ? `delivery=${delivery.id}` : `order=${delivery.purchase_order}`}`,
    )
  useKeys([
    { keys: 'R', label: t('Print receipt note'), run: print },
    ...(mayBill ? [{ keys: 'N', label: t('Record invoice'), run: bill }] : []),
  ])
  return (
    <>
      {stands && can(reverseGoodsReceipt) && (
        <Button loading={reversal.isPending} onClick={() => void reverse()}>
          {t('Reverse')}
        </Button>
      )}
      {maySendBack && (
        <Button
          leftSection={<IconTruckReturn size={16} aria-hidden />}
          onClick={() => void go(`/dashboard/inventory/supplier-returns/new?delivery=${delivery.id}`)}
        >
          {t('Return damaged goods')}
        </Button>
      )}
      <Button leftSection={<IconPrinter size={16} aria-hidden />} rightSection={<Kbd className="not-phone">R</Kbd>} onClick={print}>
        {t('Print')}
      </Button>
      {mayBill && (
        <Button
          variant="filled"
          leftSection={<IconFileInvoice size={16} aria-hidden />}
          rightSection={<Kbd className="not-phone">N</Kbd>}
          onClick={bill}
        >
          {t('Record invoice')}
        </Button>
      )}
    </>
  )
}

const Body = ({ delivery }: { delivery: Delivery }) => (
  <>
    <DocumentHead
      title={delivery.number}
      status={<DeliveryStatus delivery={delivery} chip />}
      sub={
        <>
          <span>{sourceOf(delivery)}</span>
          {delivery.purchase_order !== null && (
            <Link className="link" to={`/dashboard/inventory/purchase-orders/${delivery.purchase_order}`}>
              {delivery.purchase_order_number}
            </Link>
          )}
          <span>{t('into {store}', { store: delivery.store_name })}</span>
          <span title={dateTime(delivery.received_at)}>
            {date(delivery.received_on)} · {delivery.received_by_name}
          </span>
          {delivery.delivery_note !== '' && <span>{t('delivery note {number}', { number: delivery.delivery_note })}</span>}
        </>
      }
      back={{ to: ADDRESS, label: t('Deliveries') }}
      actions={<Actions delivery={delivery} />}
    />
    <Reversals delivery={delivery} />
    {delivery.note !== '' && <p className="doc-note t2">{delivery.note}</p>}
    <div className="doc-rows">
      <DataTable
        label={t('Items received')}
        columns={columns(delivery)}
        rows={givenRows(delivery.items)}
        rowKey={({ id }) => id}
        empty={null}
        foot={
          !delivery.is_donation && (
            <span className="strong">{t('{amount} excl. tax', { amount: money(delivery.total, { withCurrency: true }) })}</span>
          )
        }
      />
    </div>
  </>
)

/** One delivery: what came with which lot, and what can be done with it. */
export const DeliveryPage = () => {
  const id = useIdInAddress()
  const asked = useQuery(query(getGoodsReceipt, { params: { id } }))
  return (
    <DocumentPage document={asked} missing={{ title: t('Delivery not found'), to: ADDRESS, label: t('All deliveries') }}>
      {(delivery) => <Body delivery={delivery} />}
    </DocumentPage>
  )
}
