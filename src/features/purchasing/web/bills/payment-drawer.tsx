import { Button, Drawer } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, query } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { date, dateTime, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { getSupplierPayment, reverseSupplierPayment, type Payment } from '../receiving-calls.ts'
import { PaymentStatus } from './payments-table.tsx'
import styles from './bills.module.css'

const useReversal = ({ id, number }: Payment) => {
  const { mutate, isPending } = useMutation({
    mutationFn: (reason: string) => call(reverseSupplierPayment, { params: { id }, body: { reason } }),
    onSuccess: (made) => {
      void queryClient.invalidateQueries()
      toast.done(t('{number} is reversed by {other}.', { number, other: made.number }))
    },
    onError: toast.failed,
  })
  const ask = async () => {
    const reason = await askReason({
      title: t('Reverse {number}?', { number }),
      text: t('A reversing payment cancels it; both stay on record, and the invoices are open again.'),
      action: t('Reverse'),
      isGrave: true,
    })
    if (reason !== null) mutate(reason)
  }
  return { ask, isPending }
}

const Body = ({ payment }: { payment: Payment }) => {
  const { can } = useRights()
  const reversal = useReversal(payment)
  const mayReverse = can(reverseSupplierPayment) && payment.kind !== 'reversal' && payment.reversed_by === null
  return (
    <div className="form-stack">
      <p className={styles.billDue}>
        <PaymentStatus payment={payment} />
        <output className="nowrap size-3xl num">{money(payment.amount, { withCurrency: true })}</output>
      </p>
      <dl className="facts num">
        <dt>{t('Supplier')}</dt>
        <dd>{payment.supplier_name}</dd>
        <dt>{t('Day')}</dt>
        <dd>{date(payment.paid_on)}</dd>
        {payment.payment_mode_name !== null && (
          <>
            <dt>{t('Paid by')}</dt>
            <dd>{payment.payment_mode_name}</dd>
          </>
        )}
        {payment.supplier_return !== null && (
          <>
            <dt>{t('Sent back')}</dt>
            <dd>
              <Link className="link" to={`/dashboard/inventory/supplier-returns/${payment.supplier_return}`}>
                {payment.supplier_return_number}
              </Link>
            </dd>
          </>
        )}
        {payment.reference !== '' && (
          <>
            <dt>{t('Reference')}</dt>
            <dd>{payment.reference}</dd>
          </>
        )}
        {payment.reason !== '' && (
          <>
            <dt>{t('Reason')}</dt>
            <dd>{payment.reason}</dd>
          </>
        )}
        {payment.reversed_by_number !== null && (
          <>
            <dt>{t('Reversed by')}</dt>
            <dd>{payment.reversed_by_number}</dd>
          </>
        )}
        {payment.reverses_number !== null && (
          <>
            <dt>{t('Reverses')}</dt>
            <dd>{payment.reverses_number}</dd>
          </>
        )}
        <dt>{t('Recorded')}</dt>
        <dd>
          {dateTime(payment.date_created)} · {payment.created_by_name}
        </dd>
      </dl>
      <ul className={`lined accent-links ${styles.paid} num`} aria-label={t('Bills')}>
        {payment.allocations.map(({ bill, invoice_no, amount }) => (
          <li key={bill}>
            <Link className="link grow" to={`/dashboard/inventory/order-bills/${bill}`}>
              {invoice_no}
            </Link>
            <b>{money(amount)}</b>
          </li>
        ))}
      </ul>
      {mayReverse && (
        <div className="form-foot">
          <span className="grow" />
          <Button loading={reversal.isPending} onClick={() => void reversal.ask()}>
            {t('Reverse')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** One payment to a supplier, over the list: for which bills, and the way to take it back. */
export const PaymentDrawer = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const asked = useQuery(query(getSupplierPayment, { params: { id } }))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={440}
      title={asked.data?.number ?? t('Payment')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <FourStates query={asked}>{(payment) => <Body payment={payment} />}</FourStates>
    </Drawer>
  )
}
