import { Textarea, TextInput } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import {
  besideLines,
  type Found,
  LineEditor,
  type LineNote,
  takeByItem,
  type Taken,
  useFormLines,
} from '#features/stock/web/lines-field.tsx'
import { listStock } from '#features/stock/contract-ledger.ts'
import { StoreField, useStores } from '#features/stock/web/store-field.tsx'
import { bareAmount } from '#web/text/amount-text.ts'
import { call } from '#web/calls/api.ts'
import type { EndpointForm as Form } from '#web/forms/form.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { sumOf } from '../line-sums.ts'
import { listSupplierPrices } from '../order-calls.ts'
import { SupplierField } from '../supplier-field.tsx'
import { orderColumns } from './order-columns.tsx'
import { foundLine, type OrderLine, packPrice } from './order-lines.ts'
import '../purchasing.css'

// The calendar is no part of what is typed into first.
const DateField = lazy(async () => ({ default: (await import('#web/ui/date-field.tsx')).DateField }))

export interface OrderValues extends Record<string, unknown> {
  supplier: number | null
  store: number | null
  expected_on: string
  note: string
  lines: OrderLine[]
}

const takeLine = takeByItem<OrderLine>(foundLine)
const notesOf = ({ requests }: OrderLine): readonly LineNote[] =>
  requests.length === 0 ? [] : [{ tone: 'inactive', text: t('for {{numbers}}', { numbers: requests.join(', ') }) }]

interface Asked {
  pack_units: number
  price: string
  unit_cost: string
}
const priceBy = (last: Asked, { pack_units }: OrderLine) =>
  last.pack_units === pack_units ? bareAmount(last.price) : packPrice(last.unit_cost, pack_units)

/** An order that is being written: from whom, where to, by when, and its lines with what they cost. */
export const OrderForm = ({ of }: { of: Form<OrderValues> }) => {
  const { can } = useRights()
  const { form } = of
  const { supplier } = form.getValues()
  const mainStore = useStores()?.[0]?.id
  const store = form.getValues().store ?? mainStore
  const { lines, change } = useFormLines<OrderLine, OrderValues>(form)
  const columns = useMemo(() => orderColumns(), [])
  const sum = sumOf(lines)
  /** What this supplier last asked is better than what anybody last asked, unless somebody has typed meanwhile. */
  const askPrice = async ({ key, item, unit_price }: OrderLine) => {
    if (supplier === null) return
    const [last] = await call(listSupplierPrices, { params: { id: supplier }, query: { item, limit: 1 } }).catch(() => [])
    if (!last) return
    change((now) =>
      now.map((line) => (line.key === key && line.unit_price === unit_price ? { ...line, unit_price: priceBy(last, line) } : line)),
    )
  }
  const take = (now: readonly OrderLine[], found: Found): Taken<OrderLine> => {
    const taken = takeLine(now, found)
    const line = taken.lines.length > now.length && taken.lines.at(-1)
    if (line) void askPrice(line)
    return taken
  }
  return (
    <div className="order-form">
      <EndpointForm
        of={of}
        save={t('Save draft')}
        extra={
          <span className="order-sum num">
            <span className="t2">
              {t('Net')} {money(sum.net)}
            </span>
            <span className="t2">
              {t('Tax')} {money(sum.tax)}
            </span>
            <output>{money(sum.total, { withCurrency: true })}</output>
          </span>
        }
        labels={{
          supplier: t('Supplier'),
          store: t('Deliver to'),
          expected_on: t('Expected'),
          note: t('Note to the supplier'),
          items: t('Lines'),
        }}
      >
        <section className="section order-fields" aria-label={t('Order')}>
          <SupplierField label={t('Supplier')} placeholder={t('Type a name')} required {...besideLines(form, 'supplier')} />
          <StoreField label={t('Deliver to')} {...besideLines(form, 'store')} value={store ?? null} />
          <Suspense fallback={<TextInput label={t('Expected')} disabled />}>
            <DateField
              label={t('Expected')}
              {...besideLines(form, 'expected_on')}
              onChange={(day) => besideLines(form, 'expected_on').onChange(day ?? '')}
            />
          </Suspense>
          <Textarea
            className="order-note"
            label={t('Note to the supplier')}
            autosize
            minRows={1}
            maxRows={6}
            maxLength={1000}
            {...besideLines(form, 'note')}
            onChange={(event) => besideLines(form, 'note').onChange(event.currentTarget.value)}
          />
        </section>
        <LineEditor
          label={t('Lines')}
          lines={lines}
          change={change}
          columns={columns}
          take={can(listStock) ? take : undefined}
          mayRemove
          notes={notesOf}
          errors={form.errors}
          totals={{ net: money(sum.net) }}
          store={store}
          empty={<Empty title={t('No lines yet')}>{t('Type the name of an item and press Enter, or scan its code.')}</Empty>}
        />
      </EndpointForm>
    </div>
  )
}
