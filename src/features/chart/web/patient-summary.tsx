import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AppointmentStatus } from '#features/appointments/web/appointment-status.tsx'
import { useBalance } from '#features/billing/web/use-balance.ts'
import { isCritical } from '#features/laboratory/contract-fields.ts'
import { AbnormalResults } from '#features/laboratory/web/abnormal-results-panel.tsx'
import { PatientFlags } from '#features/patients/web/patient-banner.tsx'
import { PatientContact } from '#features/patients/web/patient-tabs.tsx'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { LatestVitals } from '#features/triage/web/latest-vitals-panel.tsx'
import { query } from '#web/calls/api.ts'
import type { LiveNews } from '#web/calls/live-stream.ts'
import type { LiveMeta } from '#web/calls/news-about.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { date, dateTime, dayOf, money } from '#web/text/format.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { getPatientOverview } from '../contract.ts'
import styles from './chart.module.css'

type Overview = ResponseOf<typeof getPatientOverview>
type Vitals = NonNullable<Overview['vitals']>

/** So many problems and results out of range are shown; the rest is behind the heading. Medicines and critical results are shown whole. */
const MOST = 6

interface BlockProps {
  title: string
  note?: string | undefined
  onOpen?: () => void
  isWide?: boolean
  children: ReactNode
}

const Block = ({ title, note, onOpen, isWide, children }: BlockProps) => (
  <section className={`section pad-5 min-w-0 ${styles.block}`} data-wide={isWide} aria-label={title}>
    <header className="row">
      <h2 className="grow">
        {onOpen ? (
          <button type="button" className="plain link" onClick={onOpen}>
            {title}
          </button>
        ) : (
          title
        )}
      </h2>
      {note && <span className="small t3 num nowrap">{note}</span>}
    </header>
    {children}
  </section>
)
const None = ({ children }: { children: ReactNode }) => <p className="t3">{children}</p>

interface LinesProps<T> {
  rows: readonly T[]
  none: string
  most?: number
  children: (row: T) => ReactNode
}
const Lines = <T,>({ rows, none, most = rows.length, children }: LinesProps<T>) =>
  rows.length === 0 ? (
    <None>{none}</None>
  ) : (
    <>
      <ul className="bare-list">{rows.slice(0, most).map(children)}</ul>
      {rows.length > most && <p className="small t3">{t('and {count} more', { count: rows.length - most })}</p>}
    </>
  )

const Problems = ({ problems, onOpen }: { problems: NonNullable<Overview['problems']>; onOpen: () => void }) => (
  <Block title={t('Active problems')} onOpen={onOpen}>
    <Lines rows={problems} none={t('None recorded')} most={MOST}>
      {({ id, title, onset_on, recorded_at }) => (
        <li key={id} className="row">
          <bdi className="grow break-anywhere">{title}</bdi>
          <span className="small t3 num nowrap">{onset_on ? t('since {date}', { date: date(onset_on) }) : dayOf(recorded_at)}</span>
        </li>
      )}
    </Lines>
  </Block>
)

const Medicines = ({ medicines, onOpen }: { medicines: NonNullable<Overview['medicines']>; onOpen: () => void }) => (
  <Block title={t('Current medicines')} onOpen={onOpen}>
    <Lines rows={medicines} none={t('None recorded')}>
      {({ origin, id, name, words, ends_on, since }) => (
        <li key={`${origin}-${id}`}>
          <bdi className="semi break-anywhere">{name}</bdi>
          <span className="small t3 num block break-anywhere">
            {[
              words,
              ends_on ? t('until {date}', { date: date(ends_on) }) : since && t('since {date}', { date: date(since) }),
              origin === 'elsewhere' && t('from elsewhere'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      )}
    </Lines>
  </Block>
)

const LastVitals = ({ vitals, onOpen }: { vitals: Vitals; onOpen: () => void }) => {
  const [newest] = vitals
  return (
    <Block title={t('Last vital signs')} note={newest && dateTime(newest.taken_at)} onOpen={onOpen}>
      {newest ? <LatestVitals sets={vitals} /> : <None>{t('None recorded')}</None>}
    </Block>
  )
}

const Results = ({ results, onOpen }: { results: NonNullable<Overview['results']>; onOpen: () => void }) => {
  const { months, normal, not_evaluated, out_of_range, abnormal, latest_at } = results
  // Critical ones come first.
  const most = Math.max(MOST, abnormal.filter(({ flag }) => isCritical(flag)).length)
  const rest = [
    normal > 0 && t('{count, plural, one {# within range} other {# within range}}', { count: normal }),
    not_evaluated > 0 && t('{count, plural, one {# not evaluated} other {# not evaluated}}', { count: not_evaluated }),
    out_of_range > most && t('{count, plural, one {# out of range in total} other {# out of range in total}}', { count: out_of_range }),
  ].filter(Boolean)
  return (
    <Block
      title={t('Abnormal results, {months} months', { months })}
      note={latest_at === null ? undefined : t('latest {date}', { date: dayOf(latest_at) })}
      isWide
      onOpen={onOpen}
    >
      {latest_at === null ? (
        <None>{t('No results recorded')}</None>
      ) : (
        <>
          {abnormal.length === 0 && <None>{normal > 0 ? t('None out of range') : t('No result could be evaluated')}</None>}
          <AbnormalResults results={abnormal.slice(0, most)} />
          {rest.length > 0 && <p className="small t3 num">{rest.join(' · ')}</p>}
        </>
      )}
    </Block>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt>{term}</dt>
    <dd className="num">{children}</dd>
  </>
)

const Balance = ({ patientId }: { patientId: number }) => {
  const { balance } = useBalance(patientId)
  if (balance === undefined) return null
  const isRefund = balance.startsWith('-')
  return (
    <Fact term={isRefund ? t('To refund') : t('Balance due')}>{money(isRefund ? balance.slice(1) : balance, { withCurrency: true })}</Fact>
  )
}

const orderedText = ({ tests, medicines }: Overview['open_orders']) =>
  [
    tests !== null && tests > 0 && t('{count, plural, one {# test without result} other {# tests without result}}', { count: tests }),
    medicines !== null &&
      medicines > 0 &&
      t('{count, plural, one {# medicine to dispense} other {# medicines to dispense}}', { count: medicines }),
  ]
    .filter(Boolean)
    .join(' · ')

const Next = ({ overview, patient }: { overview: Overview; patient: PatientRecord }) => {
  const { allowed } = useRights()
  const { appointments, open_orders } = overview
  const next = appointments?.next
  return (
    <Block title={t('Next and open')}>
      <dl className="facts">
        {appointments && (
          <Fact term={t('Next appointment')}>
            {next ? (
              <>
                {dateTime(next.at)} <AppointmentStatus state={next.status} />
                <span className="small t3 block">{[next.doctor_name ?? t('Any doctor'), next.item_name].filter(Boolean).join(' · ')}</span>
              </>
            ) : (
              t('None booked')
            )}
          </Fact>
        )}
        {(open_orders.tests !== null || open_orders.medicines !== null) && (
          <Fact term={t('Open orders')}>{orderedText(open_orders) || t('None')}</Fact>
        )}
        {allowed('billing.view') && <Balance patientId={patient.id} />}
      </dl>
    </Block>
  )
}

/** What must be known about a patient before anything is done, each part with its date; what is missing is said, never taken for normal. */
export const PatientSummary = ({ patient, onOpen }: { patient: PatientRecord; onOpen: (tab: string) => void }) => {
  const { id, open_visit: visit } = patient
  const overviewQuery = query(getPatientOverview, { params: { id } })
  const isAbout = (news: LiveNews) => news.id === (news.topic === 'patients' ? id : visit)
  const asked = useQuery({ ...overviewQuery, meta: { ...overviewQuery.meta, isAbout } satisfies LiveMeta })
  return (
    <FourStates query={asked} loading={<Loading rows={6} height={32} />}>
      {(overview) => (
        <div className={`grid gap-5 items-stretch ${styles.summary}`}>
          <Block title={t('Allergies and alerts')} onOpen={() => onOpen('allergies')}>
            <PatientFlags {...patient} />
            {patient.alerts.length === 0 && <None>{t('No alerts')}</None>}
          </Block>
          {overview.problems && <Problems problems={overview.problems} onOpen={() => onOpen('consultations')} />}
          {overview.medicines && <Medicines medicines={overview.medicines} onOpen={() => onOpen('prescriptions')} />}
          {overview.vitals && <LastVitals vitals={overview.vitals} onOpen={() => onOpen('triage')} />}
          {overview.results && <Results results={overview.results} onOpen={() => onOpen('laboratory')} />}
          <Next overview={overview} patient={patient} />
          <Block title={t('Contact')} onOpen={() => onOpen('details')}>
            <PatientContact patient={patient} />
          </Block>
        </div>
      )}
    </FourStates>
  )
}
