import type { AccessTokens } from '#platform/auth/tokens.ts'
import type { FileStore } from '#platform/files/store.ts'
import type { Limiter } from '#platform/http/limits.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'

/** What some features need of the platform beyond a request's own context. */
export interface Services {
  tokens: AccessTokens
  /** 32 bytes that key the hashes of one-time codes and the chain of refresh tokens. */
  codeKey: Buffer
  limiter: Limiter
  files: FileStore
  printPdf: PrintPdf
}
