import { Button } from '@mantine/core'
import { IconPaperclip, IconPin, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { ResponseOf } from '#shared/endpoint.ts'
import { MAX_ID } from '#shared/paging.ts'
import { call, download, fetchFile, pages, query } from '#web/calls/api.ts'
import { dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { useUrlState } from '#web/state/url-state.ts'
import { getOwnAnnouncement, getOwnAttachment, listOwnAnnouncements, readOwnAnnouncement } from '../contract.ts'
import { Attachments } from './attachments.tsx'
import { useMarkRead } from './mark-read.ts'
import styles from './announcements.module.css'

const PAGE = 20
type Own = ResponseOf<typeof listOwnAnnouncements>[number]
type Detail = ResponseOf<typeof getOwnAnnouncement>

const Text = ({ announcement }: { announcement: Detail }) => {
  const { id, document, content, attachments, is_unread, must_confirm } = announcement
  const { run, isRunning } = useAction()
  useMarkRead(id, is_unread, () => call(readOwnAnnouncement, { params: { id }, body: {} }))
  return (
    <>
      <RichText document={document} plain={content} />
      <Attachments
        files={attachments}
        load={async (attachment_id) => (await fetchFile(getOwnAttachment, { params: { id, attachment_id } })).blob}
        save={(attachment_id, open) => download(getOwnAttachment, { params: { id, attachment_id } }, { open })}
      />
      {must_confirm && is_unread && (
        <Button
          variant="filled"
          size="md"
          loading={isRunning}
          onClick={() =>
            run(() => call(readOwnAnnouncement, { params: { id }, body: { confirmed: true } }), t('Reading confirmed. Thank you.'))
          }
        >
          {t('Confirm reading')}
        </Button>
      )}
    </>
  )
}

const Opened = ({ id }: { id: number }) => (
  <div className={`stack gap-5 ${styles.myAnnouncementOpen}`}>
    <FourStates query={useQuery(query(getOwnAnnouncement, { params: { id } }))} loading={<Loading rows={4} />}>
      {(announcement) => <Text announcement={announcement} />}
    </FourStates>
  </div>
)

const Line = ({ announcement: row, isOpen, onToggle }: { announcement: Own; isOpen: boolean; onToggle: () => void }) => (
  <li className={styles.myAnnouncement}>
    <button type="button" className="in-row full-width gap-4 plain" aria-expanded={isOpen} onClick={onToggle}>
      <span className="grow">
        {row.is_unread && <span className={`accent-ground ${styles.announcementNew}`} role="img" aria-label={t('Unread')} />}
        <bdi className={row.is_unread ? 'strong' : undefined}>{row.title}</bdi>
        <br />
        <span className="small t3 num">{[row.channel_name, dayOf(row.announced_at)].join(' · ')}</span>
      </span>
      {row.attachment_count > 0 && <IconPaperclip size={18} stroke={1.75} role="img" aria-label={t('With files')} />}
      {row.is_pinned && <IconPin size={18} stroke={1.75} role="img" aria-label={t('Pinned')} />}
    </button>
    {isOpen && <Opened id={row.id} />}
  </li>
)

const state = { id: z.coerce.number().int().min(1).max(MAX_ID) }

/** What the clinic tells its patients: unread ones marked, each opened in its place. */
export const MyAnnouncementsPanel = () => {
  const [{ id: openId }, set] = useUrlState(state)
  const list = usePages(pages(listOwnAnnouncements, { query: { limit: PAGE } }))
  return (
    <Page title={t('News from the clinic')} narrow>
      <FourStates
        query={list}
        loading={<Loading rows={3} height={48} />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <Empty icon={IconSpeakerphone} title={t('No news')}>
            {t('News from the clinic to patients appears here.')}
          </Empty>
        }
      >
        {(rows) => (
          <>
            <ul className={styles.files} aria-label={t('News from the clinic')}>
              {rows.map((row) => (
                <Line
                  key={row.id}
                  announcement={row}
                  isOpen={row.id === openId}
                  onToggle={() => set({ id: row.id === openId ? undefined : String(row.id) })}
                />
              ))}
            </ul>
            {list.hasMore && (
              <Button size="md" loading={list.isFetchingMore} onClick={list.fetchMore}>
                {t('Show earlier')}
              </Button>
            )}
          </>
        )}
      </FourStates>
    </Page>
  )
}
