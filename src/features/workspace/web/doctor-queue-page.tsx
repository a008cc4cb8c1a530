import { Button, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconStethoscope } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { CriticalFlag } from '#features/attendance/web/critical-status.tsx'
import { sexAndAge, visitName, type VisitOnScreen } from '#features/attendance/web/visit-name.tsx'
import { AllergyFlag } from '#features/patients/web/allergy-status.tsx'
import { ReferralsToMe } from '#features/referrals/web/referrals-to-me-panel.tsx'
import { LevelName } from '#features/triage/web/level-name.tsx'
import { minutes } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { useUrlState } from '#web/state/url-state.ts'
import { useNow } from '#web/state/use-now.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'
import { isMine } from './queue-order.ts'
import { useQueue } from './use-doctor-queue.ts'
import { prefetchWorkspace } from './use-workspace.ts'
import './workspace.css'

const TICK_MS = 15_000
const MINUTE = 60_000
const waited = (since: string, now: number) => minutes(Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE)))

/** What is dangerous, each in words of its own: critical values, then how urgent, then every allergy. */
const Signs = ({ visit }: { visit: VisitOnScreen }) => (
  <span className="queue-signs">
    <CriticalFlag visit={visit} />
    {/* Beside a critical value an urgent visit says nothing more. */}
    {visit.priority !== 'routine' && !(visit.has_critical_triage && visit.priority === 'urgent') && (
      <Status chip tone={visit.priority === 'emergency' ? 'critical' : 'attention'}>
        {visit.priority === 'emergency' ? t('Emergency') : t('Urgent')}
      </Status>
    )}
    {visit.track === 'added result' && (
      <Status chip tone="done">
        {t('Result ready')}
      </Status>
    )}
    <AllergyFlag allergies={visit.allergies} status={visit.allergy_status} />
  </span>
)

/** The name; on a phone with how urgent it is before it, and what is dangerous under it. */
const Who = ({ visit }: { visit: VisitOnScreen }) => {
  const { triage_scale: scale, triage_level: level } = visit
  return (
    <span className="queue-who">
      <span className="row">
        {scale && level !== null && (
          <span className="only-phone">
            <LevelName scale={scale} level={level} isShort />
          </span>
        )}
        <b className="wrap-text">{visitName(visit)}</b>
      </span>
      <span className="only-phone">
        <Signs visit={visit} />
      </span>
    </span>
  )
}

/** The doctors' queue: the sickest first, one key to call whoever is next. */
export const DoctorQueuePage = () => {
  const go = useNavigate()
  const { allowed } = useRights()
  const isNarrow = useMediaQuery('(max-width: 1200px)') ?? false
  const now = useNow(TICK_MS)
  const queue = useQueue()
  const [{ whose = 'mine' }, setUrl] = useUrlState({ whose: z.enum(['mine', 'all']) })
  const shown = whose === 'mine' ? queue.visits.filter((visit) => isMine(visit, queue.me.id)) : queue.visits
  const next = queue.next()
  const open = (visit: VisitOnScreen) => void go(queue.addressOf(visit))
  const callNext = () => {
    if (next) void queue.call(next).then((called) => called && open(called))
  }
  useKeys([{ keys: 'N', label: t('Next patient'), run: callNext }])
  if (next) prefetchWorkspace(next.patient)
  return (
    <Page
      title={t('Doctor')}
      sub={t('{{count}} waiting', { count: shown.filter(({ attended_by }) => attended_by === null).length })}
      actions={
        <>
          <ChoiceField
            aria-label={t('Whose patients')}
            data={[
              { value: 'mine', label: t('Mine') },
              { value: 'all', label: t('Everybody’s') },
            ]}
            value={whose}
            onChange={(value) => setUrl({ whose: value === 'mine' ? '' : value })}
          />
          <Button
            variant="filled"
            disabled={!next}
            title={next ? undefined : t('Nobody waits for you')}
            rightSection={<Kbd className="not-phone">{keyLabel('N')}</Kbd>}
            onClick={callNext}
          >
            {t('Next patient')}
          </Button>
        </>
      }
    >
      {allowed('referrals.view') && <ReferralsToMe />}
      <DataTable
        label={t('Patients who wait for a doctor')}
        of={{ ...queue.of, data: queue.of.data && shown, hasMore: false, isFetchingMore: false, fetchMore: () => {}, total: shown.length }}
        rowKey={({ id }) => id}
        onOpen={open}
        empty={
          <Empty icon={IconStethoscope} title={t('Nobody waits for you')}>
            {t('Whoever is sent to a doctor appears here at once.')}
          </Empty>
        }
        columns={[
          {
            key: 'level',
            title: t('Triage'),
            width: isNarrow ? 124 : 136,
            hideOnPhone: true,
            render: ({ triage_scale, triage_level }) =>
              triage_scale && triage_level !== null && <LevelName scale={triage_scale} level={triage_level} />,
          },
          { key: 'name', title: t('Name'), render: (visit) => <Who visit={visit} /> },
          { key: 'who', title: t('Sex and age'), width: 96, render: sexAndAge, hideOnPhone: true },
          { key: 'reason', title: t('Reason'), render: ({ reason }) => reason, hideOnPhone: true },
          {
            key: 'signs',
            title: t('Warnings'),
            width: isNarrow ? 240 : 320,
            hideOnPhone: true,
            render: (visit) => <Signs visit={visit} />,
          },
          {
            key: 'doctor',
            title: t('With'),
            width: 140,
            hideOnPhone: true,
            render: ({ attended_by_name, assigned_doctor }) =>
              attended_by_name ? <Status tone="progress">{attended_by_name}</Status> : assigned_doctor,
          },
          { key: 'wait', title: t('Waits'), width: 96, align: 'end', render: ({ track_since }) => waited(track_since, now) },
        ]}
      />
    </Page>
  )
}
