import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { ago, dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Status } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { discardJob, discardKind, retryJob, retryKind, type getSystemJobs } from '../contract.ts'
import { jobWord } from './job-labels.ts'

type Jobs = ResponseOf<typeof getSystemJobs>
type Failure = Jobs['failures'][number]

/** Where work is begun anew whose rows remember that it failed: trying the job again would find nothing to do. */
const ownPages: Record<string, string> = {
  'make-backup': '/dashboard/administration/backups',
  'verify-backup': '/dashboard/administration/backups',
  'read-record': '/dashboard/records',
}

const askWhy = () =>
  askReason({
    title: t('Discard this job?'),
    text: t('The job will not be tried again. The reason is kept in the audit log.'),
    action: t('Discard'),
    isGrave: true,
  })

const StateOf = ({ failure: { state, is_over, retry_at } }: { failure: Failure }) => {
  if (state === 'retry')
    return (
      <span title={retry_at ? dateTime(retry_at) : undefined}>
        <Status tone="waiting">{t('Retrying')}</Status>
      </span>
    )
  return is_over ? <Status tone="inactive">{t('Resolved')}</Status> : <Status tone="critical">{t('Failed for good')}</Status>
}

const Actions = ({ failure: { id, name, state } }: { failure: Failure }) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  if (state !== 'failed' || !can(retryJob)) return null
  const discard = async () => {
    const reason = await askWhy()
    if (reason !== null) run(() => call(discardJob, { params: { id }, body: { reason } }), t('Abandoned'))
  }
  const page = ownPages[name]
  return (
    <span className="row wrap">
      {page === undefined ? (
        <Button size="compact-sm" loading={isRunning} onClick={() => run(() => call(retryJob, { params: { id } }), t('Job restarted'))}>
          {t('Try again')}
        </Button>
      ) : (
        <Button size="compact-sm" component={Link} to={page}>
          {t('Start again')}
        </Button>
      )}
      <Button size="compact-sm" loading={isRunning} onClick={() => void discard()}>
        {t('Discard')}
      </Button>
    </span>
  )
}

const OfKind = ({ name, failed }: { name: string; failed: number }) => {
  const { run, isRunning } = useAction()
  const discard = async () => {
    const reason = await askWhy()
    if (reason !== null) run(() => call(discardKind, { params: { name }, body: { reason } }), t('Abandoned'))
  }
  return (
    <div className="row wrap">
      <span className="grow">{t('{work}: failed {n} times', { n: number(failed), work: jobWord(name) })}</span>
      {!(name in ownPages) && (
        <Button loading={isRunning} onClick={() => run(() => call(retryKind, { params: { name } }), t('Jobs restarted'))}>
          {t('Retry all')}
        </Button>
      )}
      <Button loading={isRunning} onClick={() => void discard()}>
        {t('Discard all')}
      </Button>
    </div>
  )
}

/** Jobs that failed, why, and what may be done: with one of them, or with all of a kind. */
export const FailureList = ({ failures, kinds }: Pick<Jobs, 'failures' | 'kinds'>) => {
  const { can } = useRights()
  const several = can(retryKind) ? kinds.filter(({ failed }) => failed > 1) : []
  return (
    <>
      {several.map(({ name, failed }) => (
        <OfKind key={name} name={name} failed={failed} />
      ))}
      <div className="table-box" role="region" tabIndex={-1} aria-label={t('Failed jobs')}>
        <table className="k-table">
          <thead>
            <tr>
              <th scope="col">{t('Failed jobs')}</th>
              <th scope="col">{t('Status')}</th>
              <th scope="col" className="r not-phone">
                {t('Attempts')}
              </th>
              <th scope="col" className="not-phone">
                {t('When')}
              </th>
              <th scope="col">
                <span className="only-heard">{t('Actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {failures.map((failure) => (
              <tr key={failure.id}>
                <th scope="row" className="names">
                  <span className="strong">{jobWord(failure.name)}</span>
                  <br />
                  <span className="small t2">{failure.error === '' ? t('No error message.') : failure.error}</span>
                </th>
                <td>
                  <StateOf failure={failure} />
                </td>
                <td className="r num not-phone">{number(failure.tries)}</td>
                <td className="num not-phone" title={dateTime(failure.failed_at ?? failure.created_at)}>
                  {ago(failure.failed_at ?? failure.created_at)}
                </td>
                <td className="r">
                  <Actions failure={failure} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
