import { Button, NativeSelect, Switch } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import type { ResponseOf } from '#shared/endpoint.ts'
import { MAX_ID } from '#shared/paging.ts'
import { pages, query } from '#web/api.ts'
import { date, dateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/rights.ts'
import { usePages } from '#web/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/url-state.ts'
import { createAnnouncement, listAnnouncements } from '../contract.ts'
import { listAnnouncementChannels } from '../contract-channels.ts'
import { AnnouncementState } from './announcement-state.tsx'
import './announcements.css'

const AnnouncementDialog = lazy(async () => ({ default: (await import('./announcement-dialog.tsx')).AnnouncementDialog }))
const WriteDialog = lazy(async () => ({ default: (await import('./write-dialog.tsx')).WriteDialog }))

export type AnnouncementRow = ResponseOf<typeof listAnnouncements>[number]

const columns = (): Column<AnnouncementRow>[] => [
  {
    key: 'title',
    title: t('Announcement'),
    render: ({ title, content }) => (
      <span className="clip" title={content}>
        <bdi className="strong">{title}</bdi> <bdi className="t3 not-phone">{content}</bdi>
      </span>
    ),
  },
  {
    key: 'channel',
    title: t('Channel'),
    width: 120,
    hideOnPhone: true,
    render: ({ channel_name }) => <span className="clip">{channel_name}</span>,
  },
  {
    key: 'by',
    title: t('By'),
    width: 160,
    hideOnPhone: true,
    render: ({ created_by_name }) => <bdi className="clip">{created_by_name}</bdi>,
  },
  { key: 'when', title: t('When'), width: 152, render: ({ created_at }) => <span className="num">{dateTime(created_at)}</span> },
  {
    key: 'until',
    title: t('Stands until'),
    width: 120,
    hideOnPhone: true,
    render: ({ expires_on }) => <span className="num">{date(expires_on)}</span>,
  },
  { key: 'state', title: t('State'), width: 116, hideOnPhone: true, render: (row) => <AnnouncementState of={row} /> },
]

const state = { channel: z.coerce.number().int().min(1).max(MAX_ID), past: z.literal('1') }

/** What everybody who works here should know: read, written, withdrawn. */
export const AnnouncementsPage = () => {
  const { can } = useRights()
  const [{ channel, past }, set] = useUrlState(state)
  const [isWriting, setWriting] = useState(false)
  const [openId, setOpenId] = useState<number | null>(null)
  const { data: channels = [] } = useQuery(query(listAnnouncementChannels, { query: {} }))
  const list = usePages(pages(listAnnouncements, { query: { channel, active: past ? undefined : 'true' } }))
  const opened = list.data?.find(({ id }) => id === openId)
  const mayWrite = can(createAnnouncement)
  const write = () => setWriting(true)
  return (
    <Page title={t('Announcements')} actions={mayWrite && <AddButton label={t('New announcement')} onClick={write} />}>
      <div className="row wrap no-print">
        <NativeSelect
          aria-label={t('Channel')}
          value={channel === undefined ? '' : String(channel)}
          onChange={(event) => set({ channel: event.currentTarget.value })}
          data={[{ value: '', label: t('All channels') }, ...channels.map(({ id, name }) => ({ value: String(id), label: name }))]}
        />
        <Switch
          label={t('Also expired and withdrawn ones')}
          checked={past !== undefined}
          onChange={(event) => set({ past: event.currentTarget.checked ? '1' : '' })}
        />
      </div>
      <DataTable
        label={t('Announcements')}
        columns={columns()}
        of={list}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        empty={
          <Empty
            icon={IconSpeakerphone}
            title={t('No announcements')}
            action={mayWrite && <Button onClick={write}>{t('New announcement')}</Button>}
          >
            {t('What everybody who works here should know stands here: a room that moves, a medicine that is out, a meeting.')}
          </Empty>
        }
      />
      <Suspense>
        {isWriting && <WriteDialog channel={channel} onClose={() => setWriting(false)} />}
        {opened && <AnnouncementDialog announcement={opened} onClose={() => setOpenId(null)} />}
      </Suspense>
    </Page>
  )
}
