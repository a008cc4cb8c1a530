import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Id } from '#shared/paging.ts'
import { query, call } from '#web/calls/api.ts'
import { fullName, dateTime, time, age, ageIn, ago, money, number, sex } from '#web/text/format.ts'
import { t, isLanguage, languages } from '#web/i18n.ts'
import { useMe } from '#web/look/preferences.ts'
import { useRights } from '#web/session/rights.ts'
import { isMissing, NoSuchDocument, useIdInAddress, DocumentHead } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { getCounterPrescription, reopenLine } from '#features/pharmacy/contract.ts'
import { CounterDesk } from './counter-desk.tsx'
import { isOpen } from './counter-lines.ts'
import { newsSince } from './counter-news.ts'
import type { AtCounter, CounterLine } from './counter-types.ts'
import { useCounter } from './use-counter.ts'
import { QUEUE, useNext } from './use-next.ts'
import { Button, Kbd } from '@mantine/core'
import { Link } from 'react-router'
import { quantityWords } from '#features/prescriptions/web/drug-name.tsx'
import { LineState, PrescriptionState } from '#features/prescriptions/web/prescription-status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { trackLabel, tracks } from '#features/attendance/rules.ts'
import { OrdersPending } from '#features/order-drafts/web/orders-pending-status.tsx'
import { useKeys } from '#web/keyboard/keys.ts'
import linesStyles from './lines.module.css'
import afterStyles from './after.module.css'

const AllergyFlag = lazy(async () => ({ default: (await import('#features/patients/web/allergy-status.tsx')).AllergyFlag }))

const PatientPregnancy = lazy(async () => ({ default: (await import('#features/patients/web/pregnancy-status.tsx')).PatientPregnancy }))

const Flags = ({ atCounter }: { atCounter: AtCounter }) => (
  <ul className={`flow gap-3 status-wraps ${linesStyles.flags}`} aria-label={t('Allergies')}>
    <li>
      <Suspense>
        <AllergyFlag allergies={atCounter.allergies} status={atCounter.allergy_status} detailed />
      </Suspense>
    </li>
    <li>
      <Suspense>
        <PatientPregnancy patient={atCounter} />
      </Suspense>
    </li>
  </ul>
)

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="num">{children}</dd>
  </div>
)

/** What is due on bills; the rest of a line that was billed only in part is on none yet. */
const Due = ({ due, isBilled }: { due: string; isBilled: boolean }) => {
  if (Number(due) > 0) return <Status tone="attention">{t('{amount} due', { amount: money(due, { withCurrency: true }) })}</Status>
  return isBilled ? <Status tone="done">{t('Nothing due')}</Status> : <Status tone="attention">{t('The rest is not billed yet')}</Status>
}

const whoWords = ({ gender, age: years, date_of_birth, patient_number, weight }: AtCounter) =>
  [sex(gender), age(date_of_birth) || (years === null ? '' : ageIn('y', years)), weight !== null && `${number(weight)} kg`, patient_number]
    .filter(Boolean)
    .join(' · ')

const prescribersOf = ({ prescribed_drugs }: AtCounter) =>
  [
    ...new Set(
      prescribed_drugs.filter(({ cancelled_at }) => cancelled_at === null).map((line) => line.written_by ?? line.prescribed_by_name),
    ),
  ].join(', ')

/** Who stands at the counter and what may hurt them; who prescribed, where they go next, and what is due. */
const CounterHead = ({ atCounter, next }: { atCounter: AtCounter; next: () => void }) => {
  const track = tracks.find((one) => one === atCounter.track)
  const label = t('Next in the queue')
  useKeys([{ keys: 'N', label, run: next }])
  return (
    <>
      <DocumentHead
        title={atCounter.patient_name}
        status={
          <>
            <PrescriptionState status={atCounter.status} />
            <OrdersPending visit={atCounter.visit} />
          </>
        }
        sub={
          <>
            <span className="t2">{whoWords(atCounter)}</span>
            <Link className="link" to={`/dashboard/patients/${atCounter.patient}?tab=prescriptions`}>
              {t('Patient page')}
            </Link>
          </>
        }
        back={{ to: QUEUE, label: t('Pharmacy') }}
        actions={
          <Button aria-keyshortcuts="N" rightSection={<Kbd className="not-phone">N</Kbd>} onClick={next}>
            {label}
          </Button>
        }
      />
      <section className={`section flow gap-4-7 ${linesStyles.head}`} aria-label={t('Prescription')}>
        <Flags atCounter={atCounter} />
        <dl className={`flow terms ${linesStyles.facts}`}>
          <Fact label={t('Prescribed by')}>
            {prescribersOf(atCounter)}{' '}
            <span className="t3" title={dateTime(atCounter.date_created)}>
              {ago(atCounter.date_created)}
            </span>
          </Fact>
          <Fact label={t('Visit')}>
            {atCounter.track_number}{' '}
            <span className="t3">{atCounter.is_visit_open ? track !== undefined && t(trackLabel[track]) : t('Ended')}</span>
          </Fact>
          <Fact label={t('Payer')}>{atCounter.payer_name ?? t('The patient')}</Fact>
          {atCounter.due !== null && (
            <Fact label={t('To pay')}>
              <Due due={atCounter.due} isBilled={atCounter.prescribed_drugs.every((line) => line.is_paid || !isOpen(line))} />
            </Fact>
          )}
          <Fact label={t('Labels in')}>{isLanguage(atCounter.language) ? languages[atCounter.language] : languages.en}</Fact>
          <Fact label={t('Store')}>{atCounter.store_name}</Fact>
        </dl>
        {atCounter.note !== null && atCounter.note !== '' && <p className={`${linesStyles.note} t2`}>{atCounter.note}</p>}
      </section>
    </>
  )
}

const Given = ({ line }: { line: CounterLine }) => (
  <span className="small t2 num">
    {line.given.map(({ dispense, number: name, item_name, units, returned, at, by_name }) => (
      <span key={`${dispense}${item_name}`} className={afterStyles.given} title={dateTime(at)}>
        {quantityWords(String(units), item_name === line.item_name ? line.unit : null)}
        {item_name !== line.item_name && ` ${item_name}`}
        {returned > 0 && ` (${t('{n} returned', { n: returned })})`} ·{' '}
        <Link className="link" to={`${QUEUE}/dispenses/${dispense}`}>
          {name}
        </Link>{' '}
        · {by_name} · {time(at)}
      </span>
    ))}
  </span>
)

const Closed = ({ line, mayReopen }: { line: CounterLine; mayReopen: boolean }) => {
  const { run, isRunning } = useAction()
  const isRefused = line.refused_at !== null && line.cancelled_at === null
  return (
    <li className={`in-row gap-4 pad-4-0 ${afterStyles.closed}`}>
      <div className="grow">
        <span className="row wrap">
          <b data-off={line.cancelled_at !== null || undefined}>{line.item_name}</b>
          <LineState line={line} />
        </span>
        <Given line={line} />
        {isRefused && <span className="small t2">{[line.refuse_reason, line.refused_by_name].filter(Boolean).join(' · ')}</span>}
        {line.cancel_reason !== null && (
          <span className="small t3">{[line.cancel_reason, line.cancelled_by_name].filter(Boolean).join(' · ')}</span>
        )}
      </div>
      {isRefused && mayReopen && (
        <Button
          loading={isRunning}
          aria-label={`${t('Undo refusal')}: ${line.item_name}`}
          onClick={() =>
            run(
              () => call(reopenLine, { params: { id: line.id }, body: { version: line.version } }),
              t('{item} is waiting again.', { item: line.item_name }),
            )
          }
        >
          {t('Undo refusal')}
        </Button>
      )}
    </li>
  )
}

/** Lines of which nothing more is handed out: what went over the counter, what was refused and why, what was cancelled. */
const ClosedLines = ({ lines, mayReopen }: { lines: readonly CounterLine[]; mayReopen: boolean }) =>
  lines.length > 0 && (
    <section className="section" aria-label={t('Completed')}>
      <h2>{t('Completed')}</h2>
      <ul className="bare-list">
        {lines.map((line) => (
          <Closed key={line.id} line={line} mayReopen={mayReopen} />
        ))}
      </ul>
    </section>
  )

const DispensedPanel = lazy(async () => ({ default: (await import('./dispensed-panel.tsx')).DispensedPanel }))

const News = ({ news }: { news: readonly string[] }) =>
  news.length > 0 && (
    <Note tone="attention">
      {news.map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </Note>
  )

const Prescription = ({ atCounter, store }: { atCounter: AtCounter; store: number | undefined }) => {
  const [opened] = useState(atCounter)
  const { can } = useRights()
  const next = useNext(atCounter.id, store)
  const counter = useCounter(atCounter, store)
  const { done, isBehind, lines, mine, goOn } = counter
  const me = useMe()
  const closed = <ClosedLines lines={atCounter.prescribed_drugs.filter((line) => !isOpen(line))} mayReopen={can(reopenLine)} />
  return (
    <>
      <CounterHead atCounter={atCounter} next={next} />
      <News news={newsSince(opened, atCounter, { me: me ? fullName(me) : '', mine })} />
      {atCounter.is_expired && lines.length > 0 && (
        <Note tone="attention">{t('This prescription is too old to be dispensed. The patient needs a new one.')}</Note>
      )}
      {done && (
        <Suspense fallback={<Loading />}>
          <DispensedPanel dispensed={done} visit={atCounter.visit} owed={isBehind ? [] : lines} next={next} goOn={goOn} />
        </Suspense>
      )}
      {done || lines.length === 0 ? (
        closed
      ) : (
        <CounterDesk atCounter={atCounter} counter={counter}>
          {closed}
        </CounterDesk>
      )}
    </>
  )
}

/** A prescription at the counter: checked, counted out and handed over. */
export const CounterPage = () => {
  const id = useIdInAddress()
  const [{ store }] = useUrlState({ store: Id })
  const asked = useQuery(query(getCounterPrescription, { params: { id }, query: store === undefined ? {} : { store } }))
  if (isMissing(asked)) return <NoSuchDocument title={t('Prescription not found')} to={QUEUE} label={t('Pharmacy')} />
  return (
    <div className="page-body">
      <FourStates query={asked} loading={<Loading rows={10} height={32} />}>
        {(prescription) => <Prescription key={prescription.id} atCounter={prescription} store={store} />}
      </FourStates>
    </div>
  )
}
