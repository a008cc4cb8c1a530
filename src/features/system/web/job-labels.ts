import { t } from '#web/i18n.ts'

const words = (): Record<string, string> => ({
  'clean-up': t('Delete expired data'),
  'seal-audit': t('Seal the audit log'),
  'look-at-notifications': t('Update notifications'),
  'send-messages': t('Send messages to patients'),
  'nightly-backup': t('Check whether a backup is due'),
  'make-backup': t('Make a backup'),
  'verify-backup': t('Verify a backup'),
  'quarantine-expired': t('Quarantine expired batches'),
  'remind-patients': t('Remind patients of appointments'),
  'read-record': t('Read a document'),
  'left-readings': t('Find documents not yet read'),
  'remove-purged-files': t('Remove deleted files from the disk'),
  imports: t('Import files'),
  'imports-clean-up': t('Delete old import files'),
  'export-clinic': t('Export all clinic data'),
  'tidy-exports': t('Delete old exports'),
  'close-left-open': t('Close visits left open'),
  demonstration: t('Load or remove demonstration data'),
})

/** What a kind of work does, in a few words; its own name where nobody has said. */
export const jobWord = (name: string): string => words()[name] ?? name
