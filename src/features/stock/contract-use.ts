import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id } from '#shared/paging.ts'

export const getUseByWeek = endpoint({
  method: 'GET',
  path: '/inventory/use-by-week/',
  summary: 'What was handed out, sold and used up, at cost, week by week',
  access: 'stock.view',
  live: ['stock'],
  query: fields({
    store: Id.optional(),
    /** How many weeks, this one included; 12 when absent. */
    weeks: z.coerce.number<number>().int().min(1).max(53).optional(),
  }),
  /** Every week, the earliest first; it begins on the Monday that is named. */
  response: z.array(z.object({ week: z.string(), value: z.string() })),
})
