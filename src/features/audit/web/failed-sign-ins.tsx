import { NativeSelect } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { IconLock } from '@tabler/icons-react'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { DaysFilter } from '#web/ui/days-filter.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { listFailedSignIns } from '../contract.ts'
import { outcomes } from '../rules.ts'
import { outcomeTone, outcomeWord } from './audit-labels.ts'
import { PersonFilter } from './log-filters.tsx'
import { spanOf } from './use-log-url.ts'
import styles from './audit.module.css'

const PAGE = 50
const state = { outcome: z.enum(outcomes), user: Id, start_date: z.iso.date(), end_date: z.iso.date() }

/** Sign-ins that failed, newest first. */
export const FailedSignIns = () => {
  const [url, setUrl] = useUrlState(state)
  const { outcome, user } = url
  const list = usePages({
    ...pages(listFailedSignIns, { query: { outcome, user, ...spanOf(url), limit: PAGE } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="flex gap-4 items-centre wrap">
        <div className={`flex gap-4 phone-line items-centre wrap ${styles.filters} no-print`}>
          <PersonFilter value={user} onChange={(id) => setUrl({ user: id })} />
          <NativeSelect
            aria-label={t('Outcome')}
            value={outcome ?? ''}
            onChange={(event) => setUrl({ outcome: event.currentTarget.value })}
            data={[{ value: '', label: t('Any outcome') }, ...outcomes.map((value) => ({ value, label: outcomeWord(value) }))]}
          />
          <DaysFilter
            from={url.start_date}
            to={url.end_date}
            onFrom={(start_date) => setUrl({ start_date })}
            onTo={(end_date) => setUrl({ end_date })}
          />
        </div>
      </div>
      <DataTable
        label={t('Failed sign-ins')}
        rows={list}
        rowKey={({ id }) => id}
        empty={<Empty icon={IconLock} title={t('No failed sign-ins')} />}
        columns={[
          { key: 'at', title: t('When'), width: 152, render: ({ at }) => <span className="num">{dateTime(at)}</span> },
          {
            key: 'who',
            title: t('Account'),
            render: (row) => (
              <span className="clip">
                {row.user === null ? t('Unknown address') : (row.user_name ?? row.email)}{' '}
                <span className="t3 small num">{row.user === null ? row.address_mark : row.email}</span>
              </span>
            ),
          },
          {
            key: 'outcome',
            title: t('Outcome'),
            width: 180,
            render: (row) => <Status tone={outcomeTone[row.outcome]}>{outcomeWord(row.outcome)}</Status>,
          },
          {
            key: 'ip',
            title: t('IP address'),
            width: 160,
            hideOnPhone: true,
            render: ({ ip }) => <span className="num clip">{ip ?? '–'}</span>,
          },
          {
            key: 'request',
            title: t('Request ID'),
            hideOnPhone: true,
            render: ({ request_id }) => <span className="num t3 clip">{request_id}</span>,
          },
        ]}
      />
    </>
  )
}
