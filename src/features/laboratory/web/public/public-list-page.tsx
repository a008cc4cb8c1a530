import { phone } from '#web/text/phone.ts'
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
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { useNow } from '#web/state/use-now.ts'
import { listPublicLabRequests, publicLabStatuses } from '#features/laboratory/contract-public.ts'
import type { PublicRequest } from '../lab-types.ts'
import { PublicState, publicWord, senderOf } from './public-status.tsx'
import styles from '../lab-pages.module.css'

const PAGE = 50
const ADDRESS = '/dashboard/laboratory/public-requests'

const columns = (now: number): Column<PublicRequest>[] => [
  {
    key: 'who',
    title: t('Patient'),
    render: (request) => (
      <span className={`stack min-w-0 gap-1 ${styles.cell}`}>
        <bdi className="strong clip" title={senderOf(request)}>
          {senderOf(request)}
        </bdi>
        <span className="t3 num small">{request.patient_number ?? (phone(request.phone) || request.email)}</span>
      </span>
    ),
  },
  {
    key: 'what',
    title: t('Requested'),
    render: ({ test_profile_name, note }) => (
      <span className={`stack min-w-0 gap-1 ${styles.cell}`}>
        <span className="clip" title={test_profile_name}>
          {test_profile_name}
        </span>
        <span className="small t3 clip">{note}</span>
      </span>
    ),
  },
  {
    key: 'when',
    title: t('Preferred time'),
    width: 148,
    hideOnPhone: true,
    render: ({ appointment_date }) => <span className="num">{dateTime(appointment_date)}</span>,
  },
  { key: 'status', title: t('Status'), width: 128, render: ({ status }) => <PublicState status={status} /> },
  {
    key: 'since',
    title: t('Sent'),
    width: 104,
    align: 'end',
    hideOnPhone: true,
    render: ({ date_created }) => <span title={dateTime(date_created)}>{ago(date_created, now)}</span>,
  },
]

const url = { status: z.enum([...publicLabStatuses, 'all']) }

/** Tests that patients asked for from outside: those that nobody has looked at come first. */
export const PublicListPage = () => {
  const now = useNow()
  const go = useNavigate()
  const [{ status = 'pending' }, set] = useUrlState(url)
  const rows = usePages(pages(listPublicLabRequests, { query: { ...(status !== 'all' && { status }), limit: PAGE } }))
  return (
    <Page title={t('Patient requests')}>
      <ChoiceField
        label={t('Show')}
        data={[...publicLabStatuses.map((value) => ({ value, label: publicWord(value) })), { value: 'all' as const, label: t('All') }]}
        value={status}
        onChange={(next) => set({ status: next === 'pending' ? '' : next })}
      />
      <div className={`stack rows-box ${styles.rows}`}>
        <DataTable
          label={t('Patient requests')}
          columns={columns(now)}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void go(`${ADDRESS}/${id}`)}
          empty={
            <Empty icon={IconInbox} title={t('No requests')}>
              {t('Requests from the patient portal and the public page appear here.')}
            </Empty>
          }
        />
      </div>
    </Page>
  )
}
