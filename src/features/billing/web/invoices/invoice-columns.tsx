import { date, dateTime, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { BillStatus } from '../bill-status.tsx'
import { isNothing } from '../bill-rules.ts'
import type { Invoice } from '../bill-types.ts'
import { billedTo } from '../bill-labels.ts'

const owed = (amount: string) =>
  isNothing(amount) ? (
    <span className="t3">–</span>
  ) : amount.startsWith('-') ? (
    <span className="t2">{money(amount)}</span>
  ) : (
    <b>{money(amount)}</b>
  )

/** The columns of a list of bills; of one patient's without the name. */
export const invoiceColumns = ({ isOfOnePatient = false, isNarrow = false } = {}): readonly Column<Invoice>[] => {
  const columns: (Column<Invoice> | false)[] = [
    {
      key: 'number',
      title: t('Number'),
      width: 144,
      // On a phone a bill is known by its name: both would be cut.
      hideOnPhone: !isOfOnePatient,
      render: ({ invoice_number }) => <span className={invoice_number === null ? 't3' : 'num'}>{invoice_number ?? t('Draft')}</span>,
    },
    {
      key: 'date',
      title: t('Date'),
      width: 112,
      hideOnPhone: true,
      render: ({ invoice_date, issued_at, invoice_created_at }) => (
        <span className="num" title={dateTime(issued_at ?? invoice_created_at)}>
          {date(invoice_date ?? invoice_created_at)}
        </span>
      ),
    },
    isOfOnePatient
      ? { key: 'what', title: t('For'), render: ({ invoice_description, track_number }) => invoice_description ?? track_number }
      : {
          key: 'name',
          title: t('Name'),
          render: (bill) => (
            <span className="clip">
              <bdi className="strong">{billedTo(bill)}</bdi> <span className="small t3 num">{bill.patient_number}</span>
            </span>
          ),
        },
    !isNarrow && {
      key: 'payer',
      title: t('Payer'),
      width: 152,
      hideOnPhone: true,
      render: ({ insurance_company_name }) => insurance_company_name ?? t('Cash'),
    },
    { key: 'total', title: t('Total'), width: 112, align: 'end', hideOnPhone: true, render: ({ invoice_amount }) => money(invoice_amount) },
    { key: 'due', title: t('Patient owes'), width: 104, align: 'end', render: ({ patient_balance }) => owed(patient_balance) },
    !isNarrow && {
      key: 'insurer',
      title: t('Insurer owes'),
      width: 104,
      align: 'end' as const,
      hideOnPhone: true,
      render: ({ insurer_balance }) => owed(insurer_balance),
    },
    { key: 'status', title: t('Status'), width: 136, hideOnPhone: true, render: (bill) => <BillStatus bill={bill} /> },
  ]
  return columns.filter((column) => column !== false)
}
