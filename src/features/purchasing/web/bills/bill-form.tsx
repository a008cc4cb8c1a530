import { TextInput, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { DocumentForm, DocumentSum, type LineColumn, packBox, priceOf, textBox } from '#features/stock/web/lines-field.tsx'
import { addDays } from '#shared/zoned.ts'
import { query } from '#web/calls/api.ts'
import { date, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { getSupplier, type Order, listPurchaseOrders } from '../receiving-calls.ts'
import { SupplierField } from '../supplier-field.tsx'
import type { BillLine } from './bill-lines.ts'
import { differenceWord, hintsOf } from './difference-labels.ts'
import { MatchNote } from './match-note.tsx'
import { useBillForm } from './use-bill-form.ts'
import { sumOf } from '../line-sums.ts'

const packs = (count: number) => number(Math.round(count * 100) / 100)

/** What was ordered, what came and what the supplier bills, side by side. */
const billLineColumns = (hasOrder: boolean): readonly LineColumn<BillLine>[] => {
  const columns: (LineColumn<BillLine> | false)[] = [
    { key: 'pack', title: t('Pack'), width: 132, box: { ...packBox<BillLine>(), isOff: ({ order_item }) => order_item !== null } },
    hasOrder && {
      key: 'ordered',
      title: t('Ordered'),
      width: 128,
      align: 'end',
      render: ({ ordered, ordered_price }) => (ordered === null ? '–' : `${number(ordered)} × ${money(ordered_price)}`),
    },
    {
      key: 'received',
      title: t('To invoice'),
      width: 96,
      align: 'end',
      render: ({ received }) => (received === null ? '–' : packs(received)),
    },
    { key: 'quantity', title: t('Billed'), width: 80, align: 'end', box: textBox('quantity', { mode: 'numeric', maxLength: 9 }) },
    { key: 'unit_price', title: t('Price'), width: 104, align: 'end', box: textBox('unit_price', { mode: 'decimal' }) },
    { key: 'tax_rate', title: t('Tax %'), width: 64, align: 'end', box: textBox('tax_rate', { mode: 'decimal', maxLength: 6 }) },
    { key: 'total', title: t('Incl. tax'), width: 112, align: 'end', render: (line) => money(sumOf([line]).total) },
  ]
  return columns.filter((column) => column !== false)
}

const SHOWN = 50
const billable = new Set(['sent', 'part-received', 'received', 'closed'])

/** The order that a bill belongs to: what was received of it is then filled in. */
const OrderOfSupplier = ({ supplier, onChange }: { supplier: number | null; onChange: (order: number) => void }) => {
  const { data = [] } = useQuery({
    ...query(listPurchaseOrders, { query: { supplier: supplier ?? 0, limit: SHOWN } }),
    enabled: supplier !== null,
  })
  const orders = data.filter(({ status }) => billable.has(status))
  return (
    <Select
      label={t('Order')}
      placeholder={
        supplier === null ? t('Choose the supplier first') : orders.length === 0 ? t('No orders with this supplier') : t('Without an order')
      }
      disabled={orders.length === 0}
      data={orders.map(({ id, number, date_created }) => ({ value: String(id), label: `${number} · ${date(date_created)}` }))}
      value={null}
      onChange={(id) => id !== null && onChange(Number(id))}
    />
  )
}

const ADDRESS = '/dashboard/inventory/order-bills'
interface Props {
  order: Order | null
  supplier: number | null
  lines: BillLine[]
  draftKey: string
  onOrder: (order: number) => void
}

/** A supplier's bill: what the paper says, beside what was ordered and received. */
export const BillForm = ({ order, supplier, lines: initial, draftKey, onOrder }: Props) => {
  const go = useNavigate()
  const { document, take, matched, sum } = useBillForm({
    order: order?.id ?? null,
    supplier,
    lines: initial,
    draftKey,
    onSaved: ({ id, invoice_no, needs_approval }) => {
      toast.done(
        needs_approval
          ? t('Invoice {number} is recorded; it differs and needs approval.', { number: invoice_no })
          : t('Invoice {number} is recorded.', { number: invoice_no }),
      )
      void go(`${ADDRESS}/${id}`)
    },
  })
  const { box, lines, values } = document
  const supplierId = order?.supplier ?? values.supplier
  const { data: known } = useQuery({ ...query(getSupplier, { params: { id: supplierId ?? 0 } }), enabled: supplierId !== null })
  const columns = useMemo(() => billLineColumns(order !== null), [order])
  const typedTotal = priceOf(values.total_cost)
  const isSame = typedTotal !== null && money(typedTotal) === money(sum.total)
  return (
    <DocumentForm
      document={document}
      title={t('Bill')}
      save={t('Record invoice')}
      onCancel={() => void go(ADDRESS)}
      extra={
        <DocumentSum>
          <span className="t2">{t('Total of lines')}</span> <output>{money(sum.total)}</output>
        </DocumentSum>
      }
      fields={
        <>
          {order === null && (
            <>
              <SupplierField required autoFocus={supplier === null} {...box('supplier')} />
              <OrderOfSupplier supplier={values.supplier} onChange={onOrder} />
            </>
          )}
          <TextInput required autoFocus={supplierId !== null} autoComplete="off" {...box('invoice_no')} />
          <DateField required {...box('bill_date')} />
          <DateField
            {...box('due_on')}
            placeholder={
              known && /^\d{4}-\d\d-\d\d$/.test(values.bill_date)
                ? date(addDays(values.bill_date, known.payment_days))
                : t('day month year')
            }
          />
          <AmountField
            required
            placeholder={lines.length > 0 ? money(sum.total) : undefined}
            description={isSame ? t('Same as the total of the lines') : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...box('total_cost')}
          />
          <TextInput maxLength={1000} autoComplete="off" {...box('note')} />
        </>
      }
      note={<MatchNote match={matched} lines={lines} isTyped={values.invoice_no.trim() !== '' || values.total_cost.trim() !== ''} />}
      lines={{
        label: t('Bill lines'),
        columns,
        take,
        notes: (line) => [
          ...(matched.differences ?? [])
            .filter(({ item }) => item === line.item)
            .map((one) => ({ tone: 'attention' as const, text: differenceWord(one) })),
          ...hintsOf(line).map((text) => ({ tone: 'waiting' as const, text })),
        ],
        totals: { total: money(sum.total) },
        empty: (
          <Empty title={order === null ? t('No lines yet') : t('Nothing left to invoice on this order')}>
            {t('An invoice can be recorded by its total alone; with lines, it is matched against the goods received.')}
          </Empty>
        ),
      }}
    />
  )
}
