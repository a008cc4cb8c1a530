import type { Table, TableRow } from '#shared/table.ts'
import type { Called } from '#web/api.ts'
import {
  dayClose,
  debtors,
  saleByDate,
  saleByItemAndDate,
  salesByPayer,
  salesByService,
  type serviceGroups,
  totalByPaymentMode,
} from '../contract.ts'
import type { Days } from './ranges.ts'

export const reportKeys = ['takings', 'by-date', 'by-item', 'by-service', 'by-payer', 'debtors', 'day-close'] as const
export type ReportKey = (typeof reportKeys)[number]

/** What a person has chosen. */
export interface Choice extends Days {
  item?: number | undefined
  group?: (typeof serviceGroups)[number] | undefined
}

export interface ReportView {
  key: ReportKey
  label: string
  endpoint: Called
  request: (choice: Choice) => { query?: Record<string, unknown>; body?: Record<string, unknown> }
  /** A range of days, or the state of things on one. */
  period: 'range' | 'day'
  /** The sums shown large, the first of them first. */
  figures: readonly string[]
  chart?: { kind: 'days' | 'names'; name: string; value: string }
  /** What stays on a phone. */
  onPhone: readonly string[]
}

const range = ({ from, to }: Days) => ({ start_date: from, end_date: to })
// Nothing is changed by it: without a key the reply is not kept.
const asked = <E extends Called>(endpoint: E): E => ({ ...endpoint, idempotent: false })

export const reportViews: readonly ReportView[] = [
  {
    key: 'takings',
    label: 'Takings by payment mode',
    endpoint: totalByPaymentMode,
    request: (choice) => ({ query: range(choice) }),
    period: 'range',
    figures: ['total', 'received', 'refunded', 'reversed'],
    chart: { kind: 'names', name: 'payment_mode_name', value: 'total' },
    onPhone: ['payment_mode_name', 'total'],
  },
  {
    key: 'by-date',
    label: 'Sales by date',
    endpoint: asked(saleByDate),
    request: (choice) => ({ body: range(choice) }),
    period: 'range',
    figures: ['net', 'billed', 'credited', 'tax', 'bills'],
    chart: { kind: 'days', name: 'day', value: 'net' },
    onPhone: ['day', 'net'],
  },
  {
    key: 'by-item',
    label: 'Sales by item and date',
    endpoint: asked(saleByItemAndDate),
    request: ({ item, ...days }) => ({ body: { ...range(days), item_id: item } }),
    period: 'range',
    figures: ['net', 'quantity', 'billed', 'credited'],
    chart: { kind: 'days', name: 'day', value: 'net' },
    onPhone: ['day', 'net'],
  },
  {
    key: 'by-service',
    label: 'Sales by service',
    endpoint: salesByService,
    request: ({ group, ...days }) => ({ query: { ...range(days), group } }),
    period: 'range',
    figures: ['net', 'billed', 'credited', 'tax', 'lines'],
    chart: { kind: 'names', name: 'name', value: 'net' },
    onPhone: ['name', 'net'],
  },
  {
    key: 'by-payer',
    label: 'Sales by payer',
    endpoint: salesByPayer,
    request: (choice) => ({ query: range(choice) }),
    period: 'range',
    figures: ['net', 'received', 'credited'],
    chart: { kind: 'names', name: 'payer', value: 'net' },
    onPhone: ['payer', 'net'],
  },
  {
    key: 'debtors',
    label: 'Debtors',
    endpoint: debtors,
    request: ({ to }) => ({ query: { date: to } }),
    period: 'day',
    figures: ['balance', 'days_30', 'days_60', 'days_90', 'older', 'to_pay_back'],
    onPhone: ['name', 'balance'],
  },
  {
    key: 'day-close',
    label: 'Day close',
    endpoint: dayClose,
    request: ({ to }) => ({ query: { date: to } }),
    period: 'day',
    figures: [],
    onPhone: ['entry', 'count', 'amount'],
  },
]

/** The reply of any of them as a table: takings call their rows by an older name. */
export const tableOf = (reply: Table | (Omit<Table, 'rows'> & { data: TableRow[] })): Table =>
  'rows' in reply ? reply : { ...reply, rows: reply.data }
