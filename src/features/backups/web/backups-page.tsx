import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useDeed } from '#web/calls/use-deed.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { getBackups, makeBackup } from '../contract.ts'
import { BackupList } from './backup-list.tsx'
import { BackupSummary } from './backup-summary.tsx'
import './backups.css'
import { NightlyForm } from './nightly-form.tsx'
import { PassphraseForm } from './passphrase-form.tsx'

/** How the clinic is saved: whether all is well in one sentence, the backups, when they are made and who can read them. */
export const BackupsPage = () => {
  const state = useQuery(query(getBackups))
  const { run, isRunning } = useDeed()
  const waits = state.data?.backups.some((backup) => backup.state === 'waiting') ?? false
  const make = (
    <Button
      variant="filled"
      loading={isRunning}
      disabled={waits}
      onClick={() => run(() => call(makeBackup), t('The backup is being made'))}
    >
      {t('Back up now')}
    </Button>
  )
  return (
    <Page title={t('Backups')} actions={make}>
      <FourStates of={state}>
        {(found) => (
          <div className="form-stack backups">
            <BackupSummary of={found} />
            <BackupList backups={found.backups} />
            <NightlyForm key={found.version} of={found} />
            <PassphraseForm hasPassphrase={found.has_passphrase} />
          </div>
        )}
      </FourStates>
    </Page>
  )
}
