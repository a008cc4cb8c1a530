import type { AccessTokens } from '#platform/auth/tokens.ts'
import type { ClinicPlace } from '#platform/backup/place.ts'
import type { Db } from '#platform/db/connect.ts'
import type { FileStore } from '#platform/files/store.ts'
import type { User } from '#platform/http/handle.ts'
import type { Limiter } from '#platform/http/limits.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'

/** How the program runs here. */
export interface Site {
  version: string
  startedAt: Date
  /** Processes that answer requests. */
  workers: number
}

/** What some features need of the platform beyond a request's own context. */
export interface Services {
  tokens: AccessTokens
  /** 32 bytes that key the hashes of one-time codes and the chain of refresh tokens. */
  codeKey: Buffer
  limiter: Limiter
  files: FileStore
  printPdf: PrintPdf
  backups: ClinicPlace
  site: Site
  /** For reports: a few connections that only read, so that a long report never takes one from the desk. */
  reader: Db
  /** The same for what this person may see: of a patient, the rows that row level security shows them. */
  readerOf: (user: Pick<User, 'id' | 'role' | 'patient_id'>) => Db
  /** Where everybody reaches the clinic, without a final slash; undefined when nobody has said. */
  publicUrl?: string | undefined
}
