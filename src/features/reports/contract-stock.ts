import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id } from '#shared/paging.ts'
import { Table, tableTypes } from '#shared/table.ts'
import { covered, Day, range } from './days.ts'

export const stockGroups = ['item', 'store', 'category'] as const
const Group = z.enum(stockGroups, { error: `Choose one of: ${stockGroups.join(', ')}.` })

const read = {
  method: 'GET',
  access: 'reports.stock',
  audit: 'read',
  work: 'report',
  offers: Object.values(tableTypes),
  response: Table,
} as const
/** The state of things at the end of a day; today when none is named. */
const onDay = { date: Day.optional() }

export const stockValue = endpoint({
  ...read,
  path: '/reports/stock_value/',
  summary: 'What the stock was worth at the end of a day, at cost: by item, store or category; what is on its way counts where it goes',
  query: fields({ ...onDay, group: Group.optional(), store: Id.optional() }),
})
export const stockUsed = endpoint({
  ...read,
  path: '/reports/stock_used/',
  summary: 'What was handed out and used up in a range of days, at cost: by item, store or category',
  query: covered(fields({ ...range, group: Group.optional(), store: Id.optional() })),
})
export const stockLost = endpoint({
  ...read,
  path: '/reports/stock_lost/',
  summary: 'What was thrown away, lost, or found otherwise than the books said in a range of days, at cost',
  query: covered(fields({ ...range, store: Id.optional() })),
})
export const slowStock = endpoint({
  ...read,
  path: '/reports/slow_stock/',
  summary: 'Items in stock that nobody has used for longer than the item says, the most valuable first',
  query: fields(onDay),
})
export const purchases = endpoint({
  ...read,
  path: '/reports/purchases/',
  summary: 'What each supplier delivered, billed, took back and was paid in a range of days, and what is owed now',
  query: covered(fields(range)),
})
