import { ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getBackups } from '../contract.ts'
import { TOLERATED_HOURS } from '../rules.ts'
import { sizeOf } from '#web/text/byte-size.ts'
import { clinicNow } from '#web/state/clinic-clock.ts'

type State = ResponseOf<typeof getBackups>

const isLate = (at: string | null) => at === null || clinicNow() - Date.parse(at) > TOLERATED_HOURS * 3_600_000

const sentenceOf = ({ last_good, last_verified }: State) => {
  if (last_good === null) return t('There is no backup yet.')
  if (last_verified === null)
    return t('The last backup is of {{at}} ({{ago}}). None was verified yet.', { at: dateTime(last_good), ago: ago(last_good) })
  if (last_verified === last_good)
    return t('The last backup is of {{at}} ({{ago}}), and it was verified.', { at: dateTime(last_good), ago: ago(last_good) })
  return t('The last backup is of {{at}}, the last verified one of {{verified}}.', {
    at: dateTime(last_good),
    verified: dateTime(last_verified),
  })
}

/** Whether the clinic is safe, in one sentence; and what is wrong with how it is saved. */
export const BackupSummary = ({ of }: { of: State }) => {
  const { folder, free_bytes, next_at, has_passphrase, last_verified } = of
  return (
    <>
      <Note tone={isLate(last_verified) ? 'attention' : 'done'}>
        {sentenceOf(of)}{' '}
        {next_at === null ? t('No backup is made by itself.') : t('The next one is made {{at}}.', { at: dateTime(next_at) })}
      </Note>
      {!has_passphrase && (
        <Note tone="attention">
          {t(
            'No passphrase is set: backups can only be read with the folder of secrets of this machine. If the machine is lost, so are they.',
          )}
        </Note>
      )}
      <p className="t3 num">
        {t('They lie in {{folder}}', { folder })}
        {free_bytes !== null && ` · ${t('{{size}} are free there', { size: sizeOf(free_bytes) })}`}
        {' · '}
        {t('Copy them to another place: a disk that breaks takes both.')}
      </p>
    </>
  )
}
