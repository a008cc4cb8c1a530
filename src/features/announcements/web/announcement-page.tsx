import { Button, Textarea } from '@mantine/core'
import { IconCalendar, IconPin, IconPinnedOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, download, fetchFile, query, pages } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { date, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { DocumentHead, isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { Note } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { queryClient } from '#web/calls/query-client.ts'
import {
  changeAnnouncement,
  getAnnouncement,
  getAttachment,
  readAnnouncement,
  createComment,
  listComments,
  withdrawComment,
} from '../contract.ts'
import { AnnouncementState } from './announcement-state.tsx'
import { Attachments } from './attachments.tsx'
import { FilesField } from './files-field.tsx'
import { useMarkRead } from './mark-read.ts'
import { sendFiles } from './send-files.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { usePages } from '#web/calls/rows.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import styles from './announcements.module.css'

type Comment = ResponseOf<typeof listComments>[number]

const Line = ({ comment: { id, content, created_at, created_by_name, may_withdraw } }: { comment: Comment }) => {
  const { run, isRunning } = useAction()
  return (
    <li>
      <span className="row wrap small t3">
        <bdi>{created_by_name}</bdi>
        <span className="grow num">{dateTime(created_at)}</span>
        {may_withdraw && (
          <Button size="compact-sm" loading={isRunning} onClick={() => run(() => call(withdrawComment, { params: { id } }))}>
            {t('Withdraw')}
          </Button>
        )}
      </span>
      {content === null ? <p className="t3">{t('This comment was deleted.')}</p> : <p dir="auto">{content}</p>}
    </li>
  )
}

const Write = ({ announcement }: { announcement: number }) => {
  const endpointForm = useEndpointForm(createComment, {
    initialValues: { content: '' },
    draftKey: `announcement-comment-${announcement}`,
    toBody: ({ content }) => ({ announcement, content }),
    onSaved: () => endpointForm.form.reset(),
  })
  return (
    <EndpointForm form={endpointForm} save={t('Comment')} isAside>
      <Textarea label={t('Your comment')} autosize minRows={2} maxRows={8} {...endpointForm.form.getInputProps('content')} />
    </EndpointForm>
  )
}

/** What those who work here say about an announcement. */
const Comments = ({ announcement, isOpen }: { announcement: number; isOpen: boolean }) => {
  const list = usePages(pages(listComments, { query: { announcement } }))
  return (
    <section className="section" aria-label={t('Comments')}>
      <h2>{t('Comments')}</h2>
      <FourStates
        query={list}
        loading={<Loading rows={2} height={32} />}
        isEmpty={(rows) => rows.length === 0}
        empty={<p>{t('No comments yet.')}</p>}
      >
        {(comments) => (
          <>
            <ul className={styles.comments}>
              {comments.map((comment) => (
                <Line key={comment.id} comment={comment} />
              ))}
            </ul>
            {list.hasMore && (
              <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
                {t('More')}
              </Button>
            )}
          </>
        )}
      </FourStates>
      {isOpen ? <Write announcement={announcement} /> : <p className="t3">{t('Comments are closed.')}</p>}
    </section>
  )
}

const LastDayDialog = lazy(async () => ({ default: (await import('./last-day-dialog.tsx')).LastDayDialog }))
const ReceiptsList = lazy(async () => ({ default: (await import('./receipts.tsx')).ReceiptsList }))

type Detail = ResponseOf<typeof getAnnouncement>
const LIST = '/dashboard/announcements'

/** What its author, and who may write, do with it. */
const Actions = ({ announcement: { id, title, is_pinned, version }, onLastDay }: { announcement: Detail; onLastDay: () => void }) => {
  const { run, isRunning } = useAction()
  const withdraw = async () => {
    const withdraw_reason = await askReason({
      title: t('Withdraw “{title}”?', { title }),
      text: t('The announcement will no longer be shown. It stays available under “Withdrawn”, with the reason.'),
      action: t('Withdraw'),
      isGrave: true,
    })
    if (withdraw_reason === null) return
    run(() => call(changeAnnouncement, { params: { id }, body: { withdraw_reason, version } }), t('Announcement withdrawn.'))
  }
  const Pin = is_pinned ? IconPinnedOff : IconPin
  return (
    <>
      <Button
        loading={isRunning}
        leftSection={<Pin size={16} stroke={1.75} aria-hidden />}
        onClick={() => run(() => call(changeAnnouncement, { params: { id }, body: { is_pinned: !is_pinned, version } }))}
      >
        {is_pinned ? t('Unpin') : t('Pin')}
      </Button>
      <Button leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />} onClick={onLastDay}>
        {t('Last day')}
      </Button>
      <Button loading={isRunning} onClick={() => void withdraw()}>
        {t('Withdraw')}
      </Button>
    </>
  )
}

const audienceText = ({ staff, groups, patients }: NonNullable<Detail['audience']>) =>
  [staff ? t('All staff') : groups.map(({ name }) => name).join(', '), patients && t('Patients')].filter(Boolean).join(' · ')

const Facts = ({ announcement }: { announcement: Detail }) => {
  const { audience, starts_on, expires_on, withdrawn_at, withdrawn_by_name, withdraw_reason } = announcement
  const facts: [string, string | null][] = [
    [t('For'), audience && audienceText(audience)],
    [t('Shown from'), starts_on && date(starts_on)],
    [t('Shown until'), expires_on && date(expires_on)],
    [t('Withdrawn'), withdrawn_at && [dateTime(withdrawn_at), withdrawn_by_name].join(' · ')],
    [t('Reason'), withdraw_reason],
  ]
  if (facts.every(([, text]) => !text)) return null
  return (
    <dl className="facts">
      {facts.map(
        ([label, text]) =>
          text && (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">
                <bdi>{text}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

const Confirm = ({ id }: { id: number }) => {
  const { run, isRunning } = useAction()
  return (
    <Note tone="waiting">
      <span className="row wrap">
        <span className="grow">{t('Please confirm that you have read this.')}</span>
        <Button
          variant="filled"
          loading={isRunning}
          onClick={() =>
            run(() => call(readAnnouncement, { params: { id }, body: { confirmed: true } }), t('Reading confirmed. Thank you.'))
          }
        >
          {t('Confirm reading')}
        </Button>
      </span>
    </Note>
  )
}

const MoreFiles = ({ id, there }: { id: number; there: number }) => {
  const [files, setFiles] = useState<File[]>([])
  const { run, isRunning } = useAction()
  const send = async () => {
    setFiles(await sendFiles(id, files))
    void queryClient.invalidateQueries()
  }
  return (
    <div className="form-stack no-print">
      <FilesField files={files} onChange={setFiles} there={there} />
      {files.length > 0 && (
        <span>
          <Button variant="filled" loading={isRunning} onClick={() => run(send)}>
            {t('Send')}
          </Button>
        </span>
      )}
    </div>
  )
}

const Shown = ({ announcement }: { announcement: Detail }) => {
  const [isChanging, setChanging] = useState(false)
  const { id, title, channel_name, created_by_name, created_at, document, content, attachments, receipts, may } = announcement
  useMarkRead(id, announcement.is_unread, () => call(readAnnouncement, { params: { id }, body: {} }))
  const load = async (attachment_id: number) => (await fetchFile(getAttachment, { params: { id, attachment_id } })).blob
  const isWithdrawn = announcement.state === 'withdrawn'
  return (
    <div className="page-body narrow">
      <DocumentHead
        title={title}
        status={<AnnouncementState announcement={announcement} />}
        sub={[channel_name, created_by_name, dateTime(created_at)].join(' · ')}
        back={{ to: LIST, label: t('Announcements') }}
        actions={may.change && !isWithdrawn && <Actions announcement={announcement} onLastDay={() => setChanging(true)} />}
      />
      <Facts announcement={announcement} />
      <RichText document={document} plain={content} />
      <Attachments
        files={attachments}
        load={load}
        save={(attachment_id, open) => download(getAttachment, { params: { id, attachment_id } }, { open })}
      />
      {may.attach && <MoreFiles id={id} there={attachments.length} />}
      {announcement.is_unread && announcement.must_confirm && <Confirm id={id} />}
      {(announcement.allows_comments || announcement.comment_count > 0) && (
        <Comments announcement={id} isOpen={announcement.allows_comments && announcement.is_active} />
      )}
      <Suspense>
        {receipts && <ReceiptsList announcement={announcement} counts={receipts} />}
        {isChanging && <LastDayDialog announcement={announcement} onClose={() => setChanging(false)} />}
      </Suspense>
    </div>
  )
}

/** One announcement: its text, its files, what is said about it, and who has read it. */
export const AnnouncementPage = () => {
  const id = useIdInAddress()
  const asked = useQuery(query(getAnnouncement, { params: { id } }))
  if (isMissing(asked)) return <NoSuchDocument title={t('Announcement not found')} to={LIST} label={t('Announcements')} />
  return (
    <FourStates query={asked} loading={<Loading rows={8} />}>
      {(announcement) => <Shown key={announcement.id} announcement={announcement} />}
    </FourStates>
  )
}
