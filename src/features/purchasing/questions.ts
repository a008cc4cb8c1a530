import { sql } from 'kysely'
import type { Topics } from '#platform/questions/subject.ts'
import { supplierBills } from './questions-bills.ts'
import { deliveries, purchaseOrders } from './questions-orders.ts'
import { requisitions } from './questions-requisitions.ts'

/** What was asked for, ordered, delivered and billed, and by whom. */
export const questions: Topics = {
  subjects: [purchaseOrders, deliveries, requisitions, supplierBills],
  vocabularies: [
    {
      name: 'supplier',
      noun: 'supplier',
      rows: sql`select s.id, s.name, array_remove(array[s.common_name], null) as also from suppliers s`,
      access: ['purchasing.view', 'stock.view'],
    },
  ],
}
