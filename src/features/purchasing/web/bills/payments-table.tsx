import { IconCoins } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { pages } from '#web/calls/api.ts'
import { date, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { listSupplierPayments, type Payment } from '../receiving-calls.ts'

const PAGE = 50
const dash = <span className="t3">–</span>

/** What a payment is: money, credit, or one that takes another back. */
export const PaymentStatus = ({ payment, chip }: { payment: Pick<Payment, 'kind' | 'reversed_by'>; chip?: boolean }) => {
  if (payment.reversed_by !== null)
    return (
      <Status tone="inactive" chip={chip}>
        {t('Reversed')}
      </Status>
    )
  if (payment.kind === 'reversal')
    return (
      <Status tone="attention" chip={chip}>
        {t('Reverses')}
      </Status>
    )
  return (
    <Status tone="done" chip={chip}>
      {payment.kind === 'credit' ? t('Credited') : t('Paid')}
    </Status>
  )
}

const columns = (): readonly Column<Payment>[] => [
  { key: 'number', title: t('Number'), width: 144, render: ({ number }) => <span className="num strong">{number}</span> },
  { key: 'day', title: t('Day'), width: 112, render: ({ paid_on }) => date(paid_on) },
  { key: 'supplier', title: t('Supplier'), render: ({ supplier_name }) => supplier_name },
  {
    key: 'how',
    title: t('Payment mode'),
    width: 160,
    hideOnPhone: true,
    render: ({ payment_mode_name, supplier_return_number, reference }) => (
      <span className="clip">
        {payment_mode_name ?? supplier_return_number ?? dash} <span className="small t3 num">{reference}</span>
      </span>
    ),
  },
  {
    key: 'bills',
    title: t('Bills'),
    width: 176,
    hideOnPhone: true,
    render: ({ allocations }) => <span className="num">{allocations.map(({ invoice_no }) => invoice_no).join(', ')}</span>,
  },
  { key: 'amount', title: t('Amount'), width: 120, align: 'end', render: ({ amount }) => <b>{money(amount)}</b> },
  { key: 'state', title: t('Status'), width: 120, hideOnPhone: true, render: (payment) => <PaymentStatus payment={payment} /> },
]

/** What suppliers were paid and credited, newest first. */
export const PaymentsTable = ({
  q,
  supplier,
  onOpen,
}: {
  q: string | undefined
  supplier: number | undefined
  onOpen: (id: number) => void
}) => {
  const rows = usePages({
    ...pages(listSupplierPayments, { query: { search: q, supplier, limit: PAGE } }),
    placeholderData: keepPreviousData,
  })
  return (
    <DataTable
      label={t('Payments')}
      columns={columns()}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      empty={
        <Empty icon={IconCoins} title={t('No payments')}>
          {t('Payments and credits of suppliers appear here.')}
        </Empty>
      }
    />
  )
}
