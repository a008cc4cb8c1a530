import type { listOrdersPending as ListOrdersPending } from '#features/order-drafts/contract.ts'
import { bare } from './shell-calls.ts'

/** Who has orders that are not sent: asked by queues of every department and before a visit is left, not by the first load. */
export const listOrdersPending = bare<typeof ListOrdersPending>({
  method: 'GET',
  path: '/patients/order-drafts/pending/',
  access: 'attendance.view',
  live: ['orders', 'attendance', 'patients'],
})
