import { ConfigurationError } from '../config.ts'

/** Why a clinic is not exported or imported, as one sentence for people. Nothing was changed. */
export class ExportError extends ConfigurationError {
  override name = 'ExportError'
}
