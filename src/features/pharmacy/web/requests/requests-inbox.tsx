import { IconInbox } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { pages } from '#web/api.ts'
import { ago, dateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/rows.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/url-state.ts'
import { useNow } from '#web/use-now.ts'
import { listPrescriptionRequests, requestStatuses } from '#features/pharmacy/contract-requests.ts'
import { RequestState, type PrescriptionRequest } from '../request-status.tsx'

const RequestDrawer = lazy(async () => ({ default: (await import('./request-drawer.tsx')).RequestDrawer }))

const PAGE = 50

const columns = (now: number): Column<PrescriptionRequest>[] => [
  {
    key: 'patient',
    title: t('Patient'),
    render: ({ patient_name, patient_number }) => (
      <span className="row">
        <bdi className="strong clip" title={patient_name}>
          {patient_name}
        </bdi>
        <span className="t3 num not-phone">{patient_number}</span>
      </span>
    ),
  },
  { key: 'note', title: t('Message'), hideOnPhone: true, render: ({ note }) => <span title={note ?? undefined}>{note}</span> },
  { key: 'status', title: t('Status'), width: 120, render: ({ status }) => <RequestState of={status} /> },
  {
    key: 'since',
    title: t('Sent'),
    width: 104,
    align: 'end',
    render: ({ date_created }) => <span title={dateTime(date_created)}>{ago(date_created, now)}</span>,
  },
]

const shown = { status: z.enum([...requestStatuses, 'all']), open: z.coerce.number<string>().int().positive() }

/** Prescriptions that patients sent in as picture or PDF: looked at, accepted, declined with an answer, or ready. */
export const RequestsInbox = () => {
  const now = useNow()
  const [{ status = 'pending', open }, set] = useUrlState(shown)
  const list = usePages(pages(listPrescriptionRequests, { query: { ...(status !== 'all' && { status }), limit: PAGE } }))
  const chosen = list.data?.find(({ id }) => id === open)
  return (
    <>
      <ChoiceField
        label={t('Show')}
        data={[
          { value: 'pending', label: t('New') },
          { value: 'accepted', label: t('Accepted') },
          { value: 'done', label: t('Ready') },
          { value: 'declined', label: t('Declined') },
          { value: 'all', label: t('All') },
        ]}
        value={status}
        onChange={(next) => set({ status: next === 'pending' ? '' : next })}
      />
      <DataTable
        label={t('Sent in by patients')}
        columns={columns(now)}
        of={list}
        rowKey={({ id }) => id}
        onOpen={({ id }) => set({ open: String(id) })}
        empty={
          <Empty icon={IconInbox} title={t('Nothing here')}>
            {t('Patients send a picture of a prescription from their own page; it appears here.')}
          </Empty>
        }
      />
      <Suspense>{chosen && <RequestDrawer request={chosen} onClose={() => set({ open: '' })} />}</Suspense>
    </>
  )
}
