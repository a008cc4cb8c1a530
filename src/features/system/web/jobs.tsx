import { useQuery } from '@tanstack/react-query'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { ago, dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { getSystemJobs } from '../contract.ts'
import { FailureList } from './failures.tsx'
import { jobWord } from './job-labels.ts'
import styles from './system.module.css'

type Kind = ResponseOf<typeof getSystemJobs>['kinds'][number]

const after = (one: string | null, other: string | null) => one !== null && (other === null || one > other)

const StateOf = ({ kind: { is_late, active, waiting, failed, last_done_at, last_failed_at } }: { kind: Kind }) => {
  if (failed > 0 && after(last_failed_at, last_done_at)) return <Status tone="critical">{t('Failed')}</Status>
  if (is_late) return <Status tone="attention">{t('Overdue')}</Status>
  if (active > 0) return <Status tone="progress">{t('Running')}</Status>
  if (waiting > 0) return <Status tone="waiting">{t('{n} waiting', { n: number(waiting) })}</Status>
  return last_done_at === null ? <Status tone="inactive">{t('Not yet')}</Status> : <Status tone="done">{t('OK')}</Status>
}

const When = ({ at }: { at: string | null }) => (at === null ? <>–</> : <span title={dateTime(at)}>{ago(at)}</span>)

const Kinds = ({ kinds }: { kinds: readonly Kind[] }) => (
  <div className="table-box" role="region" tabIndex={-1} aria-label={t('Job types')}>
    <table className="k-table">
      <thead>
        <tr>
          <th scope="col">{t('Job type')}</th>
          <th scope="col">{t('Status')}</th>
          <th scope="col" className="not-phone">
            {t('Last run')}
          </th>
          <th scope="col" className="not-phone">
            {t('Next')}
          </th>
          <th scope="col" className="r not-phone">
            {t('Done, last 7 days')}
          </th>
          <th scope="col" className="r">
            {t('Failed')}
          </th>
          <th scope="col" className="r not-phone">
            {t('Duration')}
          </th>
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind.name}>
            <th scope="row" className="names" title={kind.name}>
              {jobWord(kind.name)}
            </th>
            <td>
              <StateOf kind={kind} />
            </td>
            <td className="num not-phone">
              <When at={kind.last_done_at} />
            </td>
            <td className="num not-phone">{kind.next_at ? dateTime(kind.next_at) : t('On request')}</td>
            <td className="r num not-phone">{number(kind.completed)}</td>
            <td className="r num">{number(kind.failed)}</td>
            <td className="r num not-phone">
              {kind.mean_seconds === null ? '–' : t('{n} s', { n: number(kind.mean_seconds, kind.mean_seconds < 10 ? 2 : 0) })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** What is done outside requests: what failed and why, and how each kind of it stands. */
export const Jobs = () => (
  <FourStates query={useQuery({ ...query(getSystemJobs), refetchInterval: 60_000 })}>
    {({ kinds, failures }) => (
      <div className={`form-stack whole-tables roomy-tables ${styles.system}`}>
        {failures.length > 0 ? (
          <FailureList failures={failures} kinds={kinds} />
        ) : (
          <Empty icon={IconCircleCheck} title={t('No failed jobs')}>
            {t('Failed jobs are retried automatically; jobs that failed for good stay here for a week.')}
          </Empty>
        )}
        <Kinds kinds={kinds} />
      </div>
    )}
  </FourStates>
)
