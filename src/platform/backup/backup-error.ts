import { ConfigurationError } from '../config.ts'

/** Why there is no backup, or why one cannot be used: one sentence for the person who looks after the clinic. */
export class BackupError extends ConfigurationError {
  override name = 'BackupError'
}
