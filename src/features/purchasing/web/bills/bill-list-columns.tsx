import { date, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import type { BillRow } from '../receiving-calls.ts'
import { OrderBillStatus } from './bill-status.tsx'

const dash = <span className="t3">–</span>

export const billListColumns = ({ isNarrow }: { isNarrow: boolean }): readonly Column<BillRow>[] => {
  const columns: (Column<BillRow> | false)[] = [
    {
      key: 'number',
      title: t('Bill'),
      width: 128,
      render: (bill) => (
        <>
          <span className="num strong">{bill.invoice_no}</span>
          <span className="only-phone">
            <OrderBillStatus of={bill} />
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
      title: t('Still due'),
      width: 112,
      align: 'end',
      render: ({ balance }) => (/^0(\.0+)?$/.test(balance) ? dash : <b>{money(balance)}</b>),
    },
    { key: 'state', title: t('State'), width: 136, hideOnPhone: true, render: (bill) => <OrderBillStatus of={bill} /> },
  ]
  return columns.filter((column) => column !== false)
}
