import type { DayOrder } from '#shared/day-orders.ts'
import { instantSeen, orderSeen } from '#platform/csv/day.ts'
import type { AnyImportKind, DateOrder } from '#platform/imports/kind.ts'
import type { ImportRecord } from './ledger.ts'
import type { Mapping } from './mapping.ts'
import type { Numbered } from './source.ts'

export type DateOrders = Record<string, DateOrder>
type Example = DateOrder['examples'][number]

interface Seen {
  column: string
  place: number
  examples: Map<Example['order'], Example>
  instants: Set<'midnight' | 'other'>
}

const EXAMPLE = 40

/** The columns of days among those that are read from the file. */
const dayColumns = ({ columns }: Pick<AnyImportKind, 'columns'>, mapping: Mapping) =>
  columns.flatMap(({ name, isDay }) => (isDay && Object.hasOwn(mapping, name) ? [{ column: name, place: mapping[name]! }] : []))

const orderOf = ({ examples, instants }: Seen, chosen: DayOrder | undefined): DateOrder => {
  const found = [...examples.values()]
  const is_midnight = instants.size === 1 && instants.has('midnight')
  const [day, month] = [examples.get('day first'), examples.get('month first')]
  const made = (order: DayOrder, basis: DateOrder['basis']) => ({ order, basis, is_midnight, examples: found })
  if (chosen) return made(chosen, 'chosen')
  if (day && month) return made('day first', 'conflict')
  if (day) return made('day first', 'file')
  return month ? made('month first', 'file') : made('day first', examples.has('either') ? 'assumed' : 'file')
}

/** A column whose own cells do not show their order has the one that the other columns of the file show, when they agree. */
const settled = (orders: DateOrders): DateOrders => {
  const shown = new Set(
    Object.values(orders).flatMap(({ basis, order, examples }) =>
      basis === 'chosen' || (basis === 'file' && examples.length > 0) ? [order] : [],
    ),
  )
  const [other] = shown
  if (shown.size !== 1 || !other) return orders
  return Object.fromEntries(
    Object.entries(orders).map(([column, one]) => [
      column,
      one.basis === 'assumed' ? { ...one, order: other, basis: 'file' as const } : one,
    ]),
  )
}

/**
 * The one order of day and month in each column of days, from all of its cells: shown by those that can be read in one way only, chosen by a
 * person, or `assumed` where nothing shows it: then a person has to choose.
 */
export const findDateOrders = async (rows: AsyncIterable<Numbered>, kind: AnyImportKind, one: ImportRecord): Promise<DateOrders> => {
  const chosen = one.date_orders as unknown as DateOrders
  const columns = dayColumns(kind, one.mapping as Mapping).map((column): Seen => ({ ...column, examples: new Map(), instants: new Set() }))
  if (columns.length === 0) return {}
  for await (const { row, record } of rows)
    for (const { place, examples, instants } of columns) {
      const text = record[place] ?? ''
      if (text === '') continue
      const order = orderSeen(text)
      if (order && !examples.has(order)) examples.set(order, { row, text: text.slice(0, EXAMPLE), order })
      const instant = instantSeen(text)
      if (instant) instants.add(instant)
    }
  return settled(
    Object.fromEntries(
      columns.map((seen) => {
        const known = chosen[seen.column]
        return [seen.column, orderOf(seen, known?.basis === 'chosen' ? known.order : undefined)]
      }),
    ),
  )
}

/** What to ask a person whose file contradicts itself or leaves the order open; null where it shows it. The columns say so themselves. */
export const conflictOf = (orders: DateOrders): string | null => {
  const bases = new Set(Object.values(orders).map(({ basis }) => basis))
  if (bases.has('conflict')) return 'Dates in the file contradict each other: choose whether the day or the month comes first.'
  return bases.has('assumed') ? 'The dates in the file do not show whether the day or the month comes first: choose.' : null
}
