import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { t } from '#web/i18n.ts'
import { Loading, Empty } from '#web/ui/four-states.tsx'
import { LinkTabs } from '#web/ui/link-tabs.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { IconListSearch, IconShieldCheck } from '@tabler/icons-react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { pages, call, query } from '#web/calls/api.ts'
import { date, dateTime, dayOf, time, today, number } from '#web/text/format.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { exportAuditLog, listAuditLog, getAuditSeals, verifyAuditLog } from '../contract.ts'
import { entityText, actorText, faultSentence } from './audit-labels.ts'
import { changedFields } from './change-labels.ts'
import { LogFilters } from './log-filters.tsx'
import { useLogUrl } from './use-log-url.ts'
import { TableFiles } from '#web/ui/table-files.tsx'
import { EXPORT_ROWS } from '../rules.ts'
import { Button } from '@mantine/core'
import { toast } from '#web/messages/toast.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { clinicNow } from '#web/state/clinic-clock.ts'
import { PHONE } from '#web/look/tokens.ts'

const MINUTE_MS = 60_000
/** Seals are made each minute: whatever waits longer than this is waiting for something that does not happen. */
const LATE_MS = 15 * MINUTE_MS

type Seals = ResponseOf<typeof getAuditSeals>

const stateOf = ({ last, waiting, waiting_since }: Seals) => {
  const isLate = waiting_since !== null && clinicNow() - Date.parse(waiting_since) > LATE_MS
  const sealed = last
    ? t('Sealed until {at}, seal {number}', { at: dateTime(last.sealed_at), number: number(last.number) })
    : t('Not sealed yet')
  return {
    tone: isLate ? ('attention' as const) : last ? ('done' as const) : ('waiting' as const),
    text: `${sealed} · ${t('{count, plural, one {{n} row not sealed yet} other {{n} rows not sealed yet}}', { count: waiting, n: number(waiting) })}`,
  }
}

const Result = ({ verification: { rows, since, finding } }: { verification: ResponseOf<typeof verifyAuditLog> }) => {
  if (finding)
    return (
      <Note tone="critical" alert>
        {faultSentence(finding)} {t('Keep the database as it is, and run npm run audit:verify on the server.')}
      </Note>
    )
  return (
    <Note tone={since ? 'done' : 'waiting'}>
      {since
        ? t('{count, plural, one {{n} row sealed since {at} is unchanged.} other {{n} rows sealed since {at} are unchanged.}}', {
            count: rows,
            n: number(rows),
            at: dateTime(since),
          })
        : t('No rows were sealed in the last 24 hours.')}
    </Note>
  )
}

/** Whether the log is sealed, and the check of the last day. */
const SealStrip = () => {
  const { data: seals } = useQuery({ ...query(getAuditSeals), refetchInterval: MINUTE_MS })
  const verify = useMutation({ mutationFn: () => call(verifyAuditLog), onError: toast.failed })
  const state = seals && stateOf(seals)
  return (
    <>
      <div className="row wrap status-wraps">
        {state && <Status tone={state.tone}>{state.text}</Status>}
        <span className="grow" />
        <Button
          className="no-print"
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          loading={verify.isPending}
          onClick={() => verify.mutate()}
        >
          {t('Check last 24 hours')}
        </Button>
      </div>
      {verify.data && <Result verification={verify.data} />}
    </>
  )
}

/** The rows that are asked for, to take away. */
const LogFiles = ({ request }: Pick<ReturnType<typeof useLogUrl>, 'request'>) => (
  <TableFiles endpoint={exportAuditLog} request={{ query: request }} title={t('Up to the latest {n} rows', { n: number(EXPORT_ROWS) })} />
)

const EntryDialog = lazy(async () => ({ default: (await import('./entry-dialog.tsx')).EntryDialog }))

type Row = ResponseOf<typeof listAuditLog>[number]
const PAGE = 50

/** On a phone, where who and what need the room: the time of what was done today, the day of all else. */
const shortly = (at: string) => (dayOf(at) === date(today()) ? time(at) : dayOf(at))

const columns = (isPhone: boolean): readonly Column<Row>[] => [
  {
    key: 'at',
    title: t('When'),
    width: isPhone ? 96 : 152,
    render: ({ at }) => (
      <span className="num" title={dateTime(at)}>
        {isPhone ? shortly(at) : dateTime(at)}
      </span>
    ),
  },
  { key: 'who', title: t('User'), render: (row) => <span className="clip">{actorText(row)}</span> },
  { key: 'what', title: t('Activity'), render: (row) => <span className="clip">{`${t(row.action)} · ${entityText(row)}`}</span> },
  {
    key: 'patient',
    title: t('Patient'),
    hideOnPhone: true,
    render: ({ patient, patient_name, patient_number }) =>
      patient !== null && (
        <span className="clip">
          <bdi>{patient_name ?? t('Unknown')}</bdi> <span className="num t3">{patient_number}</span>
        </span>
      ),
  },
  {
    key: 'change',
    title: t('Fields'),
    hideOnPhone: true,
    render: ({ action, change }) => (
      <span className="clip t2">
        {changedFields(action, change)
          .map(({ label }) => label)
          .join(', ')}
      </span>
    ),
  },
]

/** Who did what, newest first. */
const LogList = () => {
  const isPhone = useMediaQuery(PHONE) ?? false
  const { url, setUrl, request, isNarrowed } = useLogUrl()
  const { can } = useRights()
  const list = usePages({ ...pages(listAuditLog, { query: { ...request, limit: PAGE } }), placeholderData: keepPreviousData })
  const [openId, setOpenId] = useState<number | null>(null)
  const opened = list.data?.find(({ id }) => id === openId)
  return (
    <>
      <SealStrip />
      <div className="flex gap-4 items-centre wrap">
        <LogFilters url={url} setUrl={setUrl} />
        {can(exportAuditLog) && <LogFiles request={request} />}
      </div>
      <DataTable
        label={t('Audit log')}
        rows={list}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        columns={columns(isPhone)}
        empty={
          <Empty icon={IconListSearch} title={t('No entries found')}>
            {isNarrowed ? t('No entry matches the filters.') : t('Actions and views of users appear here.')}
          </Empty>
        }
      />
      <Suspense>{opened && <EntryDialog row={opened} onClose={() => setOpenId(null)} onNarrow={setUrl} />}</Suspense>
    </>
  )
}

const FailedSignIns = lazy(async () => ({ default: (await import('./failed-sign-ins.tsx')).FailedSignIns }))

const EmergencyList = lazy(async () => ({ default: (await import('./emergency-list.tsx')).EmergencyList }))

const tabKeys = ['log', 'sign-ins', 'emergency'] as const
const tabs = [
  { key: 'log', label: 'Activity', Panel: LogList },
  { key: 'sign-ins', label: 'Failed sign-ins', Panel: FailedSignIns },
  { key: 'emergency', label: 'Emergency access', Panel: EmergencyList },
] as const

/** Who did what and who looked at whom, whether anybody touched the record of it, and who could not get in. */
export const AuditPage = () => {
  const [{ tab = 'log' }] = useUrlState({ tab: z.enum(tabKeys) })
  const { Panel } = tabs.find(({ key }) => key === tab) ?? tabs[0]
  return (
    <Page title={t('Audit log')}>
      <LinkTabs label={t('Audit log')} tabs={tabs.map(({ key, label }) => ({ key, label: t(label) }))} chosen={tab} />
      <Suspense fallback={<Loading />}>
        <Panel />
      </Suspense>
    </Page>
  )
}
