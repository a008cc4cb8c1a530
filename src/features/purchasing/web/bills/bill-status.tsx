import { IconAlertTriangle, IconCalendarDue } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { BillRow } from '../receiving-calls.ts'

type BillState = Pick<BillRow, 'is_cancelled' | 'needs_approval' | 'payment_status' | 'overdue_days'>

/** How a supplier's bill stands: what keeps it from being paid first. */
export const OrderBillStatus = ({ of, chip }: { of: BillState; chip?: boolean }) => {
  if (of.is_cancelled)
    return (
      <Status tone="inactive" chip={chip}>
        {t('Cancelled')}
      </Status>
    )
  if (of.payment_status === 'paid')
    return (
      <Status tone="done" chip={chip}>
        {t('Paid')}
      </Status>
    )
  if (of.needs_approval)
    return (
      <Status tone="attention" icon={IconAlertTriangle} chip={chip}>
        {t('Differs')}
      </Status>
    )
  if (of.overdue_days !== null && of.overdue_days > 0)
    return (
      <Status tone="attention" icon={IconCalendarDue} chip={chip}>
        {t('{n} d overdue', { n: of.overdue_days })}
      </Status>
    )
  return (
    <Status tone={of.payment_status === 'partial' ? 'progress' : 'waiting'} chip={chip}>
      {of.payment_status === 'partial' ? t('Part paid') : t('Unpaid')}
    </Status>
  )
}
