import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle, type Icon } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { listNotifications } from '#calls/notifications/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { ago, dateTime } from '../text/format.ts'
import { t } from '../i18n.ts'
import { useRights } from '../session/rights.ts'
import { placeOf, sentenceOf } from './sentence.ts'
import { useReading } from './use-inbox.ts'
import styles from './inbox.module.css'

export type InboxRow = ResponseOf<typeof listNotifications>[number]

const icons: Record<InboxRow['level'], Icon> = { info: IconInfoCircle, attention: IconAlertTriangle, critical: IconAlertOctagon }
const levelWord = (level: InboxRow['level']) => ({ info: t('Information'), attention: t('Attention'), critical: t('Critical') })[level]

const Entry = ({ entry, now, onGo }: { entry: InboxRow; now: number; onGo: (() => void) | undefined }) => {
  const rights = useRights()
  const { read } = useReading()
  const { id, level, is_read, created_at, resolved_at } = entry
  const place = resolved_at === null ? placeOf(entry, rights) : null
  const Sign = resolved_at === null ? icons[level] : IconCircleCheck
  const open = () => {
    if (!is_read) read(id)
    if (place !== null) onGo?.()
  }
  const content = (
    <>
      <Sign size={18} stroke={1.75} role="img" aria-label={resolved_at === null ? levelWord(level) : t('Resolved')} />
      <bdi className={`grow break-anywhere ${styles.text}`}>{sentenceOf(entry)}</bdi>
      <time className="small t3 num" dateTime={created_at} title={dateTime(created_at)}>
        {ago(created_at, now)}
      </time>
      {!is_read && <span className={`rigid mt-3 accent-ground ${styles.inboxNew}`} role="img" aria-label={t('Unread')} />}
    </>
  )
  const looks = {
    className: `flex items-start full-width no-underline t3-icons t1 text-start ${styles.entry}`,
    'data-level': resolved_at === null ? level : 'done',
    'data-read': is_read || undefined,
  }
  if (place !== null)
    return (
      <Link to={place} onClick={open} {...looks}>
        {content}
      </Link>
    )
  return is_read ? (
    <div {...looks}>{content}</div>
  ) : (
    <button type="button" onClick={open} {...looks}>
      {content}
    </button>
  )
}

interface Props {
  rows: readonly InboxRow[]
  now: number
  /** After an entry led somewhere else. */
  onGo?: () => void
}

/** Notifications, one line each; each leads to the thing and is read by that. */
export const Entries = ({ rows, now, onGo }: Props) => (
  <ul className={styles.inbox} aria-label={t('Notifications')}>
    {rows.map((row) => (
      <li key={row.id}>
        <Entry entry={row} now={now} onGo={onGo} />
      </li>
    ))}
  </ul>
)
