import { Button } from '@mantine/core'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '#web/calls/api.ts'
import { dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useDeed } from '#web/calls/use-deed.ts'
import { Empty } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { verifyBackup, type getBackups } from '../contract.ts'
import { sizeOf } from '#web/text/byte-size.ts'

type Row = ResponseOf<typeof getBackups>['backups'][number]

const originOf = ({ origin, created_by_name }: Row) =>
  origin === 'nightly' ? t('At night') : origin === 'asked' ? (created_by_name ?? t('Asked for')) : t('By command or before an update')

const StateOf = ({ backup }: { backup: Row }) => {
  const { state, failure, done_bytes, total_bytes } = backup
  if (state === 'waiting') return <Status tone="waiting">{t('Waits for its turn')}</Status>
  if (state === 'failed')
    return (
      <>
        <Status tone="critical">{t('Failed')}</Status> <span className="small">{failure && t(failure.text, failure.values)}</span>
      </>
    )
  if (state !== 'running') return <Status tone="done">{t('Saved')}</Status>
  const share = total_bytes > 0 ? Math.min(100, Math.floor((done_bytes / total_bytes) * 100)) : 0
  return (
    <span className="row">
      <Status tone="progress">{t('{{percent}} % saved', { percent: number(share) })}</Status>
      <progress max={100} value={share} aria-label={t('Saved')} />
    </span>
  )
}

const CheckOf = ({ backup: { check_state, checked_at, check_failure, checked_rows } }: { backup: Row }) => {
  const said = check_failure && <span className="small">{t(check_failure.text, check_failure.values)}</span>
  if (check_state === 'waiting') return <Status tone="waiting">{t('Waits for its turn')}</Status>
  if (check_state === 'running') return <Status tone="progress">{t('Is being restored and compared')}</Status>
  if (check_state === 'passed')
    return (
      <span title={checked_at ? dateTime(checked_at) : undefined}>
        <Status tone="done">{checked_rows === null ? t('Verified') : t('Verified: {{rows}} rows', { rows: number(checked_rows) })}</Status>{' '}
        {said}
      </span>
    )
  if (check_state === 'failed')
    return (
      <>
        <Status tone="critical">{t('Not to be trusted')}</Status> {said}
      </>
    )
  return <Status tone="inactive">{t('Not verified')}</Status>
}

const Verify = ({ backup }: { backup: Row }) => {
  const { run, isRunning } = useDeed()
  const { id, state, check_state } = backup
  if (state !== 'done' || check_state === 'waiting' || check_state === 'running') return null
  return (
    <Button size="compact-sm" loading={isRunning} onClick={() => run(() => call(verifyBackup, { params: { id } }))}>
      {t('Verify now')}
    </Button>
  )
}

/** The backups that are there, under way, or failed lately. */
export const BackupList = ({ backups }: { backups: readonly Row[] }) => {
  if (backups.length === 0) return <Empty title={t('No backup yet')} />
  return (
    <div className="table-box" role="region" tabIndex={-1} aria-label={t('Backups')}>
      <table className="k-table">
        <thead>
          <tr>
            <th scope="col">{t('Made on')}</th>
            <th scope="col" className="not-phone">
              {t('By')}
            </th>
            <th scope="col" className="r not-phone">
              {t('Size')}
            </th>
            <th scope="col">{t('State')}</th>
            <th scope="col">{t('Verification')}</th>
            <th scope="col" aria-label={t('Actions')} />
          </tr>
        </thead>
        <tbody>
          {backups.map((backup) => (
            <tr key={backup.id}>
              <td className="num" title={backup.name ?? undefined}>
                {dateTime(backup.started_at ?? backup.created_at)}
              </td>
              <td className="not-phone">{originOf(backup)}</td>
              <td className="r num not-phone">{backup.bytes !== null && sizeOf(backup.bytes)}</td>
              <td>
                <StateOf backup={backup} />
              </td>
              <td>{backup.state === 'done' && <CheckOf backup={backup} />}</td>
              <td className="r">
                <Verify backup={backup} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
