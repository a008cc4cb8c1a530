import { IconAlertTriangle, IconCalendarDue } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { BillRow } from '../receiving-calls.ts'

type BillState = Pick<BillRow, 'is_cancelled' | 'needs_approval' | 'payment_status' | 'overdue_days'>

/** How a supplier's bill stands: what keeps it from being paid first. */
export const OrderBillStatus = ({ state, chip }: { state: BillState; chip?: boolean }) => {
  if (state.is_cancelled)
    return (
      <Status tone="inactive" chip={chip}>
        {t('Cancelled')}
      </Status>
    )
  if (state.payment_status === 'paid')
    return (
      <Status tone="done" chip={chip}>
        {t('Paid')}
      </Status>
    )
  if (state.needs_approval)
    return (
      <Status tone="attention" icon={IconAlertTriangle} chip={chip}>
        {t('Differs')}
      </Status>
    )
  if (state.overdue_days !== null && state.overdue_days > 0)
    return (
      <Status tone="attention" icon={IconCalendarDue} chip={chip}>
        {t('{n} d overdue', { n: state.overdue_days })}
      </Status>
    )
  return (
    <Status tone={state.payment_status === 'partial' ? 'progress' : 'waiting'} chip={chip}>
      {state.payment_status === 'partial' ? t('Part-paid') : t('Unpaid')}
    </Status>
  )
}
