import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconArrowLeft, IconBell } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { countNotifications } from '#calls/notifications/contract.ts'
import { useClinic } from '#web/calls/clinic.ts'
import { ConnectionState, LineLost } from '#web/frame/connection-state.tsx'
import { NotEncrypted } from '#web/frame/not-encrypted.tsx'
import { Person } from '#web/frame/person.tsx'
import { FirstSteps } from '#web/help/first-steps-place.tsx'
import { HelpOverlay } from '#web/help/help-overlay.tsx'
import { query } from '#web/calls/api.ts'
import { completeTexts, t } from '#web/i18n.ts'
import { Mark } from '#web/splash.tsx'
import { useWarm } from '#web/calls/warm.ts'
import { NotLinked } from './not-linked.tsx'
import { overviewQuery } from './portal-calls.ts'
import { backFrom, HOME, needsRecord, shownAt, barPages, more, findPage, sidePages, type PortalPage } from './portal-pages.ts'
import { PAGE_ID, toTopOfPage } from './top-of-page.ts'
import styles from './portal.module.css'

/** How much of a room is new, by its address. */
type Marks = Readonly<Record<string, number>>

const PageLink = ({
  page: { to, label, icon: Sign },
  isHere,
  mark = 0,
  news,
}: {
  page: PortalPage
  isHere: boolean
  mark?: number | undefined
  /** What is new behind it, in words, where it is not counted. */
  news?: string | undefined
}) => (
  <Link className={`in-row no-underline focus-inside t2 ${styles.link}`} to={to} aria-current={isHere ? 'page' : undefined}>
    <span className="grid relative">
      <Sign size={22} stroke={1.5} aria-hidden />
      {mark > 0 && (
        <b className={`text-centre round-l pad-0-2 absolute leading-s ${styles.mark} num`} aria-hidden>
          {mark}
        </b>
      )}
      {news !== undefined && <b className={`absolute accent-ground ${styles.dot}`} />}
    </span>
    <span className="clip">{t(label)}</span>
    {(mark > 0 || news !== undefined) && (
      <span className={`clipped nowrap absolute ${styles.unseen}`}>{news ?? t('{count} new', { count: mark })}</span>
    )}
  </Link>
)

/** The pages at the left of a wide screen, and last the one that is shown where it is behind More. */
const SideNav = ({ marks }: { marks: Marks }) => {
  const here = findPage(useLocation().pathname)
  const shown = here === undefined || here === more || sidePages.includes(here) ? sidePages : [...sidePages, here]
  return (
    <nav className={`no-print ${styles.side}`} aria-label={t('Main menu')}>
      {[...shown, more].map((page) => (
        <PageLink key={page.to} page={page} isHere={page === here} mark={marks[page.to]} />
      ))}
    </nav>
  )
}

/** The pages that are used most, under the thumb; all others are behind the last of them. */
const EdgeNav = ({ marks, news }: { marks: Marks; news: string | undefined }) => {
  const here = findPage(useLocation().pathname)
  const isElsewhere = here !== undefined && !barPages.includes(here)
  return (
    <nav className={`grid rigid line-top surface no-print ${styles.edge}`} aria-label={t('Main menu')}>
      {barPages.map((page) => (
        <PageLink key={page.to} page={page} isHere={page === here} mark={marks[page.to]} />
      ))}
      <PageLink page={more} isHere={isElsewhere} news={news} />
    </nav>
  )
}

export { MorePage } from './more-page.tsx'
export { PatientOverviewPage } from './patient-overview.tsx'

const Back = () => {
  const { pathname, search } = useLocation()
  const back = backFrom(pathname, search)
  return (
    back && (
      <ActionIcon component={Link} to={back.to} size={44} aria-label={t('Back to {room}', { room: t(back.label) })}>
        <IconArrowLeft size={22} stroke={1.5} aria-hidden />
      </ActionIcon>
    )
  )
}

/** What was told to this person and not read yet, on a page of its own. */
const Bell = () => {
  const unread = useQuery(query(countNotifications)).data?.unread ?? 0
  const label = unread === 0 ? t('Notifications') : t('Notifications: {count}', { count: unread })
  return (
    <ActionIcon className="bell" component={Link} to={`${HOME}/notifications`} size={44} aria-label={label}>
      <IconBell size={22} stroke={1.5} aria-hidden />
      {unread > 0 && <b className="num">{unread}</b>}
    </ActionIcon>
  )
}

const Top = () => {
  const clinic = useClinic()
  return (
    <header className={`top pad-0-4 ${styles.top}`}>
      <Back />
      <Link className={`row grow no-underline pad-0-2 colour-inherits ${styles.clinicLink}`} to={HOME}>
        <Mark />
        <span className="brand clip">{clinic?.name}</span>
      </Link>
      {clinic?.is_demo && <span className="demo not-phone">{t('Demonstration')}</span>}
      <span className="row not-phone">
        <ConnectionState />
      </span>
      <Bell />
      <Person />
    </header>
  )
}

/** After going to another page, or to a record of it, the eye and the screen reader start at the top; the first page keeps its own focus. */
const useTopOfPage = () => {
  const { pathname, search } = useLocation()
  const now = shownAt(pathname, search)
  const shown = useRef(now)
  useEffect(() => {
    if (shown.current === now) return
    shown.current = now
    toTopOfPage()
  }, [now])
}

/** What stands around every page of a patient: the clinic, the way back, the rooms. */
export const PortalLayout = ({ children }: { children: ReactNode }) => {
  useTopOfPage()
  useWarm(completeTexts)
  const { pathname } = useLocation()
  const { data } = useQuery(overviewQuery)
  const marks: Marks = {
    [`${HOME}/results`]: data?.record?.results.new_count ?? 0,
    [`${HOME}/announcements`]: data?.announcements.unread ?? 0,
  }
  const isOwing = Number(data?.record?.balance.owed ?? 0) > 0
  const isUnread = (data?.announcements.unread ?? 0) > 0
  return (
    <div className={`stack print-block full-height ${styles.portal}`} data-part="portal">
      <a className="skip" href={`#${PAGE_ID}`} onClick={toTopOfPage}>
        {t('Skip to content')}
      </a>
      <NotEncrypted />
      <LineLost />
      <Top />
      <FirstSteps />
      <div className={`fill flex print-block ${styles.middle}`}>
        <SideNav marks={marks} />
        <main className="page" id={PAGE_ID} tabIndex={-1}>
          {data?.is_linked === false && needsRecord(pathname) ? <NotLinked /> : children}
        </main>
      </div>
      <EdgeNav marks={marks} news={isOwing ? t('Unpaid bill') : isUnread ? t('Unread news') : undefined} />
      <HelpOverlay />
    </div>
  )
}
