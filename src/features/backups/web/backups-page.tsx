import { Button, Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useAction } from '#web/calls/use-action.ts'
import { FourStates, Empty } from '#web/ui/four-states.tsx'
import { Page, FormSection } from '#web/ui/page.tsx'
import { getBackups, makeBackup, updateBackupSettings, setBackupPassphrase, verifyBackup } from '../contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { ago, dateTime, number } from '#web/text/format.ts'
import { Note, Status } from '#web/ui/status.tsx'
import { TOLERATED_HOURS } from '../rules.ts'
import { sizeOf } from '#web/text/byte-size.ts'
import { clinicNow } from '#web/state/clinic-clock.ts'
import styles from './backups.module.css'

type Row = ResponseOf<typeof getBackups>['backups'][number]

const originOf = ({ origin, created_by_name }: Row) =>
  origin === 'nightly' ? t('Nightly') : origin === 'asked' ? (created_by_name ?? t('Manual')) : t('By command or before an update')

const StateOf = ({ backup }: { backup: Row }) => {
  const { state, failure, done_bytes, total_bytes } = backup
  if (state === 'waiting') return <Status tone="waiting">{t('Queued')}</Status>
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
      <Status tone="progress">{t('{percent} % saved', { percent: number(share) })}</Status>
      <progress max={100} value={share} aria-label={t('Saved')} />
    </span>
  )
}

const CheckOf = ({ backup: { check_state, checked_at, check_failure, checked_rows } }: { backup: Row }) => {
  const message = check_failure && <span className="small">{t(check_failure.text, check_failure.values)}</span>
  if (check_state === 'waiting') return <Status tone="waiting">{t('Queued')}</Status>
  if (check_state === 'running') return <Status tone="progress">{t('Test restore in progress')}</Status>
  if (check_state === 'passed')
    return (
      <span title={checked_at ? dateTime(checked_at) : undefined}>
        <Status tone="done">{checked_rows === null ? t('Verified') : t('Verified: {rows} rows', { rows: number(checked_rows) })}</Status>{' '}
        {message}
      </span>
    )
  if (check_state === 'failed')
    return (
      <>
        <Status tone="critical">{t('Not reliable')}</Status> {message}
      </>
    )
  return <Status tone="inactive">{t('Not verified')}</Status>
}

const Verify = ({ backup }: { backup: Row }) => {
  const { run, isRunning } = useAction()
  const { id, state, check_state } = backup
  if (state !== 'done' || check_state === 'waiting' || check_state === 'running') return null
  return (
    <Button size="compact-sm" loading={isRunning} onClick={() => run(() => call(verifyBackup, { params: { id } }))}>
      {t('Verify now')}
    </Button>
  )
}

/** The backups that are there, under way, or failed lately. */
const BackupList = ({ backups }: { backups: readonly Row[] }) => {
  if (backups.length === 0) return <Empty title={t('No backup yet')} />
  return (
    <div className="table-box" role="region" tabIndex={-1} aria-label={t('Backups')}>
      <table className="k-table">
        <thead>
          <tr>
            <th scope="col">{t('Date')}</th>
            <th scope="col" className="not-phone">
              {t('By')}
            </th>
            <th scope="col" className="r not-phone">
              {t('Size')}
            </th>
            <th scope="col">{t('Status')}</th>
            <th scope="col">{t('Verification')}</th>
            <th scope="col">
              <span className="only-heard">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {backups.map((backup) => (
            <tr key={backup.id}>
              <th scope="row" className="names num" title={backup.name ?? undefined}>
                {dateTime(backup.started_at ?? backup.created_at)}
              </th>
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

type State = ResponseOf<typeof getBackups>

const isLate = (at: string | null) => at === null || clinicNow() - Date.parse(at) > TOLERATED_HOURS * 3_600_000

const sentenceOf = ({ last_good, last_verified }: State) => {
  if (last_good === null) return t('No backup has been made yet.')
  if (last_verified === null)
    return t('Last backup: {at} ({ago}). No backup has been verified yet.', { at: dateTime(last_good), ago: ago(last_good) })
  if (last_verified === last_good) return t('Last backup: {at} ({ago}), verified.', { at: dateTime(last_good), ago: ago(last_good) })
  return t('Last backup: {at}; last verified backup: {verified}.', {
    at: dateTime(last_good),
    verified: dateTime(last_verified),
  })
}

/** Whether the clinic is safe, in one sentence; and what is wrong with how it is saved. */
const BackupSummary = ({ state }: { state: State }) => {
  const { folder, free_bytes, next_at, has_passphrase, last_verified } = state
  return (
    <>
      <Note tone={isLate(last_verified) ? 'attention' : 'done'}>
        {sentenceOf(state)} {next_at === null ? t('Automatic backups are off.') : t('Next backup: {at}.', { at: dateTime(next_at) })}
      </Note>
      {!has_passphrase && (
        <Note tone="attention">
          {t(
            'No passphrase set: backups can only be read with the secrets folder of this server. If the server is lost, the backups are lost too.',
          )}
        </Note>
      )}
      <p className="t3 num">
        {t('Folder: {folder}', { folder })}
        {free_bytes !== null && ` · ${t('{size} free', { size: sizeOf(free_bytes) })}`}
        {' · '}
        {t('Copy them elsewhere: if the disk fails, both are lost.')}
      </p>
    </>
  )
}

/** Sets the passphrase, which is shown while it is typed: it has to be written down, and is told to nobody afterwards. */
const PassphraseForm = ({ hasPassphrase }: { hasPassphrase: boolean }) => {
  const f = useEndpointForm(setBackupPassphrase, {
    initialValues: { passphrase: '', password: '', is_written_down: false },
    toBody: ({ is_written_down, ...rest }) => ({ ...rest, is_written_down: is_written_down as true }),
    onSaved: () => {
      f.form.reset()
      toast.done(t('Passphrase set for all new backups'))
    },
  })
  const { getInputProps } = f.form
  return (
    <EndpointForm form={f} save={hasPassphrase ? t('Change passphrase') : t('Set passphrase')} isAside>
      <FormSection
        title={t('Passphrase')}
        sub={t(
          'Without the passphrase, backups cannot be read on another server, and it cannot be recovered: keep it in another place than the backups. Older backups keep the old passphrase.',
        )}
      >
        <TextInput
          label={t('New passphrase')}
          description={t('At least 12 characters; preferably several words.')}
          autoComplete="off"
          spellCheck={false}
          required
          {...getInputProps('passphrase')}
        />
        <PasswordInput
          label={t('Your password')}
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password'), tabIndex: 0 }}
          {...getInputProps('password')}
        />
        <Checkbox label={t('I have written it down')} {...getInputProps('is_written_down', { type: 'checkbox' })} />
      </FormSection>
    </EndpointForm>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))

/** Whether and when a backup is made by itself. */
const NightlyForm = ({ state }: { state: ResponseOf<typeof getBackups> }) => {
  const labels = { is_nightly: t('Back up every night'), hour: t('At') }
  const f = useEndpointForm(updateBackupSettings, {
    version: state.version,
    initialValues: { is_nightly: state.is_nightly, hour: String(state.hour) },
    toBody: ({ is_nightly, hour }) => ({ is_nightly, hour: Number(hour) }),
    onSaved: () => toast.done(t('Saved')),
  })
  return (
    <EndpointForm form={f} save={t('Save')} isAside labels={labels}>
      <FormSection
        title={t('Nightly backup')}
        sub={t(
          'Each backup is verified by a test restore beside the clinic’s data. Of older backups, one is kept for each of 7 days, 4 weeks and 12 months.',
        )}
      >
        <Checkbox label={labels.is_nightly} {...f.form.getInputProps('is_nightly', { type: 'checkbox' })} />
        <NativeSelect label={labels.hour} data={hours} {...f.form.getInputProps('hour')} />
      </FormSection>
    </EndpointForm>
  )
}

/** How the clinic is saved: whether all is well in one sentence, the backups, when they are made and who can read them. */
export const BackupsPage = () => {
  const state = useQuery(query(getBackups))
  const { run, isRunning } = useAction()
  const waits = state.data?.backups.some((backup) => backup.state === 'waiting') ?? false
  const make = (
    <Button variant="filled" loading={isRunning} disabled={waits} onClick={() => run(() => call(makeBackup), t('Backup started'))}>
      {t('Back up now')}
    </Button>
  )
  return (
    <Page title={t('Backups')} actions={make}>
      <FourStates query={state}>
        {(found) => (
          <div className={`form-stack whole-tables roomy-tables card-rows ${styles.backups}`}>
            <BackupSummary state={found} />
            <BackupList backups={found.backups} />
            <NightlyForm key={found.version} state={found} />
            <PassphraseForm hasPassphrase={found.has_passphrase} />
          </div>
        )}
      </FourStates>
    </Page>
  )
}
