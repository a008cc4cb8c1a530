import { sql } from 'kysely'
import { alertCount, alertRow, type AlertRule } from '#features/notifications/public.ts'

const requisitions = (status: 'submitted' | 'department approved') => sql`
  select ${alertRow({
    entity: sql`r.id`,
    words: sql`jsonb_build_object('number', r.number, 'store', st.name)`,
    except: sql`array_remove(array[r.requested_by, r.department_approved_by], null)`,
  })}
  from requisitions r join stores st on st.id = r.store_id where r.status = ${sql.lit(status)}`

/** Two different people approve a requisition, neither of them the one who asked. */
const approvals: AlertRule[] = [
  { kind: 'requisition_to_approve', topics: ['purchasing'], rows: () => requisitions('submitted') },
  { kind: 'requisition_to_order', topics: ['purchasing'], rows: () => requisitions('department approved') },
]

// A draft is written by and by: how many there are is enough.
const drafts: AlertRule = {
  kind: 'orders_to_approve',
  topics: ['purchasing'],
  isQuiet: true,
  rows: () =>
    alertCount(sql`
      select count(*) from purchase_orders o
      where o.status = 'draft' and exists (select from purchase_order_items r where r.purchase_order_id = o.id)`),
}

const bills: AlertRule = {
  kind: 'bill_to_approve',
  topics: ['purchasing'],
  rows: () => sql`
    select ${alertRow({
      entity: sql`b.id`,
      words: sql`jsonb_build_object('number', b.invoice_no, 'supplier', s.name)`,
      except: sql`array[b.created_by]`,
    })}
    from supplier_bills b join suppliers s on s.id = b.supplier_id
    where b.differences <> '{}' and b.approved_at is null and b.cancelled_at is null`,
}

/** What waits for approval in purchasing. */
export const purchasingAlerts: readonly AlertRule[] = [...approvals, drafts, bills]
