import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { tableTypes, type TableFile } from '#shared/table.ts'
import { download, query } from '#web/calls/api.ts'
import { receiptList } from '#web/calls/room-calls.ts'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { sumReceipts } from '#features/billing/contract-payments.ts'

interface ReceiptFilters {
  q?: string | undefined
  kind?: 'payment' | 'refund' | 'reversal' | undefined
  date?: string | undefined
  patient_id?: number | undefined
  invoice?: number | undefined
  received_by?: number | undefined
  payment_mode?: number | undefined
  counter?: 'cashier' | 'pharmacy' | undefined
}

/** Whether the filters choose few enough receipts to add up on every change; nobody asks for the sum of all receipts ever. */
const canBeSummed = ({ q, date, patient_id, invoice, received_by }: ReceiptFilters) =>
  [q, date, patient_id, invoice, received_by].some((value) => value !== undefined && value !== '')

/** The sums of the receipts in the list; asked for only by who may see them, and once a day, patient, bill, person or text is chosen. */
export const useReceiptSums = (filters: ReceiptFilters, isPermitted: boolean) =>
  useQuery({ ...query(sumReceipts, { query: filters }), enabled: isPermitted && canBeSummed(filters) }).data

/** What the receipts of the list come to, and the same receipts of one day as a file or on paper. */
export const ReceiptTotals = ({ filters }: { filters: ReceiptFilters }) => {
  const sums = useReceiptSums(filters, true)
  const { date, received_by, payment_mode, counter, kind } = filters
  const { mutate, isPending } = useMutation({
    mutationFn: ({ file, open }: { file: TableFile; open: boolean }) =>
      download(
        receiptList,
        { query: { start_date: date ?? '', end_date: date ?? '', received_by, payment_mode, counter, kind } },
        { accept: tableTypes[file], open },
      ),
    onError: toast.failed,
  })
  if (!sums) return canBeSummed(filters) ? null : <span className="small t3">{t('Choose a day to export or print its receipts.')}</span>
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
      {date === undefined ? (
        <span className="small t3">{t('Choose a day to export or print its receipts.')}</span>
      ) : (
        <span className="row">
          {(['csv', 'xlsx'] as const).map((file) => (
            <Button
              key={file}
              leftSection={<IconDownload size={16} aria-hidden />}
              disabled={isPending}
              onClick={() => mutate({ file, open: false })}
            >
              {file === 'csv' ? 'CSV' : 'Excel'}
            </Button>
          ))}
          <Button
            leftSection={<IconPrinter size={16} aria-hidden />}
            disabled={isPending}
            onClick={() => mutate({ file: 'pdf', open: true })}
          >
            {t('Print')}
          </Button>
        </span>
      )}
    </div>
  )
}
