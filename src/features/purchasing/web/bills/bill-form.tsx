import { TextInput, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { LineEditor, priceOf, type LineBox, type LineColumn, packBox } from '#features/stock/web/lines-field.tsx'
import { addDays } from '#shared/zoned.ts'
import { query } from '#web/calls/api.ts'
import { date, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { getSupplier, type Order, listPurchaseOrders } from '../receiving-calls.ts'
import { SupplierField } from '../supplier-field.tsx'
import type { BillLine } from './bill-lines.ts'
import '../receiving/receiving.css'
import './bills.css'
import { differenceWord, hintsOf } from './difference-words.ts'
import { MatchNote } from './match-note.tsx'
import { useBillForm } from './use-bill-form.ts'
import { sumOf } from '../line-sums.ts'

const typed = (key: 'quantity' | 'unit_price' | 'tax_rate', more: Partial<LineBox<BillLine>>): LineBox<BillLine> => ({
  value: (line) => line[key],
  write: (line, text) => ({ ...line, [key]: text }),
  ...more,
})
const packs = (count: number) => number(Math.round(count * 100) / 100)

/** What was ordered, what came and what the supplier bills, side by side. */
const billLineColumns = (hasOrder: boolean): readonly LineColumn<BillLine>[] => {
  const columns: (LineColumn<BillLine> | false)[] = [
    { key: 'pack', title: t('Counted in'), width: 132, box: { ...packBox<BillLine>(), isOff: ({ order_item }) => order_item !== null } },
    hasOrder && {
      key: 'ordered',
      title: t('Ordered'),
      width: 128,
      align: 'end',
      render: ({ ordered, ordered_price }) => (ordered === null ? '–' : `${number(ordered)} × ${money(ordered_price)}`),
    },
    {
      key: 'received',
      title: t('To be billed'),
      width: 96,
      align: 'end',
      render: ({ received }) => (received === null ? '–' : packs(received)),
    },
    { key: 'quantity', title: t('Billed'), width: 80, align: 'end', box: typed('quantity', { mode: 'numeric', maxLength: 9 }) },
    { key: 'unit_price', title: t('Price'), width: 104, align: 'end', box: typed('unit_price', { mode: 'decimal' }) },
    { key: 'tax_rate', title: t('Tax %'), width: 64, align: 'end', box: typed('tax_rate', { mode: 'decimal', maxLength: 6 }) },
    { key: 'total', title: t('With tax'), width: 112, align: 'end', render: (line) => money(sumOf([line]).total) },
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
        supplier === null ? t('Choose the supplier first') : orders.length === 0 ? t('No order of this supplier') : t('Without an order')
      }
      disabled={orders.length === 0}
      data={orders.map(({ id, number, date_created }) => ({ value: String(id), label: `${number} · ${date(date_created)}` }))}
      value={null}
      onChange={(id) => id !== null && onChange(Number(id))}
    />
  )
}

const ADDRESS = '/dashboard/inventory/order-bills'
/** The bill is recorded on purpose only: Enter in a box never sends it. */
const stay = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

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
  const { of, lines, change, take, matched, sum } = useBillForm({
    order: order?.id ?? null,
    supplier,
    lines: initial,
    draftKey,
    onSaved: ({ id, invoice_no, needs_approval }) => {
      toast.done(
        needs_approval
          ? t('Bill {{number}} is recorded; it differs and waits for approval.', { number: invoice_no })
          : t('Bill {{number}} is recorded.', { number: invoice_no }),
      )
      void go(`${ADDRESS}/${id}`)
    },
  })
  const { form } = of
  const values = form.getValues()
  const supplierId = order?.supplier ?? values.supplier
  const { data: known } = useQuery({ ...query(getSupplier, { params: { id: supplierId ?? 0 } }), enabled: supplierId !== null })
  const columns = useMemo(() => billLineColumns(order !== null), [order])
  const typedTotal = priceOf(values.total_cost)
  const isSame = typedTotal !== null && money(typedTotal) === money(sum.total)
  return (
    <div className="receive">
      <EndpointForm
        of={of}
        save={t('Record the bill')}
        onCancel={() => void go(ADDRESS)}
        extra={
          <span className="bill-sum num" role="status">
            <span className="t2">{t('The lines come to')}</span> <output>{money(sum.total)}</output>
          </span>
        }
      >
        <section className="section" aria-label={t('Bill')}>
          <div className="section-grid">
            {order === null && (
              <>
                <SupplierField
                  label={t('Supplier')}
                  required
                  autoFocus={supplier === null}
                  data-path="supplier"
                  onKeyDown={stay}
                  value={values.supplier}
                  onChange={(id) => form.setFieldValue('supplier', id)}
                  error={form.errors['supplier']}
                />
                <OrderOfSupplier supplier={values.supplier} onChange={onOrder} />
              </>
            )}
            <TextInput
              label={t('Number of the bill')}
              required
              autoFocus={supplierId !== null}
              autoComplete="off"
              onKeyDown={stay}
              {...form.getInputProps('invoice_no')}
            />
            <DateField label={t('Date of the bill')} required {...form.getInputProps('bill_date')} />
            <DateField
              label={t('Due on')}
              {...form.getInputProps('due_on')}
              placeholder={
                known && /^\d{4}-\d\d-\d\d$/.test(values.bill_date)
                  ? date(addDays(values.bill_date, known.payment_days))
                  : t('day month year')
              }
            />
            <AmountField
              label={t('Total of the bill, with tax')}
              required
              onKeyDown={stay}
              placeholder={lines.length > 0 ? money(sum.total) : undefined}
              description={isSame ? t('As much as the lines come to') : undefined}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('total_cost')}
            />
            <TextInput label={t('Note')} maxLength={1000} autoComplete="off" onKeyDown={stay} {...form.getInputProps('note')} />
          </div>
        </section>
        <MatchNote of={matched} lines={lines} isTyped={values.invoice_no.trim() !== '' || values.total_cost.trim() !== ''} />
        <LineEditor
          label={t('Lines of the bill')}
          lines={lines}
          change={change}
          columns={columns}
          take={take}
          notes={(line) => [
            ...(matched.differences ?? [])
              .filter(({ item }) => item === line.item)
              .map((one) => ({ tone: 'attention' as const, text: differenceWord(one) })),
            ...hintsOf(line).map((text) => ({ tone: 'waiting' as const, text })),
          ]}
          errors={form.errors}
          totals={{ total: money(sum.total) }}
          empty={
            <Empty title={order === null ? t('No lines yet') : t('Nothing of this order waits to be billed')}>
              {t('A bill may be recorded by its total alone; with its lines it is held against what was received.')}
            </Empty>
          }
        />
      </EndpointForm>
    </div>
  )
}
