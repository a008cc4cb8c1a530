import { Textarea, TextInput } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import {
  DocumentForm,
  DocumentSum,
  type Found,
  type LineNote,
  takeByItem,
  type Taken,
  useDocument,
} from '#features/stock/web/lines-field.tsx'
import { listStock } from '#features/stock/contract-ledger.ts'
import { StoreField, useStores } from '#features/stock/web/store-field.tsx'
import { bareAmount } from '#web/text/amount-text.ts'
import { call } from '#web/calls/api.ts'
import type { EndpointForm as Form } from '#web/forms/form.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Empty } from '#web/ui/four-states.tsx'
import { sumOf } from '../line-sums.ts'
import { listSupplierPrices } from '../order-calls.ts'
import { SupplierField } from '../supplier-field.tsx'
import { orderColumns } from './order-columns.tsx'
import { foundLine, type OrderLine, packPrice } from './order-lines.ts'

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
  requests.length === 0 ? [] : [{ tone: 'inactive', text: t('for {numbers}', { numbers: requests.join(', ') }) }]

interface Asked {
  pack_units: number
  price: string
  unit_cost: string
}
const priceBy = (last: Asked, { pack_units }: OrderLine) =>
  last.pack_units === pack_units ? bareAmount(last.price) : packPrice(last.unit_cost, pack_units)

/** An order that is being written: from whom, where to, by when, and its lines with what they cost. */
export const OrderForm = ({ form }: { form: Form<OrderValues> }) => {
  const { can } = useRights()
  const mainStore = useStores()?.[0]?.id
  const document = useDocument<OrderLine, OrderValues>(form, {
    labels: {
      supplier: t('Supplier'),
      store: t('Deliver to'),
      expected_on: t('Expected'),
      note: t('Note to supplier'),
      items: t('Lines'),
    },
  })
  const { box, lines, change, values } = document
  const store = values.store ?? mainStore
  const columns = useMemo(() => orderColumns(), [])
  const sum = sumOf(lines)
  /** What this supplier last asked is better than what anybody last asked, unless somebody has typed meanwhile. */
  const askPrice = async ({ key, item, unit_price }: OrderLine) => {
    if (values.supplier === null) return
    const [last] = await call(listSupplierPrices, { params: { id: values.supplier }, query: { item, limit: 1 } }).catch(() => [])
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
    <DocumentForm
      document={document}
      title={t('Order')}
      save={t('Save draft')}
      extra={
        <DocumentSum>
          <span className="t2">
            {t('Net')} {money(sum.net)}
          </span>
          <span className="t2">
            {t('Tax')} {money(sum.tax)}
          </span>
          <output>{money(sum.total, { withCurrency: true })}</output>
        </DocumentSum>
      }
      fields={
        <>
          <SupplierField placeholder={t('Type a name')} required {...box('supplier')} />
          <StoreField {...box('store')} value={store ?? null} />
          <Suspense fallback={<TextInput label={t('Expected')} disabled />}>
            <DateField {...box('expected_on')} />
          </Suspense>
          <Textarea autosize minRows={1} maxRows={6} maxLength={1000} {...box('note')} />
        </>
      }
      lines={{
        label: t('Lines'),
        columns,
        take: can(listStock) ? take : undefined,
        mayRemove: true,
        notes: notesOf,
        totals: { net: money(sum.net) },
        store,
        empty: <Empty title={t('No lines yet')}>{t('Type an item name and press Enter, or scan its code.')}</Empty>,
      }}
    />
  )
}
