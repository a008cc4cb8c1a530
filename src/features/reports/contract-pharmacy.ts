import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { fields } from '#shared/paging.ts'
import { Table, tableTypes } from '#shared/table.ts'
import { covered, range } from './days.ts'

const read = {
  method: 'GET',
  access: 'reports.pharmacy',
  audit: 'read',
  work: 'report',
  offers: Object.values(tableTypes),
  response: Table,
} as const
const days = covered(fields(range))

export const dispensedByDay = endpoint({
  ...read,
  path: '/reports/dispensed_by_day/',
  summary: 'What was handed out of prescriptions, day by day: how many, in part, as something else, and what was refused',
  query: days,
})
export const dispensedByItem = endpoint({
  ...read,
  path: '/reports/dispensed_by_item/',
  summary: 'What was handed out and sold in a range of days, item by item, at the price that was charged',
  query: days,
})
export const dispensedByPerson = endpoint({
  ...read,
  path: '/reports/dispensed_by_person/',
  summary: 'Who handed out and sold how much in a range of days',
  query: days,
})
export const waitGroups = ['day', 'hour'] as const
export const dispensingWaits = endpoint({
  ...read,
  path: '/reports/dispensing_waits/',
  summary: 'How long prescriptions waited from being written until something of them was first handed out, by day or by hour of the day',
  query: covered(fields({ ...range, group: z.enum(waitGroups, { error: `Choose one of: ${waitGroups.join(', ')}.` }).optional() })),
})
export const counterSales = endpoint({
  ...read,
  path: '/reports/counter_sales/',
  summary: 'What was sold at the counter and what came back to the pharmacy, day by day, at the price that was charged',
  query: days,
})
