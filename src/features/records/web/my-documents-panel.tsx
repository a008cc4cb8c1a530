import { Button } from '@mantine/core'
import { IconCamera, IconFiles, IconFileText } from '@tabler/icons-react'
import { Link } from 'react-router'
import { listRecords } from '../contract.ts'
import { FileButton } from './add/file-button.tsx'
import { QueueList } from './add/queue-list.tsx'
import { queueFor } from './add/queues.ts'
import { Thumbnail } from './picture.tsx'
import { isBusy, ReadingMark, UnverifiedMark, whyUnread } from './record-labels.tsx'
import type { RecordRow } from './record-types.ts'
import { MY_DOCUMENTS } from './my-documents.ts'
import { documentKindWord } from '#web/text/document-kinds.ts'
import { pages } from '#web/calls/api.ts'
import { pollAfter } from '#web/calls/query-client.ts'
import { date, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import styles from './records.module.css'

const PAGE = 25
/** Of single pages there is no news for patients: while something is being read they ask. */
const ASK_AGAIN_MS = 3000

const Line = ({ record }: { record: RecordRow }) => {
  const { id, title, kind, document_date, created_at, is_from_patient, is_verified, status } = record
  return (
    <li className={`grid gap-2-6 pad-4-5 hovers items-centre ${styles.recordLine}`}>
      <Thumbnail picture={record} />
      <div className={`stack min-w-0 break-anywhere gap-1 ${styles.recordWhat}`}>
        <Link className={`link strong ${styles.recordTitle}`} to={`${MY_DOCUMENTS}/${id}`}>
          {title}
        </Link>
        <span className="small t3 num">
          {documentKindWord(kind)} · {document_date ? date(document_date) : dayOf(created_at)}
        </span>
        {status === 'failed' && <span className="small break-anywhere critical-text">{whyUnread(record)}</span>}
        {is_from_patient && !is_verified && (
          <span>
            <UnverifiedMark isOwn />
          </span>
        )}
      </div>
      <span className={`flow justify-end gap-2-5 ${styles.recordStatus}`}>{status !== 'ready' && <ReadingMark progress={record} />}</span>
    </li>
  )
}

const Add = () => {
  const queue = queueFor(null)
  const add = (files: File[]) => queue.add(files)
  return (
    <section className="section form-stack" aria-label={t('Send a document')}>
      <div>
        <b>{t('Send a document')}</b>
        <div className="t3">{t('Letters, reports and results of other clinics: photos, PDF or text, up to {n} MB each.', { n: 25 })}</div>
      </div>
      <div className={`row wrap phone-full ${styles.recordSources}`}>
        <FileButton from="camera" label={t('Take a photo')} icon={<IconCamera size={18} aria-hidden />} onFiles={add} />
        <FileButton label={t('Choose files')} icon={<IconFiles size={18} aria-hidden />} onFiles={add} />
      </div>
      <QueueList queue={queue} addressOf={(record) => `${MY_DOCUMENTS}/${record}`} isPlain />
    </section>
  )
}

/** The documents of the patient who is signed in: what the clinic has, and what they send it. */
export const MyDocumentsPanel = () => {
  const list = usePages({
    ...pages(listRecords, { query: { limit: PAGE } }),
    refetchInterval: ({ state }) => (state.data?.pages.some(({ rows }) => rows.some(isBusy)) ? pollAfter(ASK_AGAIN_MS, state) : false),
  })
  return (
    <Page title={t('My documents')} narrow>
      <Add />
      <FourStates
        query={list}
        loading={<Loading rows={3} height={56} />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <Empty icon={IconFileText} title={t('No documents yet')}>
            {t('Documents that you send and that the clinic adds appear here.')}
          </Empty>
        }
      >
        {(rows) => (
          <>
            <ul className="panel" aria-label={t('My documents')}>
              {rows.map((record) => (
                <Line key={record.id} record={record} />
              ))}
            </ul>
            {list.hasMore && (
              <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
                {t('Earlier documents')}
              </Button>
            )}
          </>
        )}
      </FourStates>
    </Page>
  )
}
