import { BackupError } from '#platform/backup/backup-error.ts'
import { ConfigurationError } from '#platform/config.ts'
import { ExportError } from '#platform/export/export-error.ts'
import type { Sentence } from '#shared/sentence.ts'

/** A failure as it is told to another process. */
export interface Failure {
  kind: 'backup' | 'export' | 'configuration' | 'other'
  message: string
  sentence: Sentence | null
}

/** As what is thrown is told. */
export const failureOf = (error: unknown): Failure => {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof BackupError) return { kind: 'backup', message, sentence: error.sentence }
  if (error instanceof ExportError) return { kind: 'export', message, sentence: error.sentence }
  return { kind: error instanceof ConfigurationError ? 'configuration' : 'other', message, sentence: null }
}

/** What was thrown, to be thrown again. */
export const errorOf = ({ kind, message, sentence }: Failure): Error => {
  if (kind === 'backup' && sentence) return new BackupError(sentence.text, sentence.values)
  if (kind === 'export' && sentence) return new ExportError(sentence.text, sentence.values)
  return kind === 'configuration' ? new ConfigurationError(message) : new Error(message)
}
