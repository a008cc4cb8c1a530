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
  askReason({ title: t('Give this work up?'), text: t('It is not tried again. The reason stays in the audit log.'), action: t('Give up') })

const StateOf = ({ failure: { state, is_over, retry_at } }: { failure: Failure }) => {
  if (state === 'retry')
    return (
      <span title={retry_at ? dateTime(retry_at) : undefined}>
        <Status tone="waiting">{t('Is tried again')}</Status>
      </span>
    )
  return is_over ? <Status tone="inactive">{t('Done since')}</Status> : <Status tone="critical">{t('Failed for good')}</Status>
}

const Actions = ({ failure: { id, name, state } }: { failure: Failure }) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  if (state !== 'failed' || !can(retryJob)) return null
  const discard = async () => {
    const reason = await askWhy()
    if (reason !== null) run(() => call(discardJob, { params: { id }, body: { reason } }), t('Given up'))
  }
  const page = ownPages[name]
  return (
    <span className="row wrap">
      {page === undefined ? (
        <Button size="compact-sm" loading={isRunning} onClick={() => run(() => call(retryJob, { params: { id } }), t('It is tried again'))}>
          {t('Try again')}
        </Button>
      ) : (
        <Button size="compact-sm" component={Link} to={page}>
          {t('Begin anew')}
        </Button>
      )}
      <Button size="compact-sm" loading={isRunning} onClick={() => void discard()}>
        {t('Give up')}
      </Button>
    </span>
  )
}

const OfKind = ({ name, failed }: { name: string; failed: number }) => {
  const { run, isRunning } = useAction()
  const discard = async () => {
    const reason = await askWhy()
    if (reason !== null) run(() => call(discardKind, { params: { name }, body: { reason } }), t('Given up'))
  }
  return (
    <div className="row wrap">
      <span className="grow">{t('{n} times failed: {work}', { n: number(failed), work: jobWord(name) })}</span>
      {!(name in ownPages) && (
        <Button loading={isRunning} onClick={() => run(() => call(retryKind, { params: { name } }), t('They are tried again'))}>
          {t('Try all again')}
        </Button>
      )}
      <Button loading={isRunning} onClick={() => void discard()}>
        {t('Give all up')}
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
      <div className="table-box" role="region" tabIndex={-1} aria-label={t('What failed')}>
        <table className="k-table">
          <thead>
            <tr>
              <th scope="col">{t('What failed')}</th>
              <th scope="col">{t('State')}</th>
              <th scope="col" className="r not-phone">
                {t('Tries')}
              </th>
              <th scope="col" className="not-phone">
                {t('When')}
              </th>
              <th scope="col" aria-label={t('Actions')} />
            </tr>
          </thead>
          <tbody>
            {failures.map((failure) => (
              <tr key={failure.id}>
                <td>
                  <span className="strong">{jobWord(failure.name)}</span>
                  <br />
                  <span className="small t2">{failure.error === '' ? t('It did not say why.') : failure.error}</span>
                </td>
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
