import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, version } from '#shared/paging.ts'
import { Message } from '#shared/message-contract.ts'

export const Backup = z
  .object({
    id: z.int(),
    /** Of its file. */
    name: z.string().nullable(),
    origin: z.enum(['nightly', 'asked', 'found']),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'removed']),
    created_at: Instant,
    created_by_name: z.string().nullable(),
    started_at: Instant.nullable(),
    finished_at: Instant.nullable(),
    bytes: z.int().nullable(),
    done_bytes: z.int(),
    total_bytes: z.int(),
    failure: Message.nullable(),
    /** Whether it was restored into a database of its own and compared. */
    check_state: z.enum(['waiting', 'running', 'passed', 'failed']).nullable(),
    checked_at: Instant.nullable(),
    /** Why it is not to be trusted; of one that passed, what else was seen. */
    check_failure: Message.nullable(),
    /** What the restored database held, of all tables together. */
    checked_rows: z.int().nullable(),
  })
  .meta({ id: 'Backup' })
export type Backup = z.output<typeof Backup>

export const BackupState = z
  .object({
    is_nightly: z.boolean(),
    /** Of the clinic's clock. */
    hour: z.int(),
    version: z.int(),
    /** The folder on the server. */
    folder: z.string(),
    /** Null when the folder cannot be looked at. */
    free_bytes: z.int().nullable(),
    has_passphrase: z.boolean(),
    /** The newest that is there. */
    last_good: Instant.nullable(),
    /** The newest that is there and was verified. */
    last_verified: Instant.nullable(),
    next_at: Instant.nullable(),
    /** Newest first: those that are there or under way, and what failed lately. */
    backups: z.array(Backup),
  })
  .meta({ id: 'BackupState' })
export type BackupState = z.output<typeof BackupState>

export const getBackups = endpoint({
  method: 'GET',
  path: '/backups/',
  summary: 'How the clinic is saved: the backups, when they were verified, and when the next one is made',
  access: 'backups.manage',
  live: ['backups'],
  response: BackupState,
})

export const makeBackup = endpoint({
  method: 'POST',
  path: '/backups/',
  summary: 'Make a backup now',
  access: 'backups.manage',
  status: 202,
  response: Backup,
})

export const verifyBackup = endpoint({
  method: 'POST',
  path: '/backups/{id}/verify/',
  summary: 'Restore a backup into a database of its own now, and compare',
  access: 'backups.manage',
  params: ById,
  status: 202,
  response: Backup,
})

export const updateBackupSettings = endpoint({
  method: 'PUT',
  path: '/backups/settings/',
  summary: 'Say whether a backup is made each night, and at which hour of the clinic',
  access: 'backups.manage',
  body: fields({ is_nightly: z.boolean(), hour: z.int().min(0).max(23) }).extend(version),
  response: BackupState,
})

export const setBackupPassphrase = endpoint({
  method: 'PUT',
  path: '/backups/passphrase/',
  summary: 'Set the passphrase of all backups from now on; it is kept nowhere, and older backups keep theirs',
  access: 'backups.manage',
  // The handler writes the row itself, before the key.
  audit: 'none',
  idempotent: false,
  perMinute: 10,
  body: fields({
    passphrase: z.string().min(12, 'Use at least 12 characters.').max(200),
    /** That of the person who asks. */
    password: z.string().min(1).max(1000),
    /** Nobody can tell it to them again. */
    is_written_down: z.literal(true, 'Confirm that you have written down the passphrase.'),
  }),
  response: z.object({ has_passphrase: z.boolean() }),
})
