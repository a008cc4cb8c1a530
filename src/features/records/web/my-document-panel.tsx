import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getRecord, getRecordFile, getRecordPage } from '../contract.ts'
import { PagePicture } from './picture.tsx'
import { isBusy, ReadingMark, UnverifiedMark, whyUnread } from './record-labels.tsx'
import type { FullRecord } from './record-types.ts'
import { MY_DOCUMENTS } from './my-documents.ts'
import { documentKindWord } from '#web/text/document-kinds.ts'
import { download, query } from '#web/calls/api.ts'
import { pollAfter } from '#web/calls/query-client.ts'
import { date, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DocumentHead, isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import styles from './records.module.css'

const ASK_AGAIN_MS = 3000

const Sheet = ({ record, number, isText }: { record: number; number: number; isText: boolean }) => (
  <FourStates query={useQuery(query(getRecordPage, { params: { id: record, page: number } }))} loading={<Loading rows={8} />}>
    {({ text, has_image, width, height }) =>
      has_image && !isText ? (
        <div className={`panel clipped relative ${styles.myPage}`} style={{ aspectRatio: `${width} / ${height}` }}>
          <PagePicture record={record} page={number} width={width} height={height} />
        </div>
      ) : (
        <p className={`panel clipped relative ${styles.myPage} ${styles.isText}`}>{text || t('No text could be read on this page.')}</p>
      )
    }
  </FourStates>
)

const Pages = ({ record }: { record: FullRecord }) => {
  const [page, setPage] = useState(1)
  const [view, setView] = useState<'picture' | 'text'>('picture')
  const count = record.status === 'ready' ? (record.page_count ?? 0) : record.pages_read
  const hasPictures = record.file !== null && record.file.type !== 'text/plain'
  if (count === 0) return null
  return (
    <div className="form-stack">
      {hasPictures && (
        <ChoiceField
          label={t('Show as')}
          data={[
            { value: 'picture', label: t('Image') },
            { value: 'text', label: t('Text') },
          ]}
          value={view}
          onChange={setView}
        />
      )}
      <Sheet key={page} record={record.id} number={page} isText={view === 'text'} />
      {count > 1 && (
        <div className="row">
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('Previous page')}
          </Button>
          <span className="grow num text-centre">{t('{n} of {all}', { n: page, all: count })}</span>
          <Button disabled={page >= count} onClick={() => setPage(page + 1)}>
            {t('Next page')}
          </Button>
        </div>
      )}
    </div>
  )
}

const Shown = ({ record }: { record: FullRecord }) => {
  const { run, isRunning } = useAction()
  const { id, title, kind, document_date, created_at, file, is_from_patient, is_verified, status } = record
  return (
    <div className="page-body narrow">
      <DocumentHead
        title={title}
        status={status !== 'ready' && <ReadingMark progress={record} />}
        sub={`${documentKindWord(kind)} · ${document_date ? date(document_date) : dayOf(created_at)}`}
        back={{ to: MY_DOCUMENTS, label: t('My documents') }}
        actions={
          file && (
            <Button
              loading={isRunning}
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => run(() => download(getRecordFile, { params: { id } }))}
            >
              {t('Download')}
            </Button>
          )
        }
      />
      {is_from_patient && !is_verified && (
        <span>
          <UnverifiedMark isOwn />
        </span>
      )}
      {status === 'failed' && <Note tone="critical">{whyUnread(record)}</Note>}
      <Pages record={record} />
    </div>
  )
}

/** One of the patient's own documents: its pages, its text, the file. */
export const MyDocumentPanel = () => {
  const id = useIdInAddress()
  const asked = useQuery({
    ...query(getRecord, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? pollAfter(ASK_AGAIN_MS, state) : false),
  })
  if (isMissing(asked)) return <NoSuchDocument title={t('Document not found')} to={MY_DOCUMENTS} label={t('My documents')} />
  return (
    <FourStates
      query={asked}
      loading={
        <div className="page-body narrow">
          <Loading rows={10} />
        </div>
      }
    >
      {(record) => <Shown key={record.id} record={record} />}
    </FourStates>
  )
}
