import { z } from 'zod'
import { Applied, Sequence } from '../export/datapackage.ts'

const count = z.int().min(0)

/** What the clinic's tables held when the backup began: whatever is restored holds at least that. */
export const Facts = z.strictObject({
  /** `only_grows`: the program may not delete from it, so fewer rows are a loss. */
  tables: z.record(z.string(), z.strictObject({ rows: count, only_grows: z.boolean() })),
  /** Of what is only ever added to, as decimal texts: they never shrink. */
  sums: z.record(z.string(), z.string()),
})
export type Facts = z.output<typeof Facts>

/** Files of a server, with the part of its log that makes them whole. */
const Copied = z.strictObject({ version: z.string(), start_lsn: z.string(), stop_lsn: z.string(), wal: z.array(z.string()), facts: Facts })
export type Copied = z.output<typeof Copied>

/** Rows of another server's database, as of one moment: each table is a file, which says its columns itself. */
const Sent = z.strictObject({
  version: z.string(),
  facts: Facts,
  /** What its tables are made with, before the rows come. */
  migrations: z.array(Applied).min(1),
  sequences: z.array(Sequence),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()) })),
})
export type Sent = z.output<typeof Sent>

export const isSent = (database: Copied | Sent | null): database is Sent => database !== null && 'tables' in database

/** The list of contents at the end of an archive. */
export const Manifest = z.strictObject({
  program: z.string(),
  started_at: z.string(),
  finished_at: z.string(),
  /** Null in backups of a time at which that of another server was not saved. */
  database: z.union([Copied, Sent]).nullable(),
  folders: z.array(z.string()),
  /** `at`: the byte of the archive at which its first piece begins. */
  files: z.array(z.strictObject({ path: z.string(), size: count, sha256: z.string(), at: count })),
  /** Of the files together; the list itself comes after them. */
  pieces: count,
})
export type Manifest = z.output<typeof Manifest>
export type FileFact = Manifest['files'][number]
