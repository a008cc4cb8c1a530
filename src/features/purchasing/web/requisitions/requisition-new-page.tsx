import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useStores } from '#features/stock/web/store-field.tsx'
import { Id } from '#shared/paging.ts'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { DocumentHead } from '#web/ui/document.tsx'
import { createRequisition, listRequisitions } from '../requisition-calls.ts'
import { RequestForm, type RequestValues } from './request-form.tsx'
import { sentRows } from './request-lines.ts'
import { SubmitButton, useSubmission } from './use-submission.tsx'

const HOME = '/dashboard/inventory/requisitions'
const nothing: RequestValues = { store: null, needed_by: '', note: '', lines: [] }

/** The store that the address names, where somebody last needed something, else the main store; nothing until that is known. */
const useUsualStore = (): number | undefined => {
  const [{ store }] = useUrlState({ store: Id })
  const stores = useStores()
  const { data, isPending } = useQuery(query(listRequisitions, { query: { mine: 'true', limit: 1 } }))
  if (isPending) return undefined
  const last = store ?? data?.[0]?.store
  return stores?.find(({ id }) => id === last)?.id ?? stores?.[0]?.id
}

/** A requisition that is not saved yet; what is typed is kept as a draft of this browser. */
export const RequisitionNewPage = () => {
  const go = useNavigate()
  const { isRunning, submitSaved, saveAndSubmit, asDraft } = useSubmission()
  const usualStore = useUsualStore()
  const endpointForm = useEndpointForm(createRequisition, {
    initialValues: nothing,
    draftKey: 'requisition-new',
    toBody: ({ store, needed_by, note, lines }: RequestValues) => ({
      store: store ?? usualStore,
      needed_by,
      note,
      items: sentRows(lines),
    }),
    onSaved: (saved) => {
      const open = () => void go(`${HOME}/${saved.id}`, { replace: true })
      // Its page opens once it is submitted: what it asked for before would be the draft.
      if (submitSaved(saved, open)) return
      toast.done(t('{number} is saved as a draft.', { number: saved.number }))
      open()
    },
  })
  return (
    <div className="page-body">
      <DocumentHead
        title={t('New requisition')}
        back={{ to: HOME, label: t('All requisitions') }}
        actions={<SubmitButton form={endpointForm} isRunning={isRunning} onClick={() => saveAndSubmit(endpointForm)} />}
      />
      <RequestForm usualStore={usualStore} form={asDraft(endpointForm)} />
    </div>
  )
}
