import { Button, NativeSelect, Switch } from '@mantine/core'
import { IconPaperclip, IconPin, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import type { ResponseOf } from '#shared/endpoint.ts'
import { MAX_ID } from '#shared/paging.ts'
import { pages, query } from '#web/calls/api.ts'
import { date, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { announcementStates, createAnnouncement, listAnnouncements, createChannel, listAnnouncementChannels } from '../contract.ts'
import { AnnouncementState } from './announcement-state.tsx'
import styles from './announcements.module.css'

const ChannelsDialog = lazy(async () => ({ default: (await import('./channels-dialog.tsx')).ChannelsDialog }))
const WriteDialog = lazy(async () => ({ default: (await import('./write-dialog.tsx')).WriteDialog }))

type Row = ResponseOf<typeof listAnnouncements>[number]

const Title = ({ announcement: { title, content, is_unread, is_pinned, is_active, attachment_count } }: { announcement: Row }) => (
  <span className="clip" title={content}>
    {is_unread && <span className={`accent-ground ${styles.announcementNew}`} role="img" aria-label={t('Unread')} />}
    {is_pinned && is_active && <IconPin size={14} stroke={1.75} role="img" aria-label={t('Pinned')} />}{' '}
    <bdi className={is_unread ? 'strong' : undefined}>{title}</bdi>{' '}
    {attachment_count > 0 && <IconPaperclip size={14} stroke={1.75} role="img" aria-label={t('With files')} />}{' '}
    <bdi className="t3 not-phone">{content}</bdi>
  </span>
)

const columns = (): Column<Row>[] => [
  { key: 'title', title: t('Announcement'), render: (row) => <Title announcement={row} /> },
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
    title: t('Shown until'),
    width: 120,
    hideOnPhone: true,
    render: ({ expires_on }) => <span className="num">{date(expires_on)}</span>,
  },
  { key: 'state', title: t('Status'), width: 130, hideOnPhone: true, render: (row) => <AnnouncementState announcement={row} /> },
]

const ALL = 'all'
const stateChoices = () => [
  { value: 'active', label: t('Shown now') },
  { value: 'scheduled', label: t('Scheduled') },
  { value: 'expired', label: t('Expired') },
  { value: 'withdrawn', label: t('Withdrawn') },
  { value: ALL, label: t('All') },
]

const state = {
  channel: z.coerce.number().int().min(1).max(MAX_ID),
  state: z.enum([...announcementStates, ALL]),
  unread: z.literal('1'),
}

/** What those who work here, or some of them, should know: read, written, kept standing. */
export const AnnouncementsPage = () => {
  const { can } = useRights()
  const go = useNavigate()
  const [{ channel, state: shown = 'active', unread }, set] = useUrlState(state)
  const [dialog, setDialog] = useState<'write' | 'channels' | null>(null)
  const { data: channels = [] } = useQuery(query(listAnnouncementChannels, { query: {} }))
  const filters = { channel, state: shown === ALL ? undefined : shown, unread: unread && ('true' as const) }
  const list = usePages(pages(listAnnouncements, { query: filters }))
  const mayWrite = can(createAnnouncement)
  const write = () => setDialog('write')
  return (
    <Page
      title={t('Announcements')}
      actions={
        <>
          {can(createChannel) && <Button onClick={() => setDialog('channels')}>{t('Channels')}</Button>}
          {mayWrite && <AddButton label={t('New announcement')} onClick={write} />}
        </>
      }
    >
      <div className="row wrap no-print">
        <NativeSelect
          aria-label={t('Channel')}
          value={channel === undefined ? '' : String(channel)}
          onChange={(event) => set({ channel: event.currentTarget.value })}
          data={[{ value: '', label: t('All channels') }, ...channels.map(({ id, name }) => ({ value: String(id), label: name }))]}
        />
        <NativeSelect
          aria-label={t('Status')}
          value={shown}
          onChange={(event) => set({ state: event.currentTarget.value === 'active' ? undefined : event.currentTarget.value })}
          data={stateChoices()}
        />
        <Switch
          label={t('Unread only')}
          checked={unread !== undefined}
          onChange={(event) => set({ unread: event.currentTarget.checked ? '1' : '' })}
        />
      </div>
      <DataTable
        label={t('Announcements')}
        columns={columns()}
        rows={list}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void go(`/dashboard/announcements/${id}`)}
        empty={
          <Empty
            icon={IconSpeakerphone}
            title={t('No announcements')}
            action={mayWrite && <Button onClick={write}>{t('New announcement')}</Button>}
          >
            {t('News for all staff appears here: a room that moves, a medicine out of stock, a meeting.')}
          </Empty>
        }
      />
      <Suspense>
        {dialog === 'write' && <WriteDialog channel={channel} onClose={() => setDialog(null)} />}
        {dialog === 'channels' && <ChannelsDialog onClose={() => setDialog(null)} />}
      </Suspense>
    </Page>
  )
}
