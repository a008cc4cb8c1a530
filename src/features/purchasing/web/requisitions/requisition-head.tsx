import type { ReactNode } from 'react'
import { date, dayOf, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { DocumentHead } from '#web/ui/document.tsx'
import { RequisitionStatus } from './requisition-status.tsx'
import type { Requisition } from './requisition-types.ts'

/** Which requisition it is, how it stands, who needs it where by when. */
export const RequisitionHead = ({ requisition, actions }: { requisition: Requisition; actions: ReactNode }) => (
  <DocumentHead
    title={requisition.number}
    back={{ to: '/dashboard/inventory/requisitions', label: t('All requisitions') }}
    status={<RequisitionStatus state={requisition.status} chip />}
    sub={[
      requisition.store_name,
      t('requested by {who} on {date}', { who: requisition.requested_by_name, date: dayOf(requisition.date_created) }),
      requisition.needed_by && t('needed by {date}', { date: date(requisition.needed_by) }),
      Number(requisition.total_amount) > 0 &&
        t('est. {amount} at last cost', { amount: money(requisition.total_amount, { withCurrency: true }) }),
    ]
      .filter(Boolean)
      .join(' · ')}
    actions={actions}
  />
)
