import { useQuery } from '@tanstack/react-query'
import { receiptList } from '#calls/reports/contract.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { TableFiles } from '#web/ui/table-files.tsx'
import { sumReceipts } from '#features/billing/contract-payments.ts'

type ReceiptFilters = RequestOf<typeof sumReceipts>['query']

const isSaid = (value: unknown) => value !== undefined && value !== ''

/** Whether the filters choose few enough receipts to add up on every change; nobody asks for the sum of all receipts ever. */
const canBeSummed = ({ q, date, patient_id, invoice, received_by }: ReceiptFilters) =>
  [q, date, patient_id, invoice, received_by].some(isSaid)

/** The sums of the receipts in the list; asked for only by who may see them, and once a day, patient, bill, person or text is chosen. */
export const useReceiptSums = (filters: ReceiptFilters, isPermitted: boolean) =>
  useQuery({ ...query(sumReceipts, { query: filters }), enabled: isPermitted && canBeSummed(filters) }).data

/** The receipts of a day as files or on paper; where the list is narrower than a file can be, why there is none. */
const ReceiptFiles = ({ filters }: { filters: ReceiptFilters }) => {
  const { date, q, patient_id, invoice, received_by, payment_mode, counter, kind } = filters
  if ([q, patient_id, invoice].some(isSaid))
    return <span className="small t3">{t('Exports cover whole days. Clear text, patient and bill to export or print receipts.')}</span>
  if (date === undefined) return <span className="small t3">{t('Choose a day to export or print its receipts.')}</span>
  return (
    <span className="row">
      <TableFiles
        endpoint={receiptList}
        request={{ query: { start_date: date, end_date: date, received_by, payment_mode, counter, kind } }}
        print={t('Print')}
      />
    </span>
  )
}

/** What the receipts of the list come to, and the same receipts of one day as a file or on paper. */
export const ReceiptTotals = ({ filters }: { filters: ReceiptFilters }) => {
  const sums = useReceiptSums(filters, true)
  if (!sums)
    return canBeSummed(filters) ? null : <span className="small t3">{t('Choose a day to see sums and to export or print receipts.')}</span>
  return (
    <div className="row wrap receipt-totals">
      <dl className="panel till-strip num grow" aria-label={t('Sums')}>
        <div>
          <dt>{t('Total')}</dt>
          <dd>{money(sums.total, { withCurrency: true })}</dd>
        </div>
        <div>
          <dt>{t('Receipts')}</dt>
          <dd>{number(sums.receipts)}</dd>
        </div>
        {(['received', 'refunded', 'reversed'] as const).map((key) => (
          <div key={key}>
            <dt>{{ received: t('Received'), refunded: t('Refunded'), reversed: t('Reversed') }[key]}</dt>
            <dd>{money(sums[key])}</dd>
          </div>
        ))}
        {sums.modes.map(({ payment_mode: id, payment_mode_name, total }) => (
          <div key={id}>
            <dt>{payment_mode_name}</dt>
            <dd>{money(total)}</dd>
          </div>
        ))}
      </dl>
      <ReceiptFiles filters={filters} />
    </div>
  )
}
