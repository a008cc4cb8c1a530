import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useMe } from '#web/look/preferences.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { NotLinked } from './not-linked.tsx'
import { cardsOf, type Card } from './overview-cards.ts'
import { overviewQuery, type OwnOverview, type PortalOverview } from './portal-calls.ts'
import { HOME } from './portal-pages.ts'
import styles from './portal.module.css'

const CardLink = ({ card: { to, icon: Sign, title, text, more, urgency, mark } }: { card: Card }) => (
  <li>
    <Link
      className={`in-row no-underline round-l gap-5 t1 ${styles.card}`}
      data-part="portal-card"
      to={to}
      data-tone={mark === 'question' ? 'attention' : undefined}
      data-new={mark === 'new' || undefined}
    >
      <Sign size={22} stroke={1.5} aria-hidden />
      <span className="grow stack break-anywhere">
        <span className="t2">{title}</span>
        <span className={`num${urgency === 'quiet' ? '' : ' strong'}`}>{text}</span>
        {more !== undefined && <span className="small t3 num">{more}</span>}
      </span>
      <IconChevronRight size={18} stroke={1.5} aria-hidden />
    </Link>
  </li>
)

const Overview = ({ overview }: { overview: PortalOverview }) => (
  <>
    {!overview.is_linked && <NotLinked />}
    <ul className="stack gap-4 bare-list">
      {cardsOf(overview).map((card) => (
        <CardLink key={card.to + card.title} card={card} />
      ))}
    </ul>
    {overview.is_linked && (
      <div className={`pad-4-0 sticky-end canvas ${styles.action} no-print`}>
        <Button component={Link} to={`${HOME}/bookings?new`} variant="filled" fullWidth>
          {t('Book appointment')}
        </Button>
      </div>
    )}
  </>
)

const CARDS = 7
const Waiting = () => (
  <div className="stack gap-4 bare-list" role="status" aria-label={t('Loading')}>
    {Array.from({ length: CARDS }, (_, at) => (
      <span key={at} className={`skeleton ${styles.cardWaits}`} />
    ))}
  </div>
)

const subOf = ({ number, last_visit_at }: OwnOverview) =>
  [t('Patient number {number}', { number }), last_visit_at && t('Last visit {day}', { day: dayOf(last_visit_at) })]
    .filter(Boolean)
    .join(' · ')

/** What a patient sees first: what waits for them, what comes next, and the way to everything of theirs. */
export const PatientOverviewPage = () => {
  const me = useMe()
  const asked = useQuery(overviewQuery)
  const record = asked.data?.record
  return (
    <Page title={t('Welcome, {name}', { name: record?.name ?? me?.first_name ?? '' })} sub={record ? subOf(record) : undefined} narrow>
      <FourStates query={asked} loading={<Waiting />}>
        {(overview) => <Overview overview={overview} />}
      </FourStates>
    </Page>
  )
}
