import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { IconLockOpen } from '@tabler/icons-react'
import { Link } from 'react-router'
import { z } from 'zod'
import { emergencyWord } from '#features/patients/web/emergency-name.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, pages } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { dateTime, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useMe } from '#web/look/preferences.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { useAction } from '#web/calls/use-action.ts'
import { listEmergencies, reviewEmergency } from '../contract.ts'
import styles from './audit.module.css'

type Row = ResponseOf<typeof listEmergencies>[number]
const states = ['waiting', 'reviewed'] as const

const Review = ({ emergency }: { emergency: Row }) => {
  const { run, isRunning } = useAction()
  const me = useMe()?.id
  if (emergency.reviewed_by !== null)
    return (
      <span title={`${emergency.reviewed_by}: ${emergency.review}`}>
        <Status tone="done">
          <span className="clip">{`${emergency.reviewed_by}: ${emergency.review}`}</span>
        </Status>
      </span>
    )
  if (emergency.user === me) return <Status tone="waiting">{t('For another reviewer')}</Status>
  const review = async () => {
    const text = await askReason({
      title: t('Review: {who} opened the record of {name}', { who: emergency.user_name, name: emergency.patient_name }),
      text: `${emergencyWord(emergency.kind)}: ${emergency.reason}`,
      label: t('Outcome of the review'),
      action: t('Save review'),
    })
    if (text !== null) run(() => call(reviewEmergency, { params: { id: emergency.id }, body: { review: text } }), t('Review saved.'))
  }
  return (
    <Button size="compact-sm" loading={isRunning} onClick={() => void review()}>
      {t('Review…')}
    </Button>
  )
}

const columns = (): readonly Column<Row>[] => [
  {
    key: 'at',
    title: t('When'),
    width: 208,
    hideOnPhone: true,
    render: ({ started_at, until, ended_at }) => (
      <span className="num">
        {dateTime(started_at)}–{time(ended_at ?? until)}
      </span>
    ),
  },
  { key: 'who', title: t('User'), width: 152, hideOnPhone: true, render: ({ user_name }) => <span className="clip">{user_name}</span> },
  {
    key: 'patient',
    title: t('Patient'),
    render: ({ patient, patient_name, patient_number }) => (
      <Link className="link clip" to={`/dashboard/administration/audit?tab=log&patient=${patient}`}>
        <bdi>{patient_name}</bdi> <span className="num t3">{patient_number}</span>
      </Link>
    ),
  },
  {
    key: 'why',
    title: t('Reason'),
    hideOnPhone: true,
    render: ({ kind, reason }) => (
      <span className="clip" title={reason}>
        {emergencyWord(kind)} · <bdi>{reason}</bdi>
      </span>
    ),
  },
  { key: 'review', title: t('Review'), width: 136, render: (row) => <Review emergency={row} /> },
]

/** Restricted records that were opened in an emergency, newest first, and what somebody else found when looking into it. */
export const EmergencyList = () => {
  const [{ state }, setUrl] = useUrlState({ state: z.enum(states) })
  const list = usePages({ ...pages(listEmergencies, { query: { state, limit: 50 } }), placeholderData: keepPreviousData })
  return (
    <>
      <div className="flex gap-4 items-centre wrap">
        <div className={`flex gap-4 phone-line items-centre wrap ${styles.filters} no-print`}>
          <NativeSelect
            aria-label={t('Review')}
            value={state ?? ''}
            onChange={(event) => setUrl({ state: event.currentTarget.value })}
            data={[
              { value: '', label: t('All') },
              { value: 'waiting', label: t('To review') },
              { value: 'reviewed', label: t('Reviewed') },
            ]}
          />
        </div>
      </div>
      <DataTable
        label={t('Emergency access')}
        rows={list}
        rowKey={({ id }) => id}
        columns={columns()}
        empty={<Empty icon={IconLockOpen} title={t('No emergency access yet')} />}
      />
    </>
  )
}
