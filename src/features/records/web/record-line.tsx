import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDotsVertical, IconDownload, IconFileX, IconTrash, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { documentKindWord } from '#web/text/document-kinds.ts'
import { ago, date, dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { RecordRow } from './record-types.ts'
import { Thumbnail } from './picture.tsx'
import { IdentityMark } from './identity-labels.tsx'
import { isBusy, ReadingMark, UnverifiedMark, whyUnread } from './record-labels.tsx'
import { useRecordActions } from './use-record-actions.ts'
import styles from './records.module.css'

const RecordMenu = ({ record, actions }: { record: RecordRow; actions: ReturnType<typeof useRecordActions> }) => {
  const { title, withdrawn_at, purged_at, status } = record
  const file = purged_at === null ? record.file : null
  const mayRead = !isBusy(record) && withdrawn_at === null && status === 'ready'
  const mayWithdraw = actions.mayWithdraw && withdrawn_at === null
  const mayPurge = actions.mayPurge && withdrawn_at !== null && purged_at === null
  if (!file && !mayRead && !mayWithdraw && !mayPurge) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('More of {title}', { title })} size="var(--k-control)">
          <IconDotsVertical size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {file && (
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={actions.save}>
            {t('Download')}
          </Menu.Item>
        )}
        {mayRead && (
          <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={actions.read}>
            {t('Read again')}
          </Menu.Item>
        )}
        {mayWithdraw && (
          <Menu.Item leftSection={<IconFileX size={16} aria-hidden />} color="var(--k-critical)" onClick={() => void actions.withdraw()}>
            {t('Withdraw')}
          </Menu.Item>
        )}
        {mayPurge && (
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} color="var(--k-critical)" onClick={() => void actions.purge()}>
            {t('Delete content')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const Counts = ({ record: { entities, status } }: { record: RecordRow }) => {
  const suggested = entities.filter(({ state }) => state === 'suggested').length
  const confirmed = entities.filter(({ state }) => state === 'confirmed').length
  if (suggested === 0 && confirmed === 0) return status === 'ready' ? <Status tone="inactive">{t('Nothing found')}</Status> : null
  return (
    <>
      {suggested > 0 && <Status tone="attention">{t('{n} to review', { n: number(suggested) })}</Status>}
      {confirmed > 0 && <Status tone="done">{t('{n} confirmed', { n: number(confirmed) })}</Status>}
    </>
  )
}

interface Props {
  record: RecordRow
  to: string
  /** Said before the title: whose it is, in lists of everybody's. */
  before?: ReactNode
}

/** A document in a list: what it is, how far its reading is, what was found, and what can be done. */
export const RecordLine = ({ record, to, before }: Props) => {
  const { title, kind, document_date, created_at, created_by_name, page_count, is_from_patient, is_verified, withdrawn_at } = record
  const actions = useRecordActions(record)
  const facts = [
    documentKindWord(kind),
    document_date && date(document_date),
    page_count !== null && page_count > 0 && t('{count, plural, one {1 page} other {# pages}}', { count: page_count }),
  ].filter(Boolean)
  const isUnread = record.status === 'failed' && withdrawn_at === null
  return (
    <li className={`grid gap-2-6 pad-4-5 hovers items-centre ${styles.recordLine}`} data-withdrawn={withdrawn_at !== null || undefined}>
      <Thumbnail picture={record} />
      <div className={`stack min-w-0 break-anywhere gap-1 ${styles.recordWhat}`}>
        {before}
        <Link className={`link strong ${styles.recordTitle}`} to={to}>
          {title}
        </Link>
        <span className="small t3 num">
          {facts.join(' · ')}
          {' · '}
          <span title={dateTime(created_at)}>{t('added {when} by {name}', { when: ago(created_at), name: created_by_name })}</span>
        </span>
        {isUnread && <span className="small break-anywhere critical-text">{whyUnread(record)}</span>}
        {withdrawn_at !== null && <span className="small t2">{t('Withdrawn: {reason}', { reason: record.withdraw_reason ?? '' })}</span>}
        {record.purged_at !== null && (
          <span className="small t2">{t('Content deleted: {reason}', { reason: record.purge_reason ?? '' })}</span>
        )}
      </div>
      <div className={`flow justify-end gap-2-5 ${styles.recordStatus}`}>
        {is_from_patient && !is_verified && <UnverifiedMark />}
        {record.identity?.state === 'mismatch' && withdrawn_at === null && <IdentityMark identity={record.identity} />}
        {withdrawn_at !== null ? (
          <Status tone="inactive">{record.purged_at === null ? t('Withdrawn') : t('Content deleted')}</Status>
        ) : (
          <>
            {record.status !== 'ready' && <ReadingMark progress={record} />}
            <Counts record={record} />
          </>
        )}
      </div>
      <div className={`row justify-end ${styles.recordActions}`}>
        {isUnread && (
          <Button leftSection={<IconRefresh size={16} aria-hidden />} loading={actions.isRunning} onClick={actions.read}>
            {t('Retry')}
          </Button>
        )}
        {isBusy(record) && actions.mayCancel && (
          <Button leftSection={<IconPlayerStop size={16} aria-hidden />} loading={actions.isRunning} onClick={actions.cancel}>
            {t('Cancel')}
          </Button>
        )}
        <RecordMenu record={record} actions={actions} />
      </div>
    </li>
  )
}
