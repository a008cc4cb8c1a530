import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '#web/calls/api.ts'
import { date, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { listGoodsReceipts, listOrderBills } from '../arrival-calls.ts'
import styles from '../purchasing.module.css'

const MOST = 20

/** The deliveries of an order, and the bills that came for it. */
export const OrderDocuments = ({ order }: { order: number }) => {
  const receipts = useQuery(query(listGoodsReceipts, { query: { purchase_order: order, limit: MOST } })).data ?? []
  const bills = useQuery(query(listOrderBills, { query: { purchase_order: order, limit: MOST } })).data ?? []
  if (receipts.length + bills.length === 0) return null
  return (
    <section className="section" aria-label={t('Deliveries and invoices')}>
      <h2>{t('Deliveries and invoices')}</h2>
      <ul className={styles.documents}>
        {receipts.map(({ id, number, received_on }) => (
          <li className="justify-between wrap" key={`r${id}`}>
            <Link className="link num" to={`/dashboard/inventory/incoming-items/${id}`}>
              {number}
            </Link>
            <span className="small t3 num">{date(received_on)}</span>
          </li>
        ))}
        {bills.map(({ id, invoice_no, total_cost }) => (
          <li className="justify-between wrap" key={`b${id}`}>
            <Link className="link num" to={`/dashboard/inventory/order-bills/${id}`}>
              {invoice_no}
            </Link>
            <span className="small num">{money(total_cost)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
