import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { LineEditor, priceOf } from '#features/stock/web/lines-field.tsx'
import { addDays } from '#shared/zoned.ts'
import { query } from '#web/calls/api.ts'
import { date, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { getSupplier, type Order } from '../receiving-calls.ts'
import { SupplierField } from '../supplier-field.tsx'
import { billLineColumns } from './bill-line-columns.ts'
import type { BillLine } from './bill-lines.ts'
import '../receiving/receiving.css'
import './bills.css'
import { differenceWord, hintsOf } from './difference-words.ts'
import { MatchNote } from './match-note.tsx'
import { OrderOfSupplier } from './order-of-supplier.tsx'
import { useBillForm } from './use-bill-form.ts'

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
