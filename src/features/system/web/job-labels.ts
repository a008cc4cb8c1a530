import { t } from '#web/i18n.ts'

const words = (): Record<string, string> => ({
  'clean-up': t('Throw away what is not needed any more'),
  'seal-audit': t('Seal the audit trail'),
  'look-at-notifications': t('Look what waits for somebody'),
  'send-messages': t('Send messages to patients'),
  'nightly-backup': t('Look whether a backup is due'),
  'make-backup': t('Make a backup'),
  'verify-backup': t('Verify a backup'),
  'quarantine-expired': t('Set expired batches aside'),
  'remind-patients': t('Remind patients of appointments'),
  'read-record': t('Read a document'),
  'left-readings': t('Look for documents that were not read'),
  'remove-purged-files': t('Remove deleted files from the disk'),
  imports: t('Import files'),
  'imports-clean-up': t('Throw old import files away'),
  'export-clinic': t('Export the whole clinic'),
  'tidy-exports': t('Throw old exports away'),
  'close-left-open': t('Close visits that were left open'),
  demonstration: t('Load or remove demonstration data'),
})

/** What a kind of work does, in a few words; its own name where nobody has said. */
export const jobWord = (name: string): string => words()[name] ?? name
