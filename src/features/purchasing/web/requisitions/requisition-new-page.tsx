import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useStores } from '#features/stock/web/store-field.tsx'
import { Id } from '#shared/paging.ts'
import { call, query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { useDeed } from '#web/calls/use-deed.ts'
import { DocumentHead } from '#web/ui/document.tsx'
import { createRequisition, listRequisitions, submitRequisition } from '../requisition-calls.ts'
import { RequestForm, type RequestValues } from './request-form.tsx'
import { sentRows } from './request-lines.ts'

const HOME = '/dashboard/inventory/requisitions'
const nothing: RequestValues = { store: null, needed_by: '', note: '', lines: [] }

// The page of the requisition opens once it is handed in: what it asked for before would be the draft.
const handIn = (id: number, version: number) => call(submitRequisition, { params: { id }, body: { version } })

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
  const deed = useDeed()
  const isHandedIn = useRef(false)
  const usualStore = useUsualStore()
  const of = useEndpointForm(createRequisition, {
    initialValues: nothing,
    draftKey: 'requisition-new',
    toBody: ({ store, needed_by, note, lines }: RequestValues) => ({
      store: store ?? usualStore,
      needed_by,
      note,
      items: sentRows(lines),
    }),
    onSaved: ({ id, number, version }) => {
      const open = () => void go(`${HOME}/${id}`, { replace: true })
      if (isHandedIn.current) return deed.run(() => handIn(id, version).finally(open), t('{{number}} waits for approval.', { number }))
      toast.done(t('{{number}} is saved as a draft.', { number }))
      return open()
    },
  })
  const save = (isWhole: boolean) => {
    isHandedIn.current = isWhole
    of.submit()
  }
  return (
    <div className="page-body">
      <DocumentHead
        title={t('New requisition')}
        back={{ to: HOME, label: t('All requisitions') }}
        actions={
          <Button
            variant="filled"
            leftSection={<IconSend size={16} aria-hidden />}
            disabled={of.form.getValues().lines.length === 0}
            loading={of.saving}
            onClick={() => save(true)}
          >
            {t('Submit for approval')}
          </Button>
        }
      />
      <RequestForm
        usualStore={usualStore}
        of={{
          ...of,
          submit: (event) => {
            isHandedIn.current = false
            of.submit(event)
          },
        }}
      />
    </div>
  )
}
