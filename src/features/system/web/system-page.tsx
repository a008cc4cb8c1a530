import { lazy, Suspense, type ReactNode } from 'react'
import { z } from 'zod'
import { t } from '#web/i18n.ts'
import { Loading, FourStates } from '#web/ui/four-states.tsx'
import { LinkTabs } from '#web/ui/link-tabs.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { listEquipment } from '#features/analysers/contract.ts'
import { getMessageSettings } from '#features/messages/contract.ts'
import { call, query } from '#web/calls/api.ts'
import { copyText } from '#web/devices/copy-text.ts'
import { useRights, type Rights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { getSystem, getSystemFigures, getSystemJobs } from '../contract.ts'
import { reportOf } from './report.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { sizeOf } from '#web/text/byte-size.ts'
import { ago, dateTime, number } from '#web/text/format.ts'
import { Note } from '#web/ui/status.tsx'
import { CLOCK_TOLERANCE_MS } from '../rules.ts'
import { Tables } from './tables.tsx'
import styles from './system.module.css'

type State = ResponseOf<typeof getSystem>

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="section" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

/** How far ahead of the server the clock of this very computer is; the way of the reply takes some of it. */
const ownAhead = ({ now }: State, answeredAt: number) => answeredAt - Date.parse(now)

const apart = (ms: number) => Math.abs(ms) > CLOCK_TOLERANCE_MS
const seconds = (ms: number) => number(Math.abs(ms) / 1000, 1)

const Warnings = ({ state, answeredAt }: { state: State; answeredAt: number }) => {
  const own = ownAhead(state, answeredAt)
  return (
    <>
      {state.disks.some(({ is_low }) => is_low) && (
        <Note tone="critical" alert>
          {t('The disk is nearly full. When it is full, nothing more can be saved: free some space, or move the backups to another disk.')}
        </Note>
      )}
      {state.missing_fonts.length > 0 && (
        <Note tone="attention">
          {t(
            'Chinese and Japanese names cannot be printed: the font is not installed. They appear as empty boxes on cards, labels and reports.',
          )}
        </Note>
      )}
      {apart(state.database_ahead_ms) && (
        <Note tone="attention">
          {t('The clocks of the server and the database are {n} seconds apart: events are recorded in the wrong order.', {
            n: seconds(state.database_ahead_ms),
          })}
        </Note>
      )}
      {apart(own) && (
        <Note tone="attention">
          {t('The clocks of this computer and the server are {n} seconds apart. Check which one is wrong.', { n: seconds(own) })}
        </Note>
      )}
    </>
  )
}

const Versions = ({ state }: { state: State }) => (
  <Section title={t('Versions')}>
    <dl className="facts num">
      <dt>Kliniki</dt>
      <dd>{state.version}</dd>
      <dt>Node</dt>
      <dd>{state.node_version}</dd>
      <dt>PostgreSQL</dt>
      <dd>
        {state.database_version} · {state.is_embedded ? t('built-in server') : t('external server')}
      </dd>
      <dt>{t('Schema')}</dt>
      <dd title={dateTime(state.schema.applied_at)}>
        {state.schema.name} · {ago(state.schema.applied_at)}
      </dd>
      <dt>{t('Server')}</dt>
      <dd>{state.platform}</dd>
      <dt>{t('Processes')}</dt>
      <dd>{number(state.workers)}</dd>
    </dl>
  </Section>
)

const Times = ({ state }: { state: State }) => (
  <Section title={t('Time')}>
    <dl className="facts num">
      <dt>{t('Server clock')}</dt>
      <dd>{dateTime(state.now)}</dd>
      <dt>{t('Database')}</dt>
      <dd>{t('{n} seconds difference', { n: seconds(state.database_ahead_ms) })}</dd>
      <dt>{t('Clinic time zone')}</dt>
      <dd>{state.clinic_time_zone}</dd>
      <dt>{t('Server time zone')}</dt>
      <dd>{state.time_zone}</dd>
      <dt>{t('Started')}</dt>
      <dd title={dateTime(state.started_at)}>{ago(state.started_at)}</dd>
      <dt>{t('Database started')}</dt>
      <dd title={dateTime(state.database_started_at)}>{ago(state.database_started_at)}</dd>
    </dl>
  </Section>
)

const placeWords = { data: () => t('Clinic data'), backups: () => t('Backups') } as const

const Disk = ({ disk: { place, folder, free_bytes, total_bytes, is_low } }: { disk: State['disks'][number] }) => {
  const isKnown = free_bytes !== null && total_bytes !== null
  const used = isKnown ? Math.round((1 - free_bytes / total_bytes) * 100) : 0
  const words = isKnown
    ? t('{free} of {total} free', { free: sizeOf(free_bytes), total: sizeOf(total_bytes) })
    : t('Unknown: the folder cannot be read')
  return (
    <div className={`stack gap-2 mb-5 ${styles.disk}`}>
      <span>
        <span className="strong">{placeWords[place]()}</span> <span className="num">{words}</span>
      </span>
      {isKnown && (
        <div
          className={`clipped sunken round-s ${styles.bar}`}
          data-low={is_low || undefined}
          role="img"
          aria-label={t('{percent} % used', { percent: used })}
        >
          <div className="full-height accent-ground" style={{ width: `${used}%` }} />
        </div>
      )}
      <span className="small t3">{folder}</span>
    </div>
  )
}

const Storage = ({ state }: { state: State }) => (
  <Section title={t('Disks')}>
    {state.disks.map((disk) => (
      <Disk key={disk.place} disk={disk} />
    ))}
    {!state.is_embedded && <p className="small t3">{t('The disk space of the external database server cannot be shown here.')}</p>}
  </Section>
)

const countOf = ({ count, bytes }: State['documents']) => (count === 0 ? t('None') : `${number(count)} · ${sizeOf(bytes)}`)

const Sizes = ({ state: { database_bytes, documents, backups, connections, longest_transaction } }: { state: State }) => (
  <Section title={t('Database')}>
    <dl className="facts num">
      <dt>{t('Database')}</dt>
      <dd>{sizeOf(database_bytes)}</dd>
      <dt>{t('Documents')}</dt>
      <dd>{countOf(documents)}</dd>
      <dt>{t('Backups')}</dt>
      <dd>{countOf(backups)}</dd>
      <dt>{t('Connections')}</dt>
      <dd>{t('{used} of {maximum}', { used: number(connections.used), maximum: number(connections.maximum) })}</dd>
      <dt>{t('Longest transaction')}</dt>
      <dd>{longest_transaction === null ? t('None running') : t('{n} s', { n: number(longest_transaction, 1) })}</dd>
    </dl>
  </Section>
)

/** Versions, clocks, disks and the database. */
const Overview = () => {
  const state = useQuery({ ...query(getSystem), refetchInterval: 60_000 })
  return (
    <FourStates query={state}>
      {(found) => (
        <div className={`form-stack whole-tables roomy-tables ${styles.system}`}>
          <Warnings state={found} answeredAt={state.dataUpdatedAt} />
          <div className={`grid items-start gap-6 ${styles.facts}`}>
            <Versions state={found} />
            <Times state={found} />
            <Storage state={found} />
            <Sizes state={found} />
          </div>
          <Tables tables={found.tables} />
        </div>
      )}
    </FourStates>
  )
}

const copyReport = async ({ can }: Rights) => {
  const [system, jobs, figures, messages, analysers] = await Promise.all([
    call(getSystem),
    call(getSystemJobs),
    call(getSystemFigures),
    can(getMessageSettings) ? call(getMessageSettings) : undefined,
    can(listEquipment) ? call(listEquipment, { query: {} }) : undefined,
  ])
  await copyText(reportOf({ system, jobs, figures, ...(messages && { messages }), ...(analysers && { analysers }) }))
}

/** Copies all of it as plain text, for whoever helps the clinic. */
const CopyReport = () => {
  const rights = useRights()
  const copy = useMutation({
    mutationFn: () => copyReport(rights),
    onSuccess: () => toast.done(t('Report copied. It contains no personal data.')),
    onError: (error) => toast.failed(error),
  })
  return (
    <Button leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />} loading={copy.isPending} onClick={() => copy.mutate()}>
      {t('Copy report for support')}
    </Button>
  )
}

const Jobs = lazy(async () => ({ default: (await import('./jobs.tsx')).Jobs }))
const Figures = lazy(async () => ({ default: (await import('./figures.tsx')).Figures }))
const Connections = lazy(async () => ({ default: (await import('./connections.tsx')).Connections }))

const tabKeys = ['overview', 'jobs', 'slow', 'connections'] as const
const tabs = [
  { key: 'overview', label: 'Overview', Panel: Overview },
  { key: 'jobs', label: 'Background jobs', Panel: Jobs },
  { key: 'slow', label: 'Performance', Panel: Figures },
  { key: 'connections', label: 'Connections', Panel: Connections },
] as const

/** How the program, its server and its database do, and what can be done where they do not. */
export const SystemPage = () => {
  const [{ tab = 'overview' }] = useUrlState({ tab: z.enum(tabKeys) })
  const { Panel } = tabs.find(({ key }) => key === tab) ?? tabs[0]
  return (
    <Page title={t('System')} actions={<CopyReport />}>
      <LinkTabs label={t('System')} tabs={tabs.map(({ key, label }) => ({ key, label: t(label) }))} chosen={tab} />
      <Suspense fallback={<Loading />}>
        <Panel />
      </Suspense>
    </Page>
  )
}
