import { dateTime, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import type { Receipt } from '../bill-types.ts'
import { ReceiptStatus } from './receipt-status.tsx'

/** The columns of a list of receipts; of one patient's without the name. */
export const receiptColumns = ({ isOfOnePatient = false, isNarrow = false } = {}): readonly Column<Receipt>[] => {
  const columns: (Column<Receipt> | false)[] = [
    {
      key: 'number',
      title: t('Number'),
      width: 144,
      hideOnPhone: !isOfOnePatient,
      render: ({ number }) => <span className="num">{number}</span>,
    },
    {
      key: 'at',
      title: t('When'),
      width: 152,
      hideOnPhone: true,
      render: ({ received_at }) => <span className="num">{dateTime(received_at)}</span>,
    },
    !isOfOnePatient && {
      key: 'payer',
      title: t('Payer'),
      wraps: true,
      render: (receipt) => (
        <>
          <bdi className="strong">{receipt.payer_name}</bdi>
          <span className="only-phone under">
            {dateTime(receipt.received_at)}
            {(receipt.kind !== 'payment' || receipt.reversed_by !== null) && <ReceiptStatus receipt={receipt} />}
          </span>
        </>
      ),
    },
    {
      key: 'modes',
      title: t('Paid by'),
      ...(!isOfOnePatient && { width: 168 }),
      hideOnPhone: true,
      render: ({ payments }) => payments.map(({ payment_mode_name }) => payment_mode_name).join(' + '),
    },
    !isNarrow && {
      key: 'bills',
      title: t('Bills'),
      width: 152,
      hideOnPhone: true,
      render: ({ invoices }) =>
        invoices.length > 1 ? t('{n} bills', { n: invoices.length }) : <span className="num">{invoices[0]?.number}</span>,
    },
    { key: 'status', title: t('Type'), width: 120, hideOnPhone: true, render: (receipt) => <ReceiptStatus receipt={receipt} /> },
    !isNarrow && { key: 'who', title: t('Received by'), width: 136, hideOnPhone: true, render: ({ received_by_name }) => received_by_name },
    { key: 'total', title: t('Amount'), width: 112, align: 'end', render: ({ total }) => <span className="strong">{money(total)}</span> },
  ]
  return columns.filter((column) => column !== false)
}
