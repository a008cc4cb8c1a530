import { IconInbox } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { pages } from '#web/calls/api.ts'
import { ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { useNow } from '#web/state/use-now.ts'
import { listPrescriptionRequests, requestStatuses } from '#features/pharmacy/contract-requests.ts'
import { RequestState, type PrescriptionRequest } from '../request-status.tsx'

const PAGE = 50

/** What is asked for again, and the message. */
const messageOf = ({ lines, note }: PrescriptionRequest): string =>
  [lines.map(({ item_name }) => item_name).join(', '), note].filter(Boolean).join(' · ')

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
  {
    key: 'note',
    title: t('Message'),
    hideOnPhone: true,
    render: (request) => <span title={messageOf(request)}>{messageOf(request)}</span>,
  },
  { key: 'status', title: t('Status'), width: 128, render: (request) => <RequestState request={request} /> },
  {
    key: 'since',
    title: t('Sent'),
    width: 104,
    align: 'end',
    render: ({ date_created }) => <span title={dateTime(date_created)}>{ago(date_created, now)}</span>,
  },
]

const shown = { status: z.enum([...requestStatuses, 'all']) }

/** Prescriptions that patients sent in as picture or PDF, and medicines that they ask for again: those that nobody has looked at come first. */
export const RequestsInbox = () => {
  const now = useNow()
  const go = useNavigate()
  const [{ status = 'pending' }, set] = useUrlState(shown)
  const list = usePages(pages(listPrescriptionRequests, { query: { ...(status !== 'all' && { status }), limit: PAGE } }))
  return (
    <>
      <ChoiceField
        label={t('Show')}
        data={[
          { value: 'pending', label: t('New') },
          { value: 'asked', label: t('Open question') },
          { value: 'accepted', label: t('Accepted') },
          { value: 'done', label: t('Ready') },
          { value: 'declined', label: t('Declined') },
          { value: 'all', label: t('All') },
        ]}
        value={status}
        onChange={(next) => set({ status: next === 'pending' ? '' : next })}
      />
      <DataTable
        label={t('Patient requests')}
        columns={columns(now)}
        rows={list}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void go(`/dashboard/pharmacy/requests/${id}`)}
        empty={
          <Empty icon={IconInbox} title={t('No requests')}>
            {t('Prescriptions that patients send from the portal appear here.')}
          </Empty>
        }
      />
    </>
  )
}
