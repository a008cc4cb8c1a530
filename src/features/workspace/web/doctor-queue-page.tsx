import { Button, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconStethoscope } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { isLeftOpen, isObservationOverdue } from '#features/attendance/rules.ts'
import { CriticalFlag } from '#features/attendance/web/critical-status.tsx'
import { sexAndAge, visitName, type VisitOnScreen } from '#features/attendance/web/visit-name.tsx'
import { OrdersPending } from '#features/order-drafts/web/orders-pending-status.tsx'
import { AllergyFlag } from '#features/patients/web/allergy-status.tsx'
import { PregnancyFlag } from '#features/patients/web/pregnancy-status.tsx'
import { ReferralsToMe } from '#features/referrals/web/referrals-to-me-panel.tsx'
import { LevelName } from '#features/triage/web/level-name.tsx'
import { dayOf, minutes } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { useUrlState } from '#web/state/url-state.ts'
import { useNow } from '#web/state/use-now.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { counted } from '#web/ui/counted.ts'
import { Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'
import { countQueue, isMine } from './queue-order.ts'
import { useQueue } from './use-doctor-queue.ts'
import { prefetchWorkspace } from './use-workspace.ts'
import styles from './workspace.module.css'
import { PHONE, LAPTOP } from '#web/look/tokens.ts'

const MyOrdersPending = lazy(async () => ({ default: (await import('#features/order-drafts/web/my-pending-panel.tsx')).MyOrdersPending }))

const TICK_MS = 15_000
const MINUTE = 60_000
const waited = (since: string, now: number) => minutes(Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE)))

/** What is dangerous, each in words of its own: critical values, then how urgent, then every allergy, then a pregnancy; and what is not done yet. */
const Signs = ({ visit, now }: { visit: VisitOnScreen; now: number }) => (
  <span className={`flow py-2 ${styles.queueSigns}`}>
    <CriticalFlag visit={visit} />
    {/* Beside a critical value an urgent visit says nothing more. */}
    {visit.priority !== 'routine' && !(visit.has_critical_triage && visit.priority === 'urgent') && (
      <Status chip tone={visit.priority === 'emergency' ? 'critical' : 'attention'}>
        {visit.priority === 'emergency' ? t('Emergency') : t('Urgent')}
      </Status>
    )}
    {isObservationOverdue(visit, now) && (
      <Status chip tone="attention">
        {t('Recheck vitals')}
      </Status>
    )}
    {visit.track === 'added result' && (
      <Status chip tone="done">
        {t('Result ready')}
      </Status>
    )}
    <AllergyFlag allergies={visit.allergies} status={visit.allergy_status} isShort />
    <PregnancyFlag pregnancy={visit.pregnancy} />
    <OrdersPending visit={visit.id} />
    {isLeftOpen(visit, now) && (
      <Status chip tone="inactive">
        {t('Left open')}
      </Status>
    )}
  </span>
)

/** The category; without one the patient is of unknown risk, and it says so. */
const Category = ({ visit, isShort = false }: { visit: VisitOnScreen; isShort?: boolean }) => {
  const { triage_scale: scale, triage_level: level, needs_triage_category: isNeeded } = visit
  if (isNeeded)
    return (
      <Status chip tone="attention">
        {t('Not triaged')}
      </Status>
    )
  return scale && level !== null && <LevelName scale={scale} level={level} isShort={isShort} />
}

/** All that a phone has room for: the name with how urgent it is before it, age and reason, and what is dangerous under them. */
const OnPhone = ({ visit, now }: { visit: VisitOnScreen; now: number }) => (
  <span className="stack text-wraps">
    <span className="row">
      <Category visit={visit} isShort />
      <b className="wrap-text">{visitName(visit)}</b>
    </span>
    <span className="small t2 wrap-text">
      {sexAndAge(visit)} · {visit.reason}
    </span>
    <Signs visit={visit} now={now} />
  </span>
)

/** How many wait, and who else is in the list: the sum is the number of its rows. */
const summary = (shown: readonly VisitOnScreen[], now: number, isBlocked: boolean) => {
  const { waiting, attended, leftOpen } = countQueue(shown, now)
  return [
    t('{count} waiting', { count: waiting }),
    attended > 0 && t('{count} with a doctor', { count: attended }),
    leftOpen > 0 && t('{count} left open', { count: leftOpen }),
    isBlocked && t('none waiting for you'),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The columns at a moment. A phone has fewer of them, rather than hidden ones: each warning is drawn, loaded and read out once. */
const queueColumns = (now: number, isPhone: boolean, isNarrow: boolean): readonly Column<VisitOnScreen>[] => {
  const waits: Column<VisitOnScreen> = {
    key: 'wait',
    title: t('Waiting'),
    width: 96,
    align: 'end',
    render: (visit) => (isLeftOpen(visit, now) ? dayOf(visit.created_at) : waited(visit.track_since, now)),
  }
  if (isPhone) return [{ key: 'name', title: t('Name'), render: (visit) => <OnPhone visit={visit} now={now} /> }, waits]
  return [
    { key: 'level', title: t('Triage'), width: isNarrow ? 124 : 136, render: (visit) => <Category visit={visit} /> },
    { key: 'name', title: t('Name'), render: (visit) => <b className="wrap-text">{visitName(visit)}</b> },
    { key: 'who', title: t('Sex and age'), width: 96, render: sexAndAge },
    { key: 'reason', title: t('Reason'), render: ({ reason }) => reason },
    { key: 'signs', title: t('Warnings'), width: isNarrow ? 240 : 320, render: (visit) => <Signs visit={visit} now={now} /> },
    {
      key: 'doctor',
      title: t('Doctor'),
      width: 140,
      render: ({ attended_by_name, assigned_doctor }) =>
        attended_by_name ? <Status tone="progress">{attended_by_name}</Status> : assigned_doctor,
    },
    waits,
  ]
}

/** The doctors' queue: the sickest first, one key to call whoever is next. */
export const DoctorQueuePage = () => {
  const go = useNavigate()
  const { allowed } = useRights()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false
  const isNarrow = useMediaQuery(LAPTOP, undefined, { getInitialValueInEffect: false }) ?? false
  const now = useNow(TICK_MS)
  const queue = useQueue()
  const [{ patients = 'mine' }, setUrl] = useUrlState({ patients: z.enum(['mine', 'all']) })
  const shown = patients === 'mine' ? queue.visits.filter((visit) => isMine(visit, queue.me.id)) : queue.visits
  const next = queue.next()
  // Patients wait, and none of them for this doctor: the disabled button says why.
  const isBlocked = !next && shown.some((visit) => visit.attended_by === null)
  const noNext = isBlocked ? t('All waiting patients are assigned to other doctors') : t('No patients waiting')
  const open = (visit: VisitOnScreen) => void go(queue.addressOf(visit))
  const callNext = () => {
    if (next) void queue.call(next).then((called) => called && open(called))
  }
  useKeys([{ keys: 'N', label: t('Next patient'), run: callNext }])
  if (next) prefetchWorkspace(next.patient)
  return (
    <Page
      title={t('Doctor')}
      sub={counted(queue.asked, () => summary(shown, now, isBlocked))}
      actions={
        <>
          <ChoiceField
            aria-label={t('Filter by doctor')}
            data={[
              { value: 'mine', label: t('Mine') },
              { value: 'all', label: t('All doctors') },
            ]}
            value={patients}
            onChange={(value) => setUrl({ patients: value === 'mine' ? '' : value })}
          />
          <Button
            variant="filled"
            disabled={!next}
            title={next || queue.asked.data === undefined ? undefined : noNext}
            rightSection={<Kbd className="not-phone">{keyLabel('N')}</Kbd>}
            onClick={callNext}
          >
            {t('Next patient')}
          </Button>
        </>
      }
    >
      <Suspense>
        <MyOrdersPending me={queue.me.id} />
      </Suspense>
      {allowed('referrals.view') && <ReferralsToMe />}
      <DataTable
        label={t('Patients waiting for a doctor')}
        rows={{
          ...queue.asked,
          data: queue.asked.data && shown,
          hasMore: false,
          isFetchingMore: false,
          fetchMore: () => {},
          total: shown.length,
        }}
        rowKey={({ id }) => id}
        onOpen={open}
        empty={
          <Empty icon={IconStethoscope} title={t('No patients waiting')}>
            {t('Patients sent to a doctor appear here at once.')}
          </Empty>
        }
        columns={queueColumns(now, isPhone, isNarrow)}
      />
    </Page>
  )
}
