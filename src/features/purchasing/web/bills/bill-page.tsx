import { unitName } from '#features/directions/web/quantity-name.tsx'
import { Button, Kbd } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { call, query } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { date, dateTime, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { refreshAfter } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { DocumentHead, DocumentPage, useIdInAddress } from '#web/ui/document.tsx'
import { Note } from '#web/ui/status.tsx'
import { approveOrderBill, cancelOrderBill, getOrderBill, getPurchaseOrder, type Bill, type Order } from '../receiving-calls.ts'
import { OrderBillStatus } from './bill-status.tsx'
import { PaymentStatus } from './payments-table.tsx'
import styles from './bills.module.css'

type Row = Bill['items'][number]
const dash = <span className="t3">–</span>
const packs = (units: number, each: number) => number(Math.round((units / each) * 100) / 100)
const rate = (text: string) => `${number(Number(text))} %`

/** What was ordered, what came of it and what is billed, in three columns; what differs is bold. */
const MatchTable = ({ bill, order }: { bill: Bill; order: Order | undefined }) => {
  const ordered = ({ purchase_order_item }: Row) => order?.items.find(({ id }) => id === purchase_order_item)
  return (
    <div className="table-box doc-lines" role="region" aria-label={t('Bill lines')} tabIndex={-1}>
      <table className="k-table" aria-label={t('Bill lines')}>
        <colgroup>
          <col />
          {order && <col className="not-phone" style={{ width: 120 }} />}
          {order && <col className="not-phone" style={{ width: 72 }} />}
          <col style={{ width: 64 }} />
          <col className="not-phone" style={{ width: 88 }} />
          <col className="not-phone" style={{ width: 56 }} />
          <col style={{ width: 104 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('Item')}</th>
            {order && (
              <th scope="col" className="r not-phone">
                {t('Ordered')}
              </th>
            )}
            {order && (
              <th scope="col" className="r not-phone">
                {t('Received')}
              </th>
            )}
            <th scope="col" className="r">
              {t('Billed')}
            </th>
            <th scope="col" className="r not-phone">
              {t('Price')}
            </th>
            <th scope="col" className="r not-phone">
              {t('Tax')}
            </th>
            <th scope="col" className="r">
              {t('Incl. tax')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bill.items.map((row) => {
            const line = ordered(row)
            const isDearer = line !== undefined && line.unit_price !== row.unit_price
            return (
              <tr key={row.id}>
                <th scope="row" className="names wraps">
                  <span className="strong">{row.item_name}</span>{' '}
                  <span className="small t3 num">
                    {row.pack_units > 1 && `× ${number(row.pack_units)} ${unitName(row.unit, row.pack_units)}`}
                  </span>
                </th>
                {order && (
                  <td className="r not-phone">{line ? `${packs(line.units, row.pack_units)} × ${money(line.unit_price)}` : dash}</td>
                )}
                {order && <td className="r not-phone">{line ? packs(line.received_units, row.pack_units) : dash}</td>}
                <td className="r">{number(row.quantity)}</td>
                <td className={isDearer ? 'r not-phone strong' : 'r not-phone'}>{money(row.unit_price)}</td>
                <td className="r not-phone">{rate(row.tax_rate)}</td>
                <td className="r">{money(row.total)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const PayDialog = lazy(async () => ({ default: (await import('./pay-dialog.tsx')).PayDialog }))
const PaymentDrawer = lazy(async () => ({ default: (await import('./payment-drawer.tsx')).PaymentDrawer }))
const ADDRESS = '/dashboard/inventory/order-bills'

/** Approves or cancels: a reason is asked, and what somebody changed meanwhile is shown first. */
const useActions = ({ id, invoice_no, version }: Bill) => {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ action, reason }: { action: typeof approveOrderBill | typeof cancelOrderBill; reason: string; message: string }) =>
      call(action, { params: { id }, body: { reason } }, { version }),
    onSuccess: (_, { message }) => toast.done(message),
    onError: toast.failed,
    onSettled: (_, error) => refreshAfter(error),
  })
  const approve = async () => {
    const reason = await askReason({
      title: t('Approve invoice {number}?', { number: invoice_no }),
      text: t('It can then be paid despite the difference.'),
      action: t('Approve'),
    })
    if (reason !== null) mutate({ action: approveOrderBill, reason, message: t('Invoice {number} is approved.', { number: invoice_no }) })
  }
  const cancel = async () => {
    const reason = await askReason({
      title: t('Cancel invoice {number}?', { number: invoice_no }),
      action: t('Cancel invoice'),
      isGrave: true,
    })
    if (reason !== null) mutate({ action: cancelOrderBill, reason, message: t('Invoice {number} is cancelled.', { number: invoice_no }) })
  }
  return { approve: () => void approve(), cancel: () => void cancel(), isPending }
}

const Actions = ({ bill, onPay }: { bill: Bill; onPay: () => void }) => {
  const { approve, cancel, isPending } = useActions(bill)
  const { may } = bill
  useKeys([
    ...(may.pay ? [{ keys: 'P', label: t('Pay'), run: onPay }] : []),
    ...(may.approve ? [{ keys: 'A', label: t('Approve'), run: approve }] : []),
  ])
  return (
    <>
      {may.cancel && (
        <Button disabled={isPending} onClick={cancel}>
          {t('Cancel invoice')}
        </Button>
      )}
      {may.approve && (
        <Button
          variant={may.pay ? 'default' : 'filled'}
          loading={isPending}
          rightSection={<Kbd className="not-phone">A</Kbd>}
          onClick={approve}
        >
          {t('Approve')}
        </Button>
      )}
      {may.pay && (
        <Button
          variant="filled"
          leftSection={<IconCoins size={16} aria-hidden />}
          rightSection={<Kbd className="not-phone">P</Kbd>}
          onClick={onPay}
        >
          {t('Pay')}
        </Button>
      )}
    </>
  )
}

const Differences = ({ bill }: { bill: Bill }) => {
  if (bill.differences.length === 0) return null
  return (
    <Note tone={bill.approved_at === null ? 'attention' : 'inactive'}>
      <b>
        {bill.approved_at === null
          ? t('The invoice differs. Another user must approve it before it is paid.')
          : t('It differs; approved by {who}: {reason}', { who: bill.approved_by_name, reason: bill.approval_reason })}
      </b>
      <ul>
        {bill.differences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Note>
  )
}

const Facts = ({ bill }: { bill: Bill }) => (
  <section className="section" aria-label={t('Bill')}>
    <p className={styles.billDue}>
      <span className="t2">{t('Balance due')}</span>
      <output className="nowrap size-3xl num">{money(bill.balance, { withCurrency: true })}</output>
    </p>
    <dl className="facts num">
      <dt>{t('Total')}</dt>
      <dd>{money(bill.total_cost)}</dd>
      <dt>{t('of which tax')}</dt>
      <dd>{money(bill.tax)}</dd>
      <dt>{t('Paid')}</dt>
      <dd>{money(bill.paid)}</dd>
      <dt>{t('Invoice date')}</dt>
      <dd>{date(bill.bill_date)}</dd>
      <dt>{t('Due on')}</dt>
      <dd>{date(bill.due_on)}</dd>
      <dt>{t('Recorded')}</dt>
      <dd>
        {dateTime(bill.date_created)} · {bill.created_by_name}
      </dd>
      {bill.note !== '' && (
        <>
          <dt>{t('Note')}</dt>
          <dd>{bill.note}</dd>
        </>
      )}
    </dl>
  </section>
)

const Body = ({ bill }: { bill: Bill }) => {
  const [isPaying, setPaying] = useState(false)
  const [payment, setPayment] = useState<number | null>(null)
  const order = useQuery({
    ...query(getPurchaseOrder, { params: { id: bill.purchase_order ?? 0 } }),
    enabled: bill.purchase_order !== null,
  })
  return (
    <>
      <DocumentHead
        title={bill.invoice_no}
        status={<OrderBillStatus state={bill} chip />}
        sub={
          <>
            <Link className="link strong" to={`/dashboard/inventory/suppliers/${bill.supplier}`}>
              {bill.supplier_name}
            </Link>
            {bill.purchase_order !== null && (
              <Link className="link" to={`/dashboard/inventory/purchase-orders/${bill.purchase_order}`}>
                {bill.purchase_order_number}
              </Link>
            )}
          </>
        }
        back={{ to: ADDRESS, label: t('Bills') }}
        actions={<Actions bill={bill} onPay={() => setPaying(true)} />}
      />
      {bill.is_cancelled && (
        <Note tone="inactive">{t('Cancelled by {who}: {reason}', { who: bill.cancelled_by_name, reason: bill.cancel_reason })}</Note>
      )}
      <Differences bill={bill} />
      <div className="doc-body">
        <div className="doc-main">
          {bill.items.length > 0 && <MatchTable bill={bill} order={order.data} />}
          <section className="section" aria-label={t('Payments')}>
            <h2>{t('Payments')}</h2>
            {bill.payments.length === 0 ? (
              <span className="t3">{t('No payments yet.')}</span>
            ) : (
              <ul className={`lined accent-links ${styles.paid} num`}>
                {bill.payments.map((one) => (
                  <li key={one.id}>
                    <button type="button" className="plain link strong accent-text underlined" onClick={() => setPayment(one.id)}>
                      {one.number}
                    </button>
                    <span>{date(one.paid_on)}</span>
                    <span className="t3 grow">{one.reference}</span>
                    <PaymentStatus payment={{ kind: one.kind, reversed_by: null }} />
                    <b>{money(one.amount)}</b>
                  </li>
                ))}
              </ul>
            )}
          </section>
        </div>
        <div className="doc-side">
          <Facts bill={bill} />
        </div>
      </div>
      <Suspense>
        {isPaying && <PayDialog supplier={bill.supplier} chosen={[bill.id]} onClose={() => setPaying(false)} />}
        {payment !== null && <PaymentDrawer id={payment} onClose={() => setPayment(null)} />}
      </Suspense>
    </>
  )
}

/** One bill of a supplier: held against order and receipts, approved, paid. */
export const OrderBillPage = () => {
  const id = useIdInAddress()
  const asked = useQuery(query(getOrderBill, { params: { id } }))
  return (
    <DocumentPage document={asked} missing={{ title: t('Bill not found'), to: ADDRESS, label: t('All bills') }}>
      {(bill) => <Body key={bill.id} bill={bill} />}
    </DocumentPage>
  )
}
