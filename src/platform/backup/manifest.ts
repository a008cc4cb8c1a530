import { z } from 'zod'

const count = z.int().min(0)

/** What the clinic's tables held when the backup began: whatever is restored holds at least that. */
export const Facts = z.strictObject({
  /** `only_grows`: the program may not delete from it, so fewer rows are a loss. */
  tables: z.record(z.string(), z.strictObject({ rows: count, only_grows: z.boolean() })),
  /** Of what is only ever added to, as decimal texts: they never shrink. */
  sums: z.record(z.string(), z.string()),
})
export type Facts = z.output<typeof Facts>

/** The list of contents at the end of an archive. */
export const Manifest = z.strictObject({
  program: z.string(),
  started_at: z.string(),
  finished_at: z.string(),
  /** Null where the database is another server's, which its own tools save. */
  database: z
    .strictObject({ version: z.string(), start_lsn: z.string(), stop_lsn: z.string(), wal: z.array(z.string()), facts: Facts })
    .nullable(),
  folders: z.array(z.string()),
  /** `at`: the byte of the archive at which its first piece begins. */
  files: z.array(z.strictObject({ path: z.string(), size: count, sha256: z.string(), at: count })),
  /** Of the files together; the list itself comes after them. */
  pieces: count,
})
export type Manifest = z.output<typeof Manifest>
export type FileFact = Manifest['files'][number]
