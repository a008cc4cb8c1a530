import type { Table, TableRow } from '#shared/table.ts'
import type { Called } from '#web/calls/api.ts'
import {
  counterSales,
  dayClose,
  debtors,
  dispensedByDay,
  dispensedByItem,
  dispensedByPerson,
  dispensingWaits,
  purchases,
  saleByDate,
  saleByItemAndDate,
  salesByPayer,
  salesByService,
  type serviceGroups,
  slowStock,
  type stockGroups,
  stockLost,
  stockUsed,
  stockValue,
  takingsByCashier,
  totalByPaymentMode,
  type waitGroups,
} from '../contract.ts'
import type { Days } from './ranges.ts'

export const reportKeys = [
  'takings',
  'cashiers',
  'by-date',
  'by-item',
  'by-service',
  'by-payer',
  'debtors',
  'day-close',
  'stock-value',
  'stock-used',
  'stock-lost',
  'slow-stock',
  'purchases',
  'dispensed',
  'dispensed-items',
  'dispensed-people',
  'waits',
  'counter-sales',
  'lab-turnaround',
  'lab-workload',
  'lab-rejections',
  'lab-critical',
] as const
export type ReportKey = (typeof reportKeys)[number]

/** What a person has chosen. */
export interface Choice extends Days {
  item?: number | undefined
  group?: (typeof serviceGroups)[number] | undefined
  by?: (typeof stockGroups)[number] | undefined
  store?: number | undefined
  wait?: (typeof waitGroups)[number] | undefined
}

export interface ReportView {
  key: ReportKey
  label: string
  /** What it counts, where a report beside it counts something else. */
  about?: string
  /** Which choices it has besides its days. */
  chooses?: readonly ('item' | 'group' | 'by' | 'store' | 'wait')[]
  endpoint: Called
  request: (choice: Choice) => { query?: Record<string, unknown>; body?: Record<string, unknown> }
  /** A range of days, or the state of things on one. */
  period: 'range' | 'day'
  /** The sums shown large, the first of them first. */
  figures: readonly string[]
  /** `why` tells bars of one name apart. */
  chart?: {
    kind: 'days' | 'names'
    name: string
    value: string
    why?: string
    /** In the order of the table, all of them. */
    isInOrder?: true
    /** Sums would say nothing: not of days to months, nor of the rest. */
    isUnsummed?: true
  }
  /** What stays on a phone. */
  onPhone: readonly string[]
}

export const range = ({ from, to }: Days) => ({ start_date: from, end_date: to })
// Nothing is changed by it: without a key the reply is not kept.
const asked = <E extends Called>(endpoint: E): E => ({ ...endpoint, idempotent: false })

/** What the clinic has sold, taken and is owed. */
export const salesReports: readonly ReportView[] = [
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
    key: 'cashiers',
    label: 'Takings by cashier',
    endpoint: takingsByCashier,
    request: (choice) => ({ query: range(choice) }),
    period: 'range',
    figures: ['total', 'received', 'refunded', 'reversed'],
    onPhone: ['person', 'payment_mode_name', 'total'],
  },
  {
    key: 'by-date',
    label: 'Sales by date',
    endpoint: asked(saleByDate),
    request: (choice) => ({ body: range(choice) }),
    period: 'range',
    figures: ['net', 'billed', 'credited', 'tax_net', 'bills'],
    chart: { kind: 'days', name: 'day', value: 'net' },
    onPhone: ['day', 'net'],
  },
  {
    key: 'by-item',
    label: 'Sales by item and date',
    chooses: ['item'],
    endpoint: asked(saleByItemAndDate),
    request: ({ item, ...days }) => ({ body: { ...range(days), item_id: item } }),
    period: 'range',
    figures: ['net', 'quantity', 'billed', 'credited', 'tax_net'],
    chart: { kind: 'days', name: 'day', value: 'net' },
    onPhone: ['day', 'net'],
  },
  {
    key: 'by-service',
    label: 'Sales by service',
    chooses: ['group'],
    endpoint: salesByService,
    request: ({ group, ...days }) => ({ query: { ...range(days), group } }),
    period: 'range',
    figures: ['net', 'billed', 'credited', 'tax_net', 'lines'],
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

const nameOf = (by: Choice['by'] = 'item') => ({ item: 'item_name', store: 'store_name', category: 'category' })[by]

/** What the stores have, use, lose and buy. */
export const stockReports = (by: Choice['by']): readonly ReportView[] => [
  {
    key: 'stock-value',
    label: 'Stock value',
    chooses: ['by', 'store'],
    endpoint: stockValue,
    request: ({ to, by: group, store }) => ({ query: { date: to, group, store } }),
    period: 'day',
    figures: ['value', 'unusable'],
    chart: { kind: 'names', name: nameOf(by), value: 'value' },
    onPhone: [nameOf(by), 'value'],
  },
  {
    key: 'stock-used',
    label: 'Stock used',
    chooses: ['by', 'store'],
    endpoint: stockUsed,
    request: ({ by: group, store, ...days }) => ({ query: { ...range(days), group, store } }),
    period: 'range',
    figures: ['cost'],
    chart: { kind: 'names', name: nameOf(by), value: 'cost' },
    onPhone: [nameOf(by), 'cost'],
  },
  {
    key: 'stock-lost',
    label: 'Stock losses',
    chooses: ['store'],
    endpoint: stockLost,
    request: ({ store, ...days }) => ({ query: { ...range(days), store } }),
    period: 'range',
    figures: ['cost'],
    chart: { kind: 'names', name: 'item_name', value: 'cost', why: 'kind' },
    onPhone: ['kind', 'item_name', 'cost'],
  },
  {
    key: 'slow-stock',
    label: 'Slow-moving stock',
    endpoint: slowStock,
    request: ({ to }) => ({ query: { date: to } }),
    period: 'day',
    figures: ['value'],
    chart: { kind: 'names', name: 'item_name', value: 'value' },
    onPhone: ['item_name', 'days', 'value'],
  },
  {
    key: 'purchases',
    label: 'Purchases by supplier',
    endpoint: purchases,
    request: (choice) => ({ query: range(choice) }),
    period: 'range',
    figures: ['billed', 'delivered', 'paid', 'returned', 'owed'],
    chart: { kind: 'names', name: 'supplier_name', value: 'billed' },
    onPhone: ['supplier_name', 'billed', 'owed'],
  },
]

/** What the pharmacy hands out, sells and takes back, and who waits for it. */
export const pharmacyReports = (wait: Choice['wait'] = 'day'): readonly ReportView[] => [
  {
    key: 'dispensed',
    label: 'Dispensed by day',
    about: 'Prescriptions only, without counter sales',
    endpoint: dispensedByDay,
    request: (choice) => ({ query: range(choice) }),
    period: 'range',
    figures: ['value', 'lines', 'part', 'other', 'refused'],
    chart: { kind: 'days', name: 'day', value: 'lines' },
    onPhone: ['day', 'lines', 'value'],
  },
  {
    key: 'dispensed-items',
    label: 'Dispensed by item',
    about: 'Prescriptions and counter sales',
    endpoint: dispensedByItem,
    request: (choice) => ({ query: range(choice) }),
    period: 'range',
    figures: ['value', 'times'],
    chart: { kind: 'names', name: 'item_name', value: 'value' },
    onPhone: ['item_name', 'times', 'value'],
  },
  {
    key: 'dispensed-people',
    label: 'Dispensed by user',
    about: 'Prescriptions and counter sales',
    endpoint: dispensedByPerson,
    request: (choice) => ({ query: range(choice) }),
    period: 'range',
    figures: ['value', 'dispenses', 'lines', 'sales'],
    chart: { kind: 'names', name: 'person', value: 'lines' },
    onPhone: ['person', 'lines', 'value'],
  },
  {
    key: 'waits',
    label: 'Medicine waiting time',
    chooses: ['wait'],
    endpoint: dispensingWaits,
    request: (choice) => ({ query: { ...range(choice), group: wait } }),
    period: 'range',
    figures: ['prescriptions'],
    chart: { kind: wait === 'day' ? 'days' : 'names', name: wait, value: 'median', isInOrder: true, isUnsummed: true },
    onPhone: [wait, 'median', 'ninety'],
  },
  {
    key: 'counter-sales',
    label: 'Counter sales and returns',
    about: 'Counter sales; returns of prescriptions as well',
    endpoint: counterSales,
    request: (choice) => ({ query: range(choice) }),
    period: 'range',
    figures: ['value', 'sales', 'returned', 'returns'],
    chart: { kind: 'days', name: 'day', value: 'value' },
    onPhone: ['day', 'value', 'returned'],
  },
]

/** The reply of any of them as a table: takings call their rows by an older name. */
export const tableOf = (reply: Table | (Omit<Table, 'rows'> & { data: TableRow[] })): Table =>
  'rows' in reply ? reply : { ...reply, rows: reply.data }
