import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { IconListSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { pages } from '#web/calls/api.ts'
import { date, dateTime, dayOf, time, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { exportAuditLog, listAuditLog } from '../contract.ts'
import { whatOf, whoOf } from './audit-words.ts'
import { changedFields } from './change-words.ts'
import { LogFiles } from './log-files.tsx'
import { LogFilters } from './log-filters.tsx'
import { SealStrip } from './seal-strip.tsx'
import { useLogUrl } from './use-log-url.ts'

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
  { key: 'who', title: t('Who'), render: (row) => <span className="clip">{whoOf(row)}</span> },
  { key: 'what', title: t('What'), render: (row) => <span className="clip">{`${t(row.action)} · ${whatOf(row)}`}</span> },
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
export const LogList = () => {
  const isPhone = useMediaQuery('(max-width: 700px)') ?? false
  const { url, setUrl, request, isNarrowed } = useLogUrl()
  const { can } = useRights()
  const list = usePages({ ...pages(listAuditLog, { query: { ...request, limit: PAGE } }), placeholderData: keepPreviousData })
  const [openId, setOpenId] = useState<number | null>(null)
  const opened = list.data?.find(({ id }) => id === openId)
  return (
    <>
      <SealStrip />
      <div className="audit-tools">
        <LogFilters url={url} setUrl={setUrl} />
        {can(exportAuditLog) && <LogFiles request={request} />}
      </div>
      <DataTable
        label={t('Audit log')}
        of={list}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        columns={columns(isPhone)}
        empty={
          <Empty icon={IconListSearch} title={t('Nothing was found')}>
            {isNarrowed ? t('Nothing in the log is what the filters ask for.') : t('What people do and look at appears here.')}
          </Empty>
        }
      />
      <Suspense>{opened && <EntryDialog row={opened} onClose={() => setOpenId(null)} onNarrow={setUrl} />}</Suspense>
    </>
  )
}
