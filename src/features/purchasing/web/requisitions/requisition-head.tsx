import type { ReactNode } from 'react'
import { date, dayOf, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { DocumentHead } from '#web/ui/document.tsx'
import { RequisitionStatus } from './requisition-status.tsx'
import type { Requisition } from './requisition-types.ts'

/** Which requisition it is, how it stands, who needs it where by when. */
export const RequisitionHead = ({ of, actions }: { of: Requisition; actions: ReactNode }) => (
  <DocumentHead
    title={of.number}
    back={{ to: '/dashboard/inventory/requisitions', label: t('All requisitions') }}
    status={<RequisitionStatus of={of.status} chip />}
    sub={[
      of.store_name,
      t('asked by {who} on {date}', { who: of.requested_by_name, date: dayOf(of.date_created) }),
      of.needed_by && t('needed by {date}', { date: date(of.needed_by) }),
      Number(of.total_amount) > 0 && t('about {amount} as it last came', { amount: money(of.total_amount, { withCurrency: true }) }),
    ]
      .filter(Boolean)
      .join(' · ')}
    actions={actions}
  />
)
