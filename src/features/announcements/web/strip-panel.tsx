import { ActionIcon } from '@mantine/core'
import { IconCheck, IconSpeakerphone } from '@tabler/icons-react'
import { Link } from 'react-router'
import { call, pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { useAction } from '#web/calls/use-action.ts'
import { listAnnouncements, readAnnouncement } from '../contract.ts'
import styles from './announcements.module.css'

/** What begins or ends with a day is no news of its own. */
const ASK_AGAIN_MS = 900_000

/** Without the signs that begin a heading, a quotation or an item of a list. */
const inOneLine = (content: string) => content.replaceAll(/^\s*(?:[-*•>]|#{1,3})\s+/gm, '')

/** The first announcement that this person has not read, in one line; nothing when there is none. */
export const AnnouncementStrip = () => {
  const { run, isRunning } = useAction()
  const { data, total } = usePages({
    ...pages(listAnnouncements, { query: { unread: 'true', limit: 1, count: 'true' } }),
    refetchInterval: ASK_AGAIN_MS,
  })
  const first = data?.[0]
  if (!first) return null
  const more = (total ?? 1) - 1
  const address = `/dashboard/announcements/${first.id}`
  return (
    <section className={`panel flex rigid gap-4 pad-2-5 items-centre ${styles.strip} no-print`} aria-label={t('Announcements')}>
      <IconSpeakerphone size={16} stroke={1.75} aria-hidden />
      <Link className="link clip phone-fill" to={address}>
        <bdi>{first.title}</bdi>
      </Link>
      <span className="grow clip t3 not-phone">
        <bdi>{inOneLine(first.content)}</bdi>
      </span>
      {more > 0 && (
        <Link className="link num" to="/dashboard/announcements?unread=1">
          {t('{count} more unread', { count: more })}
        </Link>
      )}
      {!first.must_confirm && (
        <ActionIcon
          loading={isRunning}
          aria-label={t('Mark “{title}” as read', { title: first.title })}
          title={t('Mark as read')}
          onClick={() => run(() => call(readAnnouncement, { params: { id: first.id }, body: {} }))}
        >
          <IconCheck size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </section>
  )
}
