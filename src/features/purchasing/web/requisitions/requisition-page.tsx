import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { DocumentPage, useIdInAddress } from '#web/ui/document.tsx'
import { Loading } from '#web/ui/four-states.tsx'
import { getRequisition, updateRequisition } from '../requisition-calls.ts'
import { useMe } from '../use-me.ts'

// The boxes of a draft are not needed to read a requisition, nor the other way round.
const RequisitionDraft = lazy(async () => ({ default: (await import('./requisition-draft.tsx')).RequisitionDraft }))
const RequisitionView = lazy(async () => ({ default: (await import('./requisition-view.tsx')).RequisitionView }))

/** One requisition: written as long as it is a draft of one's own, else read and approved. */
export const RequisitionPage = () => {
  const me = useMe()
  const { can } = useRights()
  const id = useIdInAddress()
  const requisition = useQuery(query(getRequisition, { params: { id } }))
  const missing = { title: t('Requisition not found'), to: '/dashboard/inventory/requisitions', label: t('All requisitions') }
  return (
    <DocumentPage document={requisition} missing={missing}>
      {(requisition) => (
        <Suspense fallback={<Loading rows={12} height={28} />}>
          {requisition.status === 'draft' && requisition.requested_by === me && can(updateRequisition) ? (
            <RequisitionDraft key={requisition.id} requisition={requisition} />
          ) : (
            <RequisitionView key={requisition.id} requisition={requisition} />
          )}
        </Suspense>
      )}
    </DocumentPage>
  )
}
