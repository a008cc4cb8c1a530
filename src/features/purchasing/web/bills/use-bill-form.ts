import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Found, priceOf, useDocument } from '#features/stock/web/lines-field.tsx'
import { amountText } from '#web/text/amount-text.ts'
import { call } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { today } from '#web/text/format.ts'
import { randomId } from '#web/calls/random-id.ts'
import { sumOf } from '../line-sums.ts'
import { checkOrderBill, createOrderBill, type BillDifference } from '../receiving-calls.ts'
import { billRow, isReadable, takeIntoBill, type BillLine } from './bill-lines.ts'

interface Values extends Record<string, unknown> {
  supplier: number | null
  invoice_no: string
  bill_date: string
  due_on: string
  total_cost: string
  note: string
  lines: BillLine[]
}
interface Options {
  order: number | null
  supplier: number | null
  lines: BillLine[]
  draftKey: string
  onSaved: (bill: { id: number; invoice_no: string; needs_approval: boolean }) => void
}

const PAUSE_MS = 400

/** Where the bill differs from order and receipts, as the server sees it once the typing pauses; nothing while it cannot be read. */
const useDifferences = (order: number | null, { supplier, total_cost, lines }: Values) => {
  const isWhole = (order !== null || supplier !== null) && lines.length > 0 && isReadable(lines)
  const total = priceOf(total_cost)
  const body = {
    ...(order === null ? { supplier: supplier ?? undefined } : { purchase_order: order }),
    ...(total !== null && Number(total) > 0 && { total_cost: total }),
    items: isWhole ? lines.map(billRow) : [],
  }
  const [asked] = useDebouncedValue(JSON.stringify(body), PAUSE_MS)
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['bill-check', asked] as const,
    queryFn: ({ signal }) => call(checkOrderBill, { body: JSON.parse(asked) as typeof body }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isWhole,
  })
  const isFresh = isWhole && !isPlaceholderData && asked === JSON.stringify(body)
  return { differences: isWhole ? data?.matched : undefined, isFresh }
}
export type Matched = { differences: BillDifference[] | undefined; isFresh: boolean }

/** The form of a supplier's bill, held against order and receipts while it is typed. */
export const useBillForm = ({ order, supplier, lines: initial, draftKey, onSaved }: Options) => {
  const endpointForm = useEndpointForm<typeof createOrderBill, Values>(createOrderBill, {
    initialValues: { supplier, invoice_no: '', bill_date: today(), due_on: '', total_cost: '', note: '', lines: initial },
    draftKey,
    toBody: (values) => ({
      ...(order === null ? { supplier: values.supplier ?? undefined } : { purchase_order: order }),
      invoice_no: values.invoice_no,
      bill_date: values.bill_date,
      due_on: values.due_on || undefined,
      total_cost: amountText(values.total_cost),
      note: values.note,
      items: values.lines.map(billRow),
    }),
    onSaved,
  })
  const document = useDocument<BillLine, Values>(endpointForm, {
    labels: {
      supplier: t('Supplier'),
      invoice_no: t('Invoice number'),
      bill_date: t('Invoice date'),
      due_on: t('Due on'),
      total_cost: t('Invoice total, incl. tax'),
      note: t('Note'),
    },
  })
  const matched: Matched = useDifferences(order, document.values)
  return {
    document,
    matched,
    sum: sumOf(document.lines),
    take: (now: readonly BillLine[], found: Found) => takeIntoBill(now, found, randomId()),
  }
}
