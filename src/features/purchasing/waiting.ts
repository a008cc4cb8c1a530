import { sql } from 'kysely'
import type { WaitingRule } from '#features/notifications/public.ts'

/** Requisitions that this person may approve next: neither their own, nor those that they approved for the department. */
export const purchasingWaiting: readonly WaitingRule[] = [
  {
    at: '/dashboard/inventory/requisitions',
    access: 'purchasing.view',
    rows: ({ id, permissions }) => {
      const states = [
        ...(permissions.has('purchasing.approve_request') ? ['submitted'] : []),
        ...(permissions.has('purchasing.approve') ? ['department approved'] : []),
      ]
      return sql`select from requisitions r where r.status = any(${states}::requisition_status[]) and r.requested_by <> ${id}::integer
        and r.department_approved_by is distinct from ${id}::integer`
    },
  },
]
