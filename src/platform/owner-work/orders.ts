import type { Facts } from '#platform/backup/manifest.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Sentence } from '#shared/sentence.ts'

/** Where the clinic's data lie, and how its tables' owner reaches them. */
export interface OwnersPlace {
  ownerUrl: string
  dataDir: string
  backupsDir: string
  /** The database of another server; undefined where it is the one that the program carries. */
  databaseUrl: string | undefined
}

/** What only the owner of the tables may do, and what it is told. */
export interface Orders {
  /**
   * Brings the database to what this program needs, and saves it before if `isSavedFirst`; `isDemo` fills it with the demonstration. Where it is
   * `forPeople`, a new clinic gets the code that it is set up with.
   */
  prepare: { isSavedFirst: boolean; isDemo: boolean; demoPassword: string | undefined; forPeople: boolean }
  'take backup': { startedAt: Date }
  'check backup': { name: string }
  export: { path: string }
  'load demonstration': { now: Date }
  /** Encrypts the documents that were encrypted with an older key with the current one. */
  'reseal documents': Record<string, never>
}

/** What comes of it. */
export interface Outcomes {
  /** The clinic's keys, and what is to be said when people can come: who they are in a demonstration, and with which code a new clinic is set up. */
  prepare: { secrets: Secrets; isToReseal: boolean; introduction: string[] }
  'take backup': { name: string; bytes: number }
  'check backup': { restored: Facts | null; note: Sentence | null }
  export: { bytes: number; rows: number; documents: number; missing: number }
  'load demonstration': null
  'reseal documents': { resealed: number }
}

export type Act = keyof Orders

export interface Following {
  /** Ends the work; nothing of it is left that the next one does not clear away. */
  signal?: AbortSignal | undefined
  onProgress?: ((done: number, total: number) => void) | undefined
}

/**
 * Has something done as the owner of the tables, in a process of its own that ends with it: whoever answers requests knows the owner's
 * password neither before nor after. BackupError, ExportError or ConfigurationError say to people why it could not be.
 */
export type OwnersWork = <A extends Act>(act: A, order: Orders[A], following?: Following) => Promise<Outcomes[A]>
